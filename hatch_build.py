"""The build hooks: catalogues of messages always, the compiled kernel if HATCH_BUILD_HOOKS_ENABLE=1 asks for it, and
the README as the package index shows it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

# Exact versions, so that a release can be built again.
KERNEL_NEEDS = ["mypy==2.4.1", "librt==0.16.0", "setuptools==80.9.0"]


# a link or a picture that leads to a file of the repository, with its text
LOCAL_LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!\w+:|#)([^)]+)\)")


def absolute_links(text: str, files: str, pictures: str, pages: str = "") -> str:
    """Return a text in Markdown whose links to files of the repository lead to addresses.

    Parameters:
        text: the text.
        files: the address of the files; empty where there is none, so that links become their text and pictures go.
        pictures: the address of the pictures.
        pages: the address of the pages that are made of `docs`; empty to link to the files of them.
    """

    def put(found: re.Match[str]) -> str:
        picture, words, target = found.groups()
        if not files:
            return "" if picture else words
        page = re.fullmatch(r"docs/([\w/-]+)\.md((?:#[\w-]+)?)", target)
        if pages and page:
            return f"[{words}]({pages.rstrip('/')}/{page[1]}.html{page[2]})"
        return f"{picture}[{words}]({pictures if picture else files}/{target})"

    return re.sub(r"\n{3,}", "\n\n", LOCAL_LINK.sub(put, text))


def kernel_wanted() -> bool:
    """Whether the kernel is to be compiled."""
    return os.environ.get("HATCH_BUILD_HOOKS_ENABLE", "") in ("1", "true")


class BuildHook(BuildHookInterface[BuilderConfig]):
    """Adds compiled catalogues, and the kernel's extension modules, to the wheel."""

    def dependencies(self) -> list[str]:
        """What compiling the kernel needs."""
        return KERNEL_NEEDS if kernel_wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and with a kernel make the wheel one for this Python and this platform."""
        self._out = Path(tempfile.mkdtemp(prefix="rami-build-"))
        # A source tree compiles its catalogues itself, when a language is first used.
        if version != "editable":
            build_data["force_include"].update(self._catalogues())
        if kernel_wanted():
            self._kernel(version, build_data)

    def _catalogues(self) -> dict[str, str]:
        """The compiled catalogues, and where they belong."""
        ready: dict[str, str] = {}
        for path in sorted(Path(self.root, "src", "rami", "locales").glob("*.po")):
            compiled = self._out / f"{path.stem}.mo"
            with path.open("rb") as po, compiled.open("wb") as mo:
                write_mo(mo, read_po(po))
            ready[str(compiled)] = f"rami/locales/{compiled.name}"
        return ready

    def _kernel(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            raise RuntimeError("an editable install runs the sources: it cannot be compiled")
        subprocess.run(
            [sys.executable, str(Path(self.root, "compile_kernel.py")), str(self._out)], check=True
        )
        lib = self._out / "lib"
        built = [path for path in lib.rglob("*") if path.is_file()]
        build_data["force_include"].update({str(path): str(path.relative_to(lib)) for path in built})
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was built along the way."""
        shutil.rmtree(self._out)


class MetadataHook(MetadataHookInterface):
    """Describes the package by the README; its links are absolute, as `[project.urls]` has it, or gone."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the description."""
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        urls = metadata.get("urls", {})
        source, tag = urls.get("Source", ""), f"v{metadata['version']}"
        addresses = (f"{source}/blob/{tag}", f"{source}/raw/{tag}") if source else ("", "")
        text = absolute_links(text, *addresses, pages=urls.get("Documentation", ""))
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
