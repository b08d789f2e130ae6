"""Scenarios: read, made, changed, with the messages of the command line."""

import copy
import pickle

import pytest
from conftest import SCENARIOS

import beatenzone as bz

DUEL = SCENARIOS / "cqb" / "elite-against-novice.toml"


def test_keys_are_read_and_set_as_items_and_as_attributes():
    scenario = bz.Scenario.new("cqb", blue={"entry team": 4}, red={"gunmen": 6})
    assert scenario["red.gunmen.count"] == 6
    assert scenario.red.gunmen.count == 6
    assert scenario.blue["entry team"]["count"] == 4
    scenario.red.gunmen.count = 5
    scenario["field.range"] = 24
    assert (scenario["red.gunmen.count"], scenario.field.range) == (5, 24)
    other = scenario.copy()
    other.red.gunmen.count = 3
    assert scenario.red.gunmen.count == 5 and other.hash != scenario.hash


def test_sweeps_and_variants_are_dictionaries():
    scenario = bz.Scenario.new("cqb", blue={"team": 4}, red={"gunmen": 6})
    scenario.sweep["red.gunmen.count"] = range(4, 9)
    scenario.sweep["field.range"] = [6, 12]
    scenario.variants["jokers miss"] = {"rules.joker_fire": "miss"}
    assert dict(scenario.sweep) == {"red.gunmen.count": [4, 5, 6, 7, 8], "field.range": [6, 12]}
    assert dict(scenario.variants) == {"jokers miss": {"rules.joker_fire": "miss"}}
    assert scenario.cells == 20
    del scenario.sweep["field.range"]
    del scenario.variants["jokers miss"]
    assert (dict(scenario.sweep), dict(scenario.variants), scenario.cells) == (
        {"red.gunmen.count": [4, 5, 6, 7, 8]},
        {},
        5,
    )


def test_mistakes_are_exceptions_that_say_where_and_what_and_change_nothing():
    scenario = bz.Scenario.new("cqb", blue={"team": 4}, red={"gunmen": 6})
    before = scenario.hash
    with pytest.raises(bz.ScenarioError, match="did you mean `count`"):
        scenario["red.gunmen.cout"] = 4
    with pytest.raises(bz.ScenarioError, match="red.gunmen.count=99"):
        scenario.red.gunmen.count = 99
    with pytest.raises(KeyError):
        scenario["red.gunmen.nothing"]
    with pytest.raises(AttributeError):
        scenario.colour = "red"
    assert scenario.hash == before
    with pytest.raises(bz.ScenarioError, match=r"no-such-file\.toml"):
        bz.Scenario.load("no-such-file.toml")
    with pytest.raises(bz.PlayError, match="expected one of"):
        bz.Scenario.new("chess")
    with pytest.raises(bz.ScenarioError, match=r"mine\.toml:3"):
        bz.Scenario.from_text('title = "t"\nruleset = "cqb"\n[feild]\n', name="mine.toml")


def test_a_text_with_its_maps_is_the_same_scenario_as_its_file():
    path = SCENARIOS / "cqb" / "bank-two-doors.toml"
    loaded = bz.Scenario.load(path)
    name = loaded["field.map"]
    read = bz.Scenario.from_text(path.read_text(), maps={name: (path.parent / name).read_text()})
    assert read.hash == loaded.hash and loaded.is_fight
    for other in (pickle.loads(pickle.dumps(loaded)), copy.deepcopy(loaded)):
        assert other.hash == loaded.hash


def test_every_name_has_help():
    for name in bz.__all__:
        if name != "__version__" and name != "Progress":
            assert getattr(bz, name).__doc__, name
    keys = bz.Scenario.load(DUEL).keys()
    assert any(key.key == "rules.long_range" and key.about for key in keys)
    assert {ruleset.id for ruleset in bz.rulesets()} >= {"cqb", "fireteam", "go_go_go", "chain_reaction"}


def test_odd_values_are_refused_and_nothing_hangs():
    import itertools

    import numpy

    scenario = bz.Scenario.new("cqb", blue={"team": 4}, red={"gunmen": 6})
    before = scenario.hash
    odd = [None, float("nan"), float("inf"), 10**40, b"4", {4, 5}, object(), "\ud800", [[]], -1, itertools.count(), "4\n[x]"]
    for value in odd:
        with pytest.raises((bz.ScenarioError, UnicodeError)):
            scenario["red.gunmen.count"] = value
    for key in ["", "=", "red.gunmen.count=4#", "a..b", "sweep", "red", "title.x", "'", '"']:
        with pytest.raises(bz.ScenarioError):
            scenario[key] = 4
    with pytest.raises(bz.ScenarioError):
        scenario.sweep["red.gunmen.count"] = itertools.count()
    assert scenario.hash == before
    scenario["red.gunmen.count"] = numpy.int64(5)
    scenario.sweep["field.range"] = numpy.array([6, 12])
    assert scenario["red.gunmen.count"] == 5 and scenario.sweep["field.range"] == [6, 12]
    assert "red.gunmen.count" in scenario and "red.gunmen.cout" not in scenario and "count" in scenario.red.gunmen
    assert "field.range" in list(scenario)
