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
SITUATION = SCENARIOS / "cortex" / "pool-against-pool.toml"


def short(path: pathlib.Path, engagements: int = 5_000) -> bz.Scenario:
    scenario = bz.Scenario.load(path)
    scenario["play.engagements"] = engagements
    return scenario


def written(program: str, path: pathlib.Path, folder: pathlib.Path, *options: str) -> dict[str, bytes]:
    subprocess.run([program, "run", str(path), "--quiet", "--out", str(folder), *options], check=True, capture_output=True)
    kept = {"tallies.jsonl"}  # what a run resumes from
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
    (count,) = duckdb.sql("select count(*) from cells").fetchone()
    assert count == len(cells)
    with pytest.raises(bz.PlayError, match="expected one of results"):
        result.table("nothing")


def test_what_a_notebook_shows_has_sentence_picture_and_table():
    html = short(TEAM).run()._repr_html_()
    assert "<svg" in html and "<table" in html and html.count("<style>") == 1


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
    scenario = bz.Scenario.load(SCENARIOS / "cqb" / "bank-two-doors.toml", {"play.engagements": 30_000})
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
