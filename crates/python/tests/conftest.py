"""What the tests of the package share."""

import os
import pathlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
SCENARIOS = ROOT / "scenarios"


@pytest.fixture(scope="session")
def program() -> str:
    """The program of the command line, named by BEATENZONE."""
    path = os.environ.get("BEATENZONE", str(ROOT / "target" / "release" / "beatenzone"))
    assert pathlib.Path(path).is_file(), f"{path}: build the program first, or name it by BEATENZONE"
    return path
