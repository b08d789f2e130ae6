"""Spreads the tasks of a run or a search over an executor: anything with `submit`."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from . import _native

MOST_TRIES = 5
"""How often a task is handed out before the run fails: workers die, and tasks with them."""


class Future(Protocol):
    """What `submit` returns: the future of `concurrent.futures`, of Dask, or one like it."""

    def result(self) -> Any:
        """The task's result, or its exception raised."""

    def add_done_callback(self, fn: Callable[[Any], Any], /) -> Any:
        """Calls a function with the future once it is done."""


class Executor(Protocol):
    """Whatever performs tasks: `ThreadPoolExecutor`, `ProcessPoolExecutor`, Dask's `Client`, an adapter of a batch system."""

    def submit(self, fn: Callable[..., str], /, *args: str) -> Future:
        """Calls a function with these texts somewhere, soon."""


class VersionError(_native.PlayError):
    """A worker has another version of this package."""


def perform(version: str, scenario: str, task: str, attempt: str = "1") -> str:
    """Performs one task in this process: what an executor calls on its workers, with texts alone.

    `version` is that of the process that began the run; another one is refused by a `VersionError`. `attempt` counts how often the
    task was handed out, so that an executor which remembers what failed does not take another try for the same call.
    """
    if version != _native.__version__:
        raise VersionError(
            f"this worker has beatenzone {_native.__version__}, but {version} began the run: install the same version on both"
        )
    return _native.perform(scenario, task)


def workers(executor: Executor) -> int:
    """How many tasks an executor performs at a time, as far as it says so; otherwise the number of processors."""
    if not callable(getattr(executor, "submit", None)):
        raise TypeError(f"executor: expected something with a method `submit`, not {executor!r}")
    threads = getattr(executor, "nthreads", None)  # Dask
    if callable(threads):
        return max(1, int(sum(threads().values())))
    return int(getattr(executor, "_max_workers", 0) or os.cpu_count() or 1)


class Spread:
    """Hands tasks to an executor, and counts what comes back, in any order and however often.

    A task whose worker fails is handed out again.
    """

    def __init__(self, play: _native.Play, executor: Executor, scenario: str) -> None:
        self._play = play
        self._executor = executor
        self._scenario = scenario
        self._out: set[Future] = set()
        self._lost: deque[tuple[str, int]] = deque()
        self._failed: BaseException | None = None
        self._lock = threading.Lock()

    def go_on(self) -> None:
        """Hands out the tasks that wait. Raises what no further try can mend."""
        with self._lock:
            if self._failed is not None:
                raise self._failed
            again = [self._lost.popleft() for _ in range(len(self._lost))]
        for task, attempt in [(task, 1) for task in self._play.tasks()] + again:
            future = self._executor.submit(perform, _native.__version__, self._scenario, task, str(attempt))
            with self._lock:
                self._out.add(future)  # some executors drop a task when its future is dropped
            future.add_done_callback(partial(self._done, task, attempt))

    def cancel(self) -> None:
        """Takes back the tasks that are out, as far as the executor can."""
        with self._lock:
            out = list(self._out)
        for future in out:
            cancel = getattr(future, "cancel", None)
            if callable(cancel):
                cancel()

    def _done(self, task: str, attempt: int, done: Future) -> None:
        try:
            self._play.count(task, done.result())
        except VersionError as error:
            self._fail(error)
        except BaseException as error:  # noqa: BLE001 (a lost worker may raise anything)
            if attempt >= MOST_TRIES:
                self._fail(error)
            else:
                with self._lock:
                    self._lost.append((task, attempt + 1))
        finally:
            with self._lock:
                self._out.discard(done)

    def _fail(self, error: BaseException) -> None:
        with self._lock:
            self._failed = self._failed or error
