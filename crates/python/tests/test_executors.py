"""Any executor gives the same bytes, whatever happens to its workers."""

import concurrent.futures as futures
import multiprocessing
import os
import random
import signal
import threading
import time

import pytest
from conftest import SCENARIOS

import beatenzone as bz

DOORS = SCENARIOS / "cqb" / "bank-two-doors.toml"


def doors(engagements: int = 1_000) -> bz.Scenario:
    """A fight on a map, so that the texts of files travel."""
    scenario = bz.Scenario.load(DOORS, {"play.engagements": engagements})
    scenario.variants["jokers miss"] = {"rules.joker_fire": "miss"}
    return scenario


def team(engagements: int = 20_000) -> bz.Scenario:
    """A fight in the open."""
    scenario = bz.Scenario.new("cqb", blue={"team": 4}, red={"gunmen": 6})
    scenario.set({"play.engagements": engagements, "play.method": "sampled"})
    scenario.sweep["field.range"] = [6, 12]
    scenario.variants["jokers miss"] = {"rules.joker_fire": "miss"}
    return scenario


@pytest.fixture(scope="module")
def alone() -> dict[str, bytes]:
    return doors().run().files()


def test_threads(alone):
    with futures.ThreadPoolExecutor(3) as executor:
        assert doors().run(executor=executor).files() == alone


def test_four_processes(alone):
    context = multiprocessing.get_context("spawn")
    with futures.ProcessPoolExecutor(4, mp_context=context) as executor:
        assert doors().run(executor=executor).files() == alone


class Unreliable:
    """Loses every third task, performs every fourth twice, and answers in no order."""

    def __init__(self):
        self.pool = futures.ThreadPoolExecutor(4)
        self.handed = 0
        self.lock = threading.Lock()

    def submit(self, fn, /, *args):
        with self.lock:
            self.handed += 1
            number = self.handed

        def work():
            time.sleep(random.Random(number).random() / 50)
            if number % 3 == 0:
                raise OSError("the worker is gone")
            if number % 4 == 0:
                fn(*args)
            return fn(*args)

        return self.pool.submit(work)


def test_lost_and_repeated_tasks(alone):
    executor = Unreliable()
    assert doors().run(executor=executor).files() == alone
    assert executor.handed > 3


def test_a_precision_stops_at_the_same_checkpoint():
    def precise():
        scenario = team(60_000)
        scenario["play.precision"] = "1 %"
        return scenario

    with futures.ThreadPoolExecutor(3) as executor:
        assert precise().run(executor=executor).result_hash == precise().run().result_hash


class Changed:
    """Changes what comes back."""

    def __init__(self, change):
        self.change = change

    def submit(self, fn, /, *args):
        future = futures.Future()
        try:
            future.set_result(self.change(fn, args))
        except Exception as error:
            future.set_exception(error)
        return future


def test_counts_that_do_not_add_up_are_refused():
    made = Changed(lambda fn, args: fn(*args).replace('"endings":[', '"endings":[1', 1))
    with pytest.raises(bz.PlayError, match="do not add up"):
        team().run(executor=made)
    with pytest.raises(bz.PlayError, match="not readable"):
        team().run(executor=Changed(lambda fn, args: "{}"))


def test_a_worker_of_another_version_is_refused_by_name():
    other = Changed(lambda fn, args: fn("0.0.1", *args[1:]))
    with pytest.raises(bz.VersionError, match=f"this worker has beatenzone {bz.__version__}, but 0.0.1 began the run"):
        team().run(executor=other)


def test_a_worker_keeps_scenarios_and_forked_workers_work(alone):
    context = multiprocessing.get_context("fork")
    with futures.ProcessPoolExecutor(2, mp_context=context) as executor:
        assert doors().run(executor=executor).files() == alone


def duel() -> bz.Scenario:
    duel = bz.Scenario.new("fireteam", blue={"rifles": 2}, red={"rifles": 2})
    duel.set({"play.engagements": 2_048, "play.method": "sampled", "play.turn_limit": 8})
    return duel


def test_searches_spread_the_same_way():
    with futures.ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as executor:
        assert duel().levers(executor=executor).files() == duel().levers().files()
        assert duel().best(side="blue", executor=executor).files() == duel().best(side="blue").files()
        balanced = duel().balance("red.rifles.count", executor=executor)
        assert balanced.files() == duel().balance("red.rifles.count").files()


def test_what_is_no_executor_is_refused():
    with pytest.raises(TypeError, match="expected something with a method `submit`"):
        team().run(executor=4)


def test_ctrl_c_takes_tasks_back():
    class Never:
        """Never performs anything."""

        def __init__(self):
            self.out = []

        def submit(self, fn, /, *args):
            self.out.append(futures.Future())
            return self.out[-1]

    never = Never()
    threading.Timer(0.5, lambda: signal.raise_signal(signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        team().run(executor=never)
    assert never.out and all(future.cancelled() for future in never.out)


@pytest.mark.parametrize("search", ["run", "levers"])
def test_dask_with_a_worker_that_dies(search, tmp_path):
    distributed = pytest.importorskip("distributed")

    def ask(**how):
        return doors(2_000).run(**how) if search == "run" else team(4_096).levers(only="ground", **how)

    alone = ask().files()
    with distributed.LocalCluster(
        n_workers=4, threads_per_worker=1, dashboard_address=None, local_directory=str(tmp_path)
    ) as cluster:
        with distributed.Client(cluster) as client:
            pids = list(client.run(os.getpid).values())
            assert len(set(pids)) == 4
            killed = []

            def kill(done, most, doing):
                if done > 0 and not killed:
                    os.kill(pids[0], signal.SIGKILL)
                    killed.append((done, most))

            assert ask(executor=client, progress=kill).files() == alone
            assert killed, "it was over before a worker could be killed"
            assert pids[0] not in client.run(os.getpid).values()
