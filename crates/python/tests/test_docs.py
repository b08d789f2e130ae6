"""The page about Python works as it stands."""

from conftest import ROOT


def test_the_page_runs(tmp_path, monkeypatch):
    page = (ROOT / "docs" / "python.md").read_text()
    blocks = [rest.split("```")[0] for rest in page.split("```python\n")[1:]]
    assert len(blocks) >= 5
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("MPLBACKEND", "agg")
    names: dict[str, object] = {"__name__": "__page__", "FOLDER": tmp_path}
    for number, block in enumerate(blocks):
        exec(compile(block, f"python.md, block {number + 1}", "exec"), names)
