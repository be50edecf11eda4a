"""The build hook of the compiled wheel: off unless HATCH_BUILD_HOOKS_ENABLE=1 asks for it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledKernel(BuildHookInterface[BuilderConfig]):
    """Adds the kernel's extension modules to the wheel, beside its sources."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and make the wheel one for this Python and this platform."""
        if version == "editable":
            raise RuntimeError("an editable install runs the sources: it cannot be compiled")
        self._out = Path(tempfile.mkdtemp(prefix="rami-kernel-"))
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
