"""The build hook: catalogues of messages always, the compiled kernel if HATCH_BUILD_HOOKS_ENABLE=1 asks for it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# Exact versions, so that a release can be built again.
KERNEL_NEEDS = ["mypy==2.4.1", "librt==0.16.0", "setuptools==80.9.0"]


def kernel_wanted() -> bool:
    """Whether the kernel is to be compiled."""
    return os.environ.get("HATCH_BUILD_HOOKS_ENABLE", "") in ("1", "true")


class BuildHook(BuildHookInterface[BuilderConfig]):
    """Adds compiled catalogues, and the kernel's extension modules, to the wheel."""

    def dependencies(self) -> list[str]:
        """What compiling the kernel needs; catalogues need nothing."""
        return KERNEL_NEEDS if kernel_wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and with a kernel make the wheel one for this Python and this platform."""
        self._out = Path(tempfile.mkdtemp(prefix="rami-build-"))
        # an editable install runs the sources, in which catalogues are read as they are; here they are only checked
        ready = self._catalogues()
        if version != "editable":
            build_data["force_include"].update(ready)
        if kernel_wanted():
            self._kernel(version, build_data)

    def _catalogues(self) -> dict[str, str]:
        """The compiled catalogues: where they are, and where they belong."""
        sources = Path(self.root, "src", "rami", "locales")
        po = _loaded(sources / "_po.py")
        ready: dict[str, str] = {}
        for path in sorted(sources.glob("*.po")):
            compiled = self._out / f"{path.stem}.mo"
            compiled.write_bytes(po.compiled(path.read_text(encoding="utf-8")))
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


def _loaded(path: Path) -> ModuleType:
    """A module that imports nothing else of the package, loaded from its file."""
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
