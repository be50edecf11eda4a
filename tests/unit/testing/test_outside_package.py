"""A separate package adds a variant to rami; the test needs no installation."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from rami import Variant, variants
from rami.errors import UnknownVariant

PACKAGE = Path(__file__).parents[3] / "examples" / "remik"


def install_metadata(into: Path) -> None:
    """Write the metadata that an installer would make from the package's `pyproject.toml`."""
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    folder = into / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    folder.mkdir()
    head = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (folder / "METADATA").write_text(head, encoding="utf-8")
    lines = [
        line
        for group, points in project["entry-points"].items()
        for line in (f"[{group}]", *(f"{name} = {value}" for name, value in points.items()))
    ]
    (folder / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")


@pytest.fixture
def remik(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Variant:
    install_metadata(tmp_path)
    monkeypatch.syspath_prepend(str(PACKAGE))
    monkeypatch.syspath_prepend(str(tmp_path))
    return variants.get("remik")


def test_it_is_found_by_its_entry_point(remik: Variant) -> None:
    assert (remik.slug, remik.name) == ("remik", "Remik")
    assert variants.available()[-1] == "remik"


def test_without_the_package_there_is_no_such_variant() -> None:
    with pytest.raises(UnknownVariant):
        variants.get("remik")


@pytest.mark.slow
def test_the_command_knows_it(remik: Variant, tmp_path: Path) -> None:
    path = [str(tmp_path), str(PACKAGE)]
    program = f"import sys; sys.path[:0] = {path!r}; from rami._cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", program, "play", remik.slug, "--watch", "--players", "3", "--seed", "7"],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Remik" in done.stdout
