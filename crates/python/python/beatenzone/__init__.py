"""Beaten Zone: a balance analyser for tabletop small-unit combat rules.

    >>> import beatenzone as bz
    >>> scenario = bz.Scenario.load("scenarios/cqb/elite-against-novice.toml")
    >>> scenario.sweep["field.range"] = [6, 12, 24]
    >>> result = scenario.run()
    >>> print(result)                       # the table of the command line
    >>> polars.DataFrame(result.table())    # pandas.DataFrame.from_arrow and pyarrow.table take it too

A scenario is a file of the command line, or a new one; its keys are the file's, and so are the checks and their messages. Numbers are the same, to the
last digit, whoever asks: the command line, one process or many.
"""

from ._executor import Executor, Future, VersionError, perform
from ._native import Found, PlayError, Replay, Result, ScenarioError, Table, __version__
from ._progress import Progress
from ._scenario import Key, Opening, Ruleset, Scenario, Section, Sweep, Variants, rulesets

__all__ = [
    "Executor",
    "Found",
    "Future",
    "Key",
    "Opening",
    "PlayError",
    "Progress",
    "Replay",
    "Result",
    "Ruleset",
    "Scenario",
    "ScenarioError",
    "Section",
    "Sweep",
    "Table",
    "Variants",
    "VersionError",
    "__version__",
    "perform",
    "rulesets",
]
