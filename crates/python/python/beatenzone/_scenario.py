"""Scenarios as objects whose keys are read and set."""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from . import _native
from ._executor import Executor, Spread, workers
from ._progress import Progress, Shown

Value: TypeAlias = Any
"""The value of a key: a number, a word, true or false, a list or a table of these."""

STEP = 0.05
"""Seconds between two looks at work that goes on."""

MOST_VALUES = 100_000
"""The most entries of a list: more are a mistake, such as an iterator without an end."""

MOST_THREADS = 1024
"""The most threads of this process."""


@dataclass(frozen=True)
class Opening:
    """How the sides of a new scenario can meet."""

    id: str
    about: str


@dataclass(frozen=True)
class Ruleset:
    """A rulebook that can be played."""

    id: str
    title: str
    openings: tuple[Opening, ...]


@dataclass(frozen=True)
class Key:
    """A key of a scenario that has other values to try."""

    key: str
    family: str
    value: Value
    label: str
    about: str


def rulesets() -> list[Ruleset]:
    """Every ruleset that can be played."""
    return [
        Ruleset(one["id"], one["title"], tuple(Opening(**opening) for opening in one["openings"]))
        for one in json.loads(_native.rulesets())
    ]


def _texts(values: Mapping[str, Value]) -> list[tuple[str, str]]:
    """Keys with their values as JSON."""
    return [(key, _json(key, value)) for key, value in values.items()]


def _json(key: str, value: Value) -> str:
    """A value as JSON."""
    try:
        return json.dumps(_plain(value), allow_nan=False)
    except (TypeError, ValueError) as error:
        raise _native.ScenarioError(f"{key}: {value!r} cannot be the value of a key: {error}") from None


def _plain(value: Value) -> Value:
    """A value as the plain types of Python: those of numpy and ranges are numbers and lists too."""
    if isinstance(value, (str, bool, int, float)):
        return value
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if hasattr(value, "item") and not hasattr(value, "__len__"):
        return value.item()
    if isinstance(value, (bytes, bytearray, set, frozenset)):
        raise TypeError("expected a number, a word, true or false, a list or a table")
    inner = list(itertools.islice(value, MOST_VALUES + 1))
    if len(inner) > MOST_VALUES:
        raise ValueError(f"it has more than {MOST_VALUES:,} entries")
    return [_plain(one) for one in inner]


def _part(part: str) -> str:
    """One part of a key, in quotes if necessary."""
    plain = part.replace("_", "").replace("-", "")
    return part if plain.isascii() and plain.isalnum() else json.dumps(part)


class Section:
    """A table of a scenario's keys, such as `scenario.blue` or `scenario.rules`: its keys are attributes and items."""

    def __init__(self, scenario: Scenario, key: str) -> None:
        object.__setattr__(self, "_scenario", scenario)
        object.__setattr__(self, "_key", key)

    def __getitem__(self, name: str) -> Value:
        key = f"{self._key}.{_part(name)}"
        value = self._scenario[key]
        return Section(self._scenario, key) if isinstance(value, dict) else value

    def __setitem__(self, name: str, value: Value) -> None:
        self._scenario[f"{self._key}.{_part(name)}"] = value

    def __getattr__(self, name: str) -> Value:
        if name.startswith("__"):
            raise AttributeError(name)
        try:
            return self[name]
        except KeyError as missing:
            raise AttributeError(*missing.args) from None

    def __setattr__(self, name: str, value: Value) -> None:
        self[name] = value

    def __iter__(self) -> Iterator[str]:
        return iter(self._scenario[self._key])

    def __contains__(self, name: object) -> bool:
        return name in self._scenario[self._key]

    def __dir__(self) -> Iterable[str]:
        return [*super().__dir__(), *(self._scenario[self._key] or {})]

    def __repr__(self) -> str:
        return f"<{self._key}: {self._scenario[self._key]}>"


class Sweep(MutableMapping[str, "list[Value]"]):
    """The swept keys of a scenario with their values: a cell is played for each combination."""

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario

    def _now(self) -> dict[str, list[Value]]:
        return dict(json.loads(self._scenario._inner.sweeps()))

    def __getitem__(self, key: str) -> list[Value]:
        return self._now()[key]

    def __setitem__(self, key: str, values: Iterable[Value]) -> None:
        self._scenario._set({f"sweep.{_part(key)}": values})

    def __delitem__(self, key: str) -> None:
        rest = self._now()
        del rest[key]
        self._scenario._set({"sweep": rest})

    def __iter__(self) -> Iterator[str]:
        return iter(self._now())

    def __len__(self) -> int:
        return len(self._now())

    def __repr__(self) -> str:
        return repr(self._now())


