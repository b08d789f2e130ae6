"""Shows how far work has come: in a terminal, in a notebook, or by a function."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any, TypeAlias

Progress: TypeAlias = bool | Callable[[int, int, str], None] | None
"""How the progress of work is shown: `None` for a line in a terminal or a notebook and nothing elsewhere, `True` for lines on standard
error in any case, `False` for nothing, or a function of what is done, how much there is at most (0 if that is not known) and
what the work is at."""

FIRST = 0.5
"""Seconds before the first line: what is over sooner shows nothing."""


def _line(done: int, most: int, doing: str) -> str:
    share = f" of at most {most:,}" if most else ""
    return f"{doing + '; ' if doing else ''}{done:,}{share}"


class Shown:
    """Shows progress as it was asked for."""

    def __init__(self, progress: Progress) -> None:
        self._next = time.monotonic() + FIRST
        self._handle: Any = None
        self._line_is_open = False
        self._tell: Callable[[int, int, str], None]
        if callable(progress):
            self._next = 0.0
            self._period = 0.0
            self._tell = progress
        elif progress is not None and not isinstance(progress, bool):
            raise TypeError(f"progress: expected None, True, False or a function, not {progress!r}")
        elif progress is False:
            self._next = float("inf")
            self._period = 0.0
            self._tell = lambda done, most, doing: None
        elif (display := _display()) is not None:
            self._period = 0.2
            self._tell = lambda done, most, doing: self._notebook(display, _line(done, most, doing))
        elif sys.stderr is not None and sys.stderr.isatty():
            self._period = 0.2
            self._tell = lambda done, most, doing: self._terminal(_line(done, most, doing))
        else:
            self._next = float("inf") if progress is None else self._next
            self._period = 5.0
            self._tell = lambda done, most, doing: print(_line(done, most, doing), file=sys.stderr, flush=True)

    def __call__(self, done: int, most: int, doing: str) -> None:
        now = time.monotonic()
        if now >= self._next:
            self._next = now + self._period
            self._tell(done, most, doing)

    def close(self) -> None:
        """Takes the line away."""
        if self._line_is_open:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
        if self._handle is not None:
            self._handle.update({"text/plain": ""}, raw=True)

    def _terminal(self, line: str) -> None:
        self._line_is_open = True
        sys.stderr.write(f"\r\x1b[K{line}")
        sys.stderr.flush()

    def _notebook(self, display: Any, line: str) -> None:
        if self._handle is None:
            self._handle = display({"text/plain": line}, raw=True, display_id=True)
        else:
            self._handle.update({"text/plain": line}, raw=True)


def _display() -> Any:
    """What displays in a notebook; `None` outside of one."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    if shell is None or getattr(shell, "kernel", None) is None:
        return None
    return sys.modules["IPython.display"].display
