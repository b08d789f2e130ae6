"""Types: a user's script is clean, and the stubs say what the module has."""

import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent


def test_a_users_script_is_clean():
    said = subprocess.run([sys.executable, "-m", "mypy", "--strict", str(HERE / "user.py")], capture_output=True, text=True)
    assert said.returncode == 0, said.stdout + said.stderr


def test_the_stubs_are_those_of_the_module():
    said = subprocess.run([sys.executable, "-m", "mypy.stubtest", "beatenzone"], capture_output=True, text=True)
    assert said.returncode == 0, said.stdout + said.stderr