class Variants(MutableMapping[str, "dict[str, Value]"]):
    """The variants of a scenario with the keys that they set: each is played on the same luck as the baseline."""

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario

    def _now(self) -> dict[str, dict[str, Value]]:
        return dict(json.loads(self._scenario._inner.variants()))

    def __getitem__(self, name: str) -> dict[str, Value]:
        return self._now()[name]

    def __setitem__(self, name: str, values: Mapping[str, Value]) -> None:
        self._scenario._set({f"variants.{_part(name)}": dict(values)})

    def __delitem__(self, name: str) -> None:
        rest = self._now()
        del rest[name]
        self._scenario._set({"variants": rest})

    def __iter__(self) -> Iterator[str]:
        return iter(self._now())

    def __len__(self) -> int:
        return len(self._now())

    def __repr__(self) -> str:
        return repr(self._now())


class Scenario:
    """A question about a fight or a situation.

    Keys are those of the file, read and set as items (`scenario["red.gunmen.count"] = 6`) or as attributes
    (`scenario.red.gunmen.count = 6`). What is set is checked at once: a mistake raises `ScenarioError`, which names the key and says what was
    expected, and changes nothing. `sweep` and `variants` are dictionaries.
    """

    _inner: _native.Scenario

    def __init__(self, native: _native.Scenario) -> None:
        object.__setattr__(self, "_inner", native)

    @staticmethod
    def load(path: str | os.PathLike[str], values: Mapping[str, Value] | None = None) -> Scenario:
        """Reads a scenario file with the maps that it names; `values` are set over it before it is checked."""
        return Scenario(_native.Scenario.load(os.fspath(path), _texts(values or {})))

    @staticmethod
    def from_text(
        text: str,
        *,
        name: str = "scenario.toml",
        maps: Mapping[str, str] | None = None,
        values: Mapping[str, Value] | None = None,
    ) -> Scenario:
        """Reads the text of a scenario file. No file is opened: `maps` has the texts of the maps that it names, by their paths."""
        return Scenario(_native.Scenario.parse(text, name, list((maps or {}).items()), _texts(values or {})))

    @staticmethod
    def new(
        ruleset: str,
        ground: str | None = None,
        *,
        title: str | None = None,
        map: str | os.PathLike[str] | None = None,  # noqa: A002 (the key is called so)
        blue: Mapping[str, int] | None = None,
        red: Mapping[str, int] | None = None,
    ) -> Scenario:
        """A new scenario with a ruleset's ordinary squads; `blue` and `red` name squads with their numbers of figures."""

        def squads(side: Mapping[str, int] | None) -> list[str]:
            return [f"{name}={count}" for name, count in (side or {}).items()]

        path = None if map is None else os.fspath(map)
        return Scenario(_native.Scenario.new(ruleset, ground, title, path, squads(blue), squads(red)))

    def _set(self, values: Mapping[str, Value]) -> None:
        object.__setattr__(self, "_inner", self._inner.with_values(_texts(values)))

    def set(self, values: Mapping[str, Value]) -> None:
        """Sets several keys at once, where one alone would be a mistake."""
        self._set(values)

    def __getitem__(self, key: str) -> Value:
        value = self._inner.value(key)
        if value is None:
            raise KeyError(key)
        return json.loads(value)

    def __setitem__(self, key: str, value: Value) -> None:
        self._set({key: value})

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and self._inner.value(key) is not None

    def __iter__(self) -> Iterator[str]:
        return iter(key.key for key in self.keys())

    def _ipython_key_completions_(self) -> list[str]:
        return [key.key for key in self.keys()]

    def _table(self, name: str) -> Section:
        return Section(self, name)

    @property
    def blue(self) -> Section:
        """Blue's squads."""
        return self._table("blue")

    @property
    def red(self) -> Section:
        """Red's squads."""
        return self._table("red")

    @property
    def field(self) -> Section:
        """The ground."""
        return self._table("field")

    @property
    def mission(self) -> Section:
        """What the sides want, on a map."""
        return self._table("mission")

    @property
    def rules(self) -> Section:
        """The rules, where they differ from the rulebook as printed or are read."""
        return self._table("rules")

    @property
    def play(self) -> Section:
        """How much is played, and how."""
        return self._table("play")

    @property
    def situation(self) -> Section:
        """The parameters of a situation."""
        return self._table("situation")

    def __setattr__(self, name: str, value: Value) -> None:
        raise AttributeError(f"a scenario has no attribute `{name}` to set; set its keys, such as scenario[\"field.range\"] = 12")

    @property
    def sweep(self) -> Sweep:
        """The swept keys with their values."""
        return Sweep(self)

    @property
    def variants(self) -> Variants:
        """The variants with the keys that they set."""
        return Variants(self)

    def keys(self) -> list[Key]:
        """Every key that has other values to try, with its value here and what it means."""
        return [Key(**key) for key in json.loads(self._inner.settings())]

    def copy(self) -> Scenario:
        """Another scenario with the same keys."""
        return Scenario(self._inner)

    @property
    def title(self) -> str:
        """The title."""
        return self._inner.title

    @property
    def question(self) -> str:
        """The question that it answers; may be empty."""
        return self._inner.question

    @property
    def ruleset(self) -> str:
        """The id of the ruleset."""
        return self._inner.ruleset

    @property
    def hash(self) -> str:
        """The hash of everything that it says, as it stands on reports."""
        return self._inner.hash

    @property
    def is_fight(self) -> bool:
        """Whether it is a fight, and not a situation."""
        return self._inner.is_fight

    @property
    def cells(self) -> int:
        """The number of cells of a fight, or of cases of a situation."""
        return self._inner.cells

    @property
    def text(self) -> str:
        """The text of a file that asks the same."""
        return self._inner.text

    @property
    def rules_changed(self) -> list[str]:
        """The rules that differ from the rulebook as printed, in words."""
        return self._inner.rules_changed

    def __repr__(self) -> str:
        return f"<beatenzone.Scenario: {self.title} ({self.ruleset}), {self.cells} cells>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _from_written, (self._inner.written(),)

    def run(
        self,
        *,
        threads: int | None = None,
        executor: Executor | None = None,
        progress: Progress = None,
    ) -> _native.Result:
        """Plays the fight, or answers the situation.

        `threads` is the number of threads of this process (one for each core by default). `executor` performs the tasks instead: anything with
        `submit`, whose workers have this package. The numbers do not depend on either. Ctrl-C ends the run. `progress` says how it is shown.
        """
        result: _native.Result = self._finish("run", (), threads, executor, progress)
        return result

    def odds(self, *, threads: int | None = None, progress: Progress = None) -> _native.Result:
        """Answers a situation; for a fight this raises `PlayError`."""
        if self.is_fight:
            raise _native.PlayError("this scenario describes a fight: use `run`; `odds` answers scenarios with a [situation]")
        return self.run(threads=threads, progress=progress)

    def compare(
        self,
        other: Scenario,
        *,
        threads: int | None = None,
        executor: Executor | None = None,
        progress: Progress = None,
    ) -> _native.Result:
        """Plays this fight with another one of the same ruleset as its only variant, engagement by engagement on the same luck, until
        the verdict of every headline quantity is known, or as far as this scenario says."""
        result: _native.Result = self._finish("compare", (other._inner,), threads, executor, progress)
        return result

    def levers(
        self,
        *,
        quantity: str | None = None,
        only: str | None = None,
        within: float | None = None,
        cell: Mapping[str, Value] | None = None,
        threads: int | None = None,
        executor: Executor | None = None,
        progress: Progress = None,
    ) -> _native.Found:
        """Asks which key matters most: every key one step up and one step down, each option in every other way.

        `quantity` is what they move, such as `"blue.win"` (by default what the scenario asks about); `only` is one family of keys:
        rules, forces, ground or players; `within` is how far the interval of an effect may reach to either side (by default one point of a
        share, or 5 % of a mean); `cell` has values of swept keys (by default the first of each).
        """
        found: _native.Found = self._finish("levers", ((quantity, within, only), _cell(cell)), threads, executor, progress)
        return found

    def best(
        self,
        *,
        side: str | None = None,
        placement: bool = False,
        cell: Mapping[str, Value] | None = None,
        threads: int | None = None,
        executor: Executor | None = None,
        progress: Progress = None,
    ) -> _native.Found:
        """Searches what a side plays best, or what both do.

        `side` is the only side that searches, `"blue"` or `"red"`; `placement` says whether where figures begin is searched as well; `cell` has
        values of swept keys (by default the first of each).
        """
        found: _native.Found = self._finish("best", ((side, placement), _cell(cell)), threads, executor, progress)
        return found

    def balance(
        self,
        vary: str | Iterable[str],
        target: str | Iterable[str] = "blue.win = 50 %",
        *,
        between: tuple[float, float] | None = None,
        within: float | None = None,
        cell: Mapping[str, Value] | None = None,
        threads: int | None = None,
        executor: Executor | None = None,
        progress: Progress = None,
    ) -> _native.Found:
        """Searches the value of a key with which a quantity reaches a target, or the values of several keys with which several do.

        With one key and one target the search runs at each point of the sweep; `between` are two values to look between, and `within` is how
        far the interval of the value may reach to either side (by default 0.1, for real numbers a hundredth of their range).
        With several, a target may be that of a variant and says itself how far it may lie off: `"armoured: blue.win by -10 % ± 2 %"`; `cell`
        has values of swept keys (by default the first of each).
        """
        asked = (_words(vary), _words(target), between, within, None if cell is None else _cell(cell))
        found: _native.Found = self._finish("balance", (asked,), threads, executor, progress)
        return found

    def price(
        self,
        units: str | None = None,
        *,
        scale: tuple[str, float] | None = None,
        most: int | None = None,
        within: float | None = None,
        cell: Mapping[str, Value] | None = None,
        threads: int | None = None,
        executor: Executor | None = None,
        progress: Progress = None,
    ) -> _native.Found:
        """Prices units against each other, in points.

        `units` is a key of the squads, of which each value is a unit, or some of its values, such as `"weapon"` or `"rep=3,4,5"` (by default the units of
        the scenario); `scale` is a unit with what one of it costs (by default 10 for the first); `most` is the most of a unit on a
        side, 2 to 30; `within` is how far the error of sampling may reach, as a share of a cost; `cell` has values of swept keys.
        """
        found: _native.Found = self._finish("price", ((units, scale, most, within), _cell(cell)), threads, executor, progress)
        return found

    def replay(
        self,
        engagement: int | None = None,
        *,
        pick: str | None = None,
        where: str | None = None,
        match: int = 1,
        cell: Mapping[str, Value] | None = None,
        variant: str | None = None,
    ) -> _native.Replay:
        """Plays one engagement step by step.

        It is the one of a number from 0; or a `pick`: typical, median, quickest, longest or upset; or the first (or `match`-th) that meets
        a condition, such as `where="red.win and turns < 3"`. By default it is engagement 0.
        """
        if sum(one is not None for one in (engagement, pick, where)) > 1:
            raise _native.PlayError("replay: expected one of a number, `pick` and `where`")
        condition = None if where is None else (where, match)
        play = self._inner.replay(_cell(cell), variant, engagement or 0, pick, condition)
        replay: _native.Replay = _wait(play, None, None)
        return replay

    def _finish(
        self, what: str, asked: tuple[Any, ...], threads: int | None, executor: Executor | None, progress: Progress
    ) -> Any:
        """Begins work and waits for it."""
        if threads is not None and not 1 <= threads <= MOST_THREADS:
            raise _native.PlayError(f"threads: expected a number from 1 to {MOST_THREADS:,}, not {threads}")
        tasks = None if executor is None else 2 * workers(executor)
        play = getattr(self._inner, what)(*asked, threads, tasks)
        return _wait(play, None if executor is None else Spread(play, executor, self._inner.written()), progress)


def _from_written(written: str) -> Scenario:
    return Scenario(_native.Scenario.from_written(written))


def _cell(cell: Mapping[str, Value] | None) -> list[tuple[str, str]]:
    """Values of swept keys as the command line takes them."""
    return [(key, value if isinstance(value, str) else _json(key, value)) for key, value in (cell or {}).items()]


def _words(words: str | Iterable[str]) -> list[str]:
    return [words] if isinstance(words, str) else list(itertools.islice(words, MOST_VALUES))


def _wait(play: _native.Play, spread: Spread | None, progress: Progress) -> Any:
    """Waits for work, hands out its tasks, and shows how far it has come."""
    try:
        show = Shown(progress)
        try:
            while not play.wait(STEP):
                if spread is not None:
                    spread.go_on()
                show(*play.progress())
        finally:
            show.close()
    except BaseException:
        play.stop()
        if spread is not None:
            spread.cancel()
        while not play.wait(STEP):
            pass
        raise
    return play.result()
