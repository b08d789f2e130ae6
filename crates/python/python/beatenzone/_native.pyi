from typing import Any, final

__all__ = [
    "Found",
    "Play",
    "PlayError",
    "Replay",
    "Result",
    "Scenario",
    "ScenarioError",
    "Table",
    "__version__",
    "perform",
    "rulesets",
]

__version__: str

class ScenarioError(ValueError):
    """A mistake in a scenario or in a map. The message names the file, the line and the key, and says what was expected."""

class PlayError(RuntimeError):
    """A scenario that cannot be played or answered as was asked."""

def rulesets() -> str: ...
def perform(scenario: str, task: str) -> str:
    """Performs one task of a scenario in this process, and returns its counts."""

@final
class Table:
    """A table of a result: unrounded rows with named columns.

    Libraries that know Arrow's C interface take it as it is: `polars.DataFrame(table)`, `pyarrow.table(table)`,
    `pandas.DataFrame.from_arrow(table)`.
    """

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
    @property
    def metadata(self) -> dict[str, str]:
        """Version, title, ruleset, seed, hashes and changed rules of the result, and its scenario as JSON."""
    def to_csv(self) -> str:
        """The table as CSV, the same bytes that the command line writes."""
    def to_parquet(self) -> bytes:
        """The table as a Parquet file, the same bytes that the command line writes."""
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> Any: ...
    def __len__(self) -> int: ...

@final
class Result:
    """The numbers of a fight or a situation, each with its interval."""

    @property
    def sentences(self) -> list[str]:
        """The answer in sentences; each is true at 95 %."""
    @property
    def basis(self) -> str:
        """How it was answered, such as “exact” or the number of engagements of each cell."""
    @property
    def result_hash(self) -> str | None:
        """The hash of all numbers, as it stands on the report; `None` for a situation."""
    @property
    def scenario_hash(self) -> str:
        """The hash of the scenario."""
    @property
    def tables(self) -> list[str]:
        """The names of its tables of data."""
    def table(self, name: str = "results") -> Table:
        """One of its tables; by default the one with a row for each cell."""
    def render(self, format: str = "table", width: int = 100) -> str:
        """The result in a format for people or programs: `table`, `csv`, `json` or `markdown`."""
    def files(self) -> dict[str, bytes]:
        """The files of its report, by name: the same bytes that the command line writes."""
    def _repr_html_(self) -> str: ...

@final
class Found:
    """What a search found."""

    def table(self) -> Table:
        """Its rows."""
    def render(self, format: str = "table") -> str:
        """What was found in a format for people or programs: `table`, `csv`, `json` or `markdown`."""
    def files(self) -> dict[str, bytes]:
        """The files of its report, by name: the same bytes that the command line writes."""
    def _repr_html_(self) -> str: ...

@final
class Replay:
    """One engagement, step by step."""

    @property
    def json(self) -> str:
        """The engagement as JSON."""
    @property
    def html(self) -> str:
        """The page that shows it on the plan."""
    def _repr_html_(self) -> str: ...

@final
class Play:
    """Work that goes on: the package waits for it, shows how far it has come, and gives its tasks to an executor."""

    def wait(self, seconds: float) -> bool:
        """Waits up to `seconds`, or until tasks are ready to hand out. Returns whether the work is over."""
    def progress(self) -> tuple[int, int, str]:
        """How much is done, how much there is at most, and what the work is at."""
    def tasks(self) -> list[str]:
        """The tasks to perform now, each as text for `perform`."""
    def count(self, task: str, counted: str) -> None:
        """Counts what a task counted. A task may be counted more than once."""
    def stop(self) -> None:
        """Ends the work soon."""
    def result(self) -> Any:
        """The result, once the work is over."""

@final
class Scenario:
    """A checked scenario. It never changes: what sets a key returns another one."""

    @staticmethod
    def load(path: str, values: list[tuple[str, str]]) -> Scenario: ...
    @staticmethod
    def parse(text: str, name: str, files: list[tuple[str, str]], values: list[tuple[str, str]]) -> Scenario: ...
    @staticmethod
    def new(
        of: str, opening: str | None, title: str | None, map: str | None, blue: list[str], red: list[str]
    ) -> Scenario: ...
    def with_values(self, values: list[tuple[str, str]]) -> Scenario: ...
    def value(self, key: str) -> str | None: ...
    def settings(self) -> str: ...
    def sweeps(self) -> str: ...
    def variants(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def question(self) -> str: ...
    @property
    def ruleset(self) -> str: ...
    @property
    def hash(self) -> str: ...
    @property
    def is_fight(self) -> bool: ...
    @property
    def cells(self) -> int: ...
    @property
    def text(self) -> str: ...
    @property
    def rules_changed(self) -> list[str]: ...
    def written(self) -> str: ...
    @staticmethod
    def from_written(text: str) -> Scenario: ...
    def run(self, threads: int | None, tasks: int | None) -> Play: ...
    def compare(self, other: Scenario, threads: int | None, tasks: int | None) -> Play: ...
    def levers(
        self,
        asked: tuple[str | None, float | None, str | None],
        cell: list[tuple[str, str]],
        threads: int | None,
        tasks: int | None,
    ) -> Play: ...
    def best(
        self, asked: tuple[str | None, bool], cell: list[tuple[str, str]], threads: int | None, tasks: int | None
    ) -> Play: ...
    def balance(
        self,
        asked: tuple[
            list[str], list[str], tuple[float, float] | None, float | None, list[tuple[str, str]] | None
        ],
        threads: int | None,
        tasks: int | None,
    ) -> Play: ...
    def price(
        self,
        asked: tuple[str | None, tuple[str, float] | None, int | None, float | None],
        cell: list[tuple[str, str]],
        threads: int | None,
        tasks: int | None,
    ) -> Play: ...
    def replay(
        self,
        cell: list[tuple[str, str]],
        variant: str | None,
        engagement: int,
        pick: str | None,
        condition: tuple[str, int] | None,
    ) -> Play: ...
