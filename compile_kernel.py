"""Compile the kernel with mypyc: `python compile_kernel.py OUT` writes the extension modules into OUT.

The build hook of the wheel runs this.  OUT/c keeps the generated C; the environment's CFLAGS reach the compiler.
With RAMI_QUICK_BUILD=1 nothing is optimised, neither within files nor across them: for trying a change, not for use.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from typing import Any

KERNEL = Path(__file__).parent / "src" / "rami" / "_kernel"

# Modules that stay interpreted, and why.
INTERPRETED = {
    "__init__": "only docstrings",
    "_rt": "the names of native types, which its stub has for mypyc",
}

# mypyc writes `literal << native_int` as a shift of a C int, 32 bits wide, whose result is wrong and silent.
_NARROW_SHIFT = re.compile(r"= -?[0-9]+ << cpy")


def quick() -> bool:
    """Return whether a build that is made fast is asked for, instead of one that runs fast."""
    return os.environ.get("RAMI_QUICK_BUILD", "") in ("1", "true")


def narrow_shifts(c_text: str) -> list[str]:
    """The lines of generated C that shift a literal, which is only a C int, by a variable."""
    return [line.strip() for line in c_text.splitlines() if _NARROW_SHIFT.search(line)]


def sources() -> list[Path]:
    """The modules to compile."""
    return sorted(path for path in KERNEL.rglob("*.py") if path.stem not in INTERPRETED)


def main(out: Path) -> None:
    """Compile copies of the modules outside of the source tree, in which nothing is left behind."""
    tree, c_code = out / "tree", out / "c"
    package = tree / "rami" / "_kernel"
    c_code.mkdir(parents=True)
    # A package without the rest of rami: mypyc needs to read nothing else, and attrs need not be there.
    shutil.copytree(KERNEL, package, ignore=shutil.ignore_patterns("__pycache__"))
    (tree / "rami" / "__init__.py").touch()
    os.chdir(tree)

    from mypyc.build import mypycify
    from setuptools import setup
    from setuptools.command.build_ext import build_ext

    class BuildInParallel(build_ext):
        """Compiles as many files at a time as there are processors, and optimises across them in the end."""

        def build_extensions(self) -> None:
            if "gcc" in Path(self.compiler.compiler_so[0]).name and not quick():
                library = next(each for each in self.extensions if each.name.endswith("__mypyc"))
                library.extra_compile_args.append("-flto")
                library.extra_link_args += ["-flto=auto", "-O3"]
            compiled = self.compiler.compile
            with ThreadPoolExecutor(os.cpu_count()) as pool:

                def compile_all(files: list[str], **options: Any) -> list[str]:
                    def compile_one(file: str) -> list[str]:
                        made: list[str] = compiled([file], **options)
                        return made

                    return [*chain.from_iterable(pool.map(compile_one, files))]

                self.compiler.compile = compile_all
                super().build_extensions()

    modules = [str(Path("rami/_kernel", path.relative_to(KERNEL))) for path in sources()]
    extensions: list[Any] = mypycify(
        ["--config-file=", "--strict", *modules],
        opt_level="0" if quick() else "3",
        debug_level="0",
        multi_file=True,
        target_dir=str(c_code),
        group_name="rami",
    )
    if os.name == "posix":
        # Calls between functions of the kernel need no lookup if only the modules are visible, and small functions can
        # be inlined. CFLAGS in the environment, even if empty, replaces the two flags with which Python was built: one
        # leaves asserts out, the other defines what an integer does when it overflows.
        for extension in extensions:
            extension.extra_compile_args += ["-fvisibility=hidden", "-DNDEBUG", "-fwrapv"]
    faults = [line for path in c_code.glob("*.c") for line in narrow_shifts(path.read_text())]
    if faults:
        sys.exit("a literal is shifted as a C int; take the bit from a table:\n" + "\n".join(faults))
    setup(
        name="rami-kernel",
        ext_modules=extensions,
        packages=[],
        cmdclass={"build_ext": BuildInParallel},
        script_args=[
            *("-q", "build_ext", f"--parallel={os.cpu_count()}"),
            *("--build-lib", str(out / "lib"), "--build-temp", str(out / "temp")),
        ],
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
