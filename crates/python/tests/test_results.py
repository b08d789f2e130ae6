"""Results: the bytes of the command line, tables for other libraries, notebooks, Ctrl-C."""

import pathlib
import signal
import subprocess
import sys
import threading
import time

import pytest
from conftest import SCENARIOS

import beatenzone as bz

TEAM = SCENARIOS / "cqb" / "elite-team.toml"


def short(path: pathlib.Path, engagements: int = 5_000) -> bz.Scenario:
    scenario = bz.Scenario.load(path)
    scenario["play.engagements"] = engagements
    return scenario


def written(program: str, path: pathlib.Path, folder: pathlib.Path, *options: str) -> dict[str, bytes]:
    subprocess.run([program, "run", str(path), "--quiet", "--out", str(folder), *options], check=True, capture_output=True)
    kept = {"about.json", "tallies.jsonl"}  # what the folder is, and what a run resumes from
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.name not in kept}


def test_files_are_those_of_the_command_line(program, tmp_path):
    ours = bz.Scenario.load(TEAM, {"play.engagements": 5_000}).run().files()
    theirs = written(program, TEAM, tmp_path / "report", "--set", "play.engagements=5000")
    assert ours == theirs


def test_numbers_do_not_depend_on_threads():
    assert short(TEAM).run(threads=1).result_hash == short(TEAM).run(threads=3).result_hash


def test_tables_go_to_other_libraries_as_they_are():
    import duckdb
    import pandas
    import polars
    import pyarrow

    scenario = short(TEAM)
    scenario.variants["jokers miss"] = {"rules.joker_fire": "miss"}
    result = scenario.run()
    assert result.tables[:3] == ["results", "distributions", "differences"]
    for name in result.tables:
        table = result.table(name)
        arrow = pyarrow.table(table)
        assert (arrow.num_rows, arrow.column_names) == (len(table), table.columns)
        assert polars.DataFrame(table).equals(polars.read_parquet(table.to_parquet())), name
        assert pandas.DataFrame.from_arrow(table).shape == arrow.shape
    cells = result.table()
    assert pyarrow.table(cells).schema.metadata[b"beatenzone.seed"].decode() == cells.metadata["beatenzone.seed"]
    ((count,),) = duckdb.sql("select count(*) from cells").fetchall()
    assert count == len(cells)
    with pytest.raises(bz.PlayError, match="expected one of results"):
        result.table("nothing")


def test_metadata_have_seed_hashes_and_rules_changed():
    scenario = short(TEAM)
    scenario["rules.joker_fire"] = "miss"
    result = scenario.run()
    about = result.table().metadata
    assert about["beatenzone.seed"] == str(scenario["play.seed"])
    assert about["beatenzone.scenario_hash"] == result.scenario_hash == scenario.hash
    assert about["beatenzone.result_hash"] == result.result_hash
    assert about["beatenzone.rules_changed"].splitlines() == scenario.rules_changed != []


def test_searches_give_the_bytes_of_the_command_line(program, tmp_path):
    path = tmp_path / "duel.toml"
    duel = bz.Scenario.new("fireteam", blue={"rifles": 2}, red={"rifles": 2})
    duel.set({"play.engagements": 2_048, "play.method": "sampled", "play.turn_limit": 8})
    path.write_text(duel.text)
    duel = bz.Scenario.load(path)
    other = tmp_path / "other.toml"
    longer = duel.copy()
    longer["field.range"] = 30
    other.write_text(longer.text)

    def theirs(*command: str) -> dict[str, bytes]:
        folder = tmp_path / command[0]
        asked = [program, command[0], str(path), *command[1:], "--quiet", "--out", str(folder)]
        subprocess.run(asked, check=True, capture_output=True)
        kept = {"about.json", "tallies.jsonl", "search.json", "search.jsonl"}  # as above; what a search resumes from
        return {file.name: file.read_bytes() for file in folder.iterdir() if file.name not in kept}

    for ours, command in [
        (duel.levers(), ["levers"]),
        (duel.best(side="blue"), ["best", "--side", "blue"]),
        (duel.balance("red.rifles.count"), ["balance", "--vary", "red.rifles.count"]),
        (duel.price("weapon=rifle,smg", most=3), ["price", "--units", "weapon=rifle,smg", "--most", "3"]),
        (duel.compare(bz.Scenario.load(other)), ["compare", str(other)]),
    ]:
        files, expected = ours.files(), theirs(*command)
        assert files.keys() == expected.keys(), command
        assert [name for name in files if files[name] != expected[name]] == [], command


def test_mistakes_of_searches_are_exceptions_with_what_was_expected():
    scenario = short(TEAM)
    for ask, why in [
        (lambda: scenario.levers(quantity="blue.wim"), "blue.wim"),
        (lambda: scenario.levers(only="rule"), "expected one of rules, forces, ground, players"),
        (lambda: scenario.levers(within=-1), "within: expected a number above 0"),
        (lambda: scenario.best(side="green"), "expected one of blue, red"),
        (lambda: scenario.balance("red.nothing"), "vary: `red.nothing` is not a key"),
        (lambda: scenario.balance("field.range", "half"), "target: "),
        (lambda: scenario.price(), "it has no units"),
        (lambda: scenario.price("weapon", most=1), "most: expected a number from 2"),
        (lambda: scenario.compare(scenario), "they are the same fight"),
        (lambda: scenario.compare(bz.Scenario.new("fireteam")), "one is played by cqb, the other by fireteam"),
        (lambda: scenario.replay(where="red.wins and"), "red.wins"),
        (lambda: scenario.replay(3, pick="upset"), "expected one of a number, `pick` and `where`"),
        (lambda: scenario.run(threads=0), "threads: expected a number from 1"),
        (lambda: scenario.levers(cell={"field.range": 9999}), "field.range"),
    ]:
        with pytest.raises(bz.PlayError, match=why):
            ask()
    with pytest.raises(TypeError, match="progress: expected"):
        scenario.run(progress="yes")


def test_what_a_notebook_shows_has_sentence_picture_and_table():
    html = short(TEAM).run()._repr_html_()
    assert "<svg" in html and "<table" in html and html.count("<style>") == 1
    found = short(TEAM, 500).levers(only="ground")
    assert "<iframe srcdoc=" in found._repr_html_() and found.table().columns


def test_progress_in_a_terminal_is_one_line_that_goes_away():
    import io

    from beatenzone._progress import Shown

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal, before = Terminal(), sys.stderr
    sys.stderr = terminal
    try:
        shown = Shown(None)
        shown._next = 0
        shown(1_000, 20_000, "")
        shown.close()
        other = Shown(False)
        other(1, 2, "")
        other.close()
    finally:
        sys.stderr = before
    assert terminal.getvalue() == "\r\x1b[K1,000 of at most 20,000\r\x1b[K"


def test_progress_in_a_notebook_is_an_output_that_is_updated(monkeypatch):
    import types

    shown: list[dict[str, str]] = []
    handle = types.SimpleNamespace(update=lambda data, raw: shown.append(data))

    def display(data: dict[str, str], raw: bool, display_id: bool) -> object:
        shown.append(data)
        return handle

    shell = types.SimpleNamespace(kernel=object())
    monkeypatch.setitem(sys.modules, "IPython", types.SimpleNamespace(get_ipython=lambda: shell))
    monkeypatch.setitem(sys.modules, "IPython.display", types.SimpleNamespace(display=display))
    from beatenzone import _progress

    progress = _progress.Shown(None)
    progress._next = progress._period = 0
    progress(5, 0, "step 1")
    progress(6, 0, "step 2")
    progress.close()
    assert [one["text/plain"] for one in shown] == ["step 1; 5", "step 2; 6", ""]


def test_situations_have_odds():
    paths = [path for path in sorted((SCENARIOS / "cqb").glob("*.toml")) if "[situation]" in path.read_text()]
    scenario = bz.Scenario.load(paths[0])
    assert not scenario.is_fight
    result = scenario.odds()
    assert result.tables == ["results"] and result.result_hash is None and result.sentences
    with pytest.raises(bz.PlayError, match="describes a fight"):
        short(TEAM).odds()


def test_an_engagement_is_replayed():
    replay = short(TEAM).replay(pick="typical")
    assert replay.json.startswith("{") and "<svg" in replay.html
    assert short(TEAM).replay(7).json != replay.json
    with pytest.raises(bz.PlayError, match="expected one of"):
        short(TEAM).replay(pick="dull")


def test_progress_is_told_and_other_threads_go_on():
    seen, ticks = [], 0

    def tick():
        nonlocal ticks
        while not over.is_set():
            ticks += 1
            time.sleep(0.005)

    over = threading.Event()
    thread = threading.Thread(target=tick)
    thread.start()
    scenario = bz.Scenario.load(SCENARIOS / "cqb" / "bank-two-doors.toml", {"play.engagements": 1_000})
    scenario.run(progress=lambda done, most, doing: seen.append((done, most)))
    over.set()
    thread.join()
    assert seen and all(done <= most for done, most in seen)
    assert ticks > 10


def test_ctrl_c_ends_a_run():
    script = (
        "import beatenzone as bz\n"
        f"s = bz.Scenario.load({str(SCENARIOS / 'cqb' / 'bank-two-doors.toml')!r}, {{'play.engagements': 50_000_000}})\n"
        "print('go', flush=True)\n"
        "try:\n    s.run()\n"
        "except KeyboardInterrupt:\n    print('stopped', flush=True)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "go\n"
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    said, _ = process.communicate(timeout=60)
    assert said == "stopped\n" and process.returncode == 0


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_panic_is_an_exception():
    """Without room for a thread's stack the library panics; the interpreter goes on, and so does the library."""
    code = """
import pathlib, re, resource
import beatenzone as bz
scenario = bz.Scenario.new("cqb", blue={"team": 4}, red={"gunmen": 6})
before = resource.getrlimit(resource.RLIMIT_AS)
size = int(re.search(r"VmSize:\\s+(\\d+)", pathlib.Path("/proc/self/status").read_text())[1]) << 10
resource.setrlimit(resource.RLIMIT_AS, (size + (1 << 20), before[1]))
try:
    scenario.run(threads=1)
except BaseException as panic:
    resource.setrlimit(resource.RLIMIT_AS, before)
    print(type(panic).__name__)
print(len(scenario.run(threads=1).files()) > 0)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout.split()) == (0, ["PanicException", "True"]), done.stderr
