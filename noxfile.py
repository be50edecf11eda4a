#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = ["nox>=2025.2.9"]
# ///
"""All checks of the project: `nox` runs the tests, and `nox -l` lists the other sessions."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import ssl
import subprocess
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import nox
from nox.command import CommandFailed

nox.needs_version = ">=2025.2.9"
nox.options.default_venv_backend = "uv|virtualenv"
nox.options.sessions = ["tests"]
nox.options.reuse_venv = "yes"
nox.options.download_python = "never"
nox.options.error_on_missing_interpreters = True

CERTIFICATES = ssl.get_default_verify_paths()
if CERTIFICATES.cafile or CERTIFICATES.capath:
    # By default uv uses its own certificates; pip, and many proxies, need the certificates of the machine.
    os.environ.setdefault("UV_SYSTEM_CERTS", "true")

PYPROJECT = nox.project.load_toml("pyproject.toml")

# The messages of uv and pip if a package has no wheel for this platform.
NO_WHEEL = (
    "has no usable wheels",
    "no wheels with a matching",
    "No matching distribution found for open-spiel",
    "No matching distribution found for atheris",
)


def install(session: nox.Session, *groups: str, package: bool = True) -> None:
    """Install dependency groups and, unless `package` is false, rami with the extra `json`."""
    requirements = nox.project.dependency_groups(PYPROJECT, *groups) if groups else ()
    if package:
        session.install(
            "--reinstall-package=rami" if session.venv_backend == "uv" else "--upgrade", ".[json]"
        )
    if requirements:
        session.install(*requirements)


def run_tests(session: nox.Session, *usual: str, depth: str = "quick") -> None:
    """Run the tests named on the command line, or else the usual tests, on all processors; list the slowest."""
    xdist = ("-n", "auto", "--dist", "worksteal", "--durations=20")
    session.run("pytest", *xdist, "--depth", depth, *(session.posargs or usual))


def install_wheels(session: nox.Session, package: str, undone: str) -> None:
    """Install the dependency group of a session, or skip the session with a message if a package has no wheel."""
    log = Path(session.create_tmp()) / "installation.txt"
    requirements = nox.project.dependency_groups(PYPROJECT, session.name)
    try:
        with log.open("w") as out:
            session.install(f"--only-binary={package}", *requirements, silent=False, stdout=out)
    except CommandFailed:
        answer = log.read_text()
        if any(words in answer for words in NO_WHEEL):
            session.skip(f"{undone}: there is no wheel of {package} for this machine and this Python")
        session.error(answer)


@nox.session
def tests(session: nox.Session) -> None:
    """Run the tests and doctests on the installed package, with a part of each search that changes every day."""
    install(session, "test", "parallel")
    run_tests(session)


@nox.session
def full(session: nox.Session) -> None:
    """Run the tests and doctests with all searches complete, which takes five times as long as `tests`."""
    install(session, "test", "parallel")
    run_tests(session, depth="full")


def install_compiled(session: nox.Session, c_flags: str = "") -> None:
    """Install the compiled build with the test dependencies, or skip the session if nothing can be compiled."""
    compiler = (sysconfig.get_config_var("CC") or "").split()
    if compiler and not shutil.which(compiler[0]):
        session.skip(f"NOT COMPILED: there is no C compiler ({compiler[0]}) on this machine")
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        session.skip("NOT COMPILED: the headers of this Python (Python.h) are not installed")
    install(session, "test", "parallel", package=False)
    env = {"HATCH_BUILD_HOOKS_ENABLE": "1", "CFLAGS": f"{os.environ.get('CFLAGS', '')} {c_flags}".strip()}
    session.install("--reinstall-package=rami" if session.venv_backend == "uv" else "--upgrade", ".", env=env)
    session.run("python", "-c", "import rami; assert rami.__compiled__")


@nox.session
def compiled(session: nox.Session) -> None:
    """Run the tests on a build with the compiled kernel; `-- --depth full` completes all searches."""
    install_compiled(session)
    run_tests(session)


@nox.session
def lowest(session: nox.Session) -> None:
    """Run the tests with the lowest allowed versions of all dependencies, which uv selects."""
    groups = nox.project.dependency_groups(PYPROJECT, "test", "parallel")
    session.install("--resolution=lowest-direct", "--reinstall-package=rami", ".[json]", *groups)
    run_tests(session)


@nox.session
def conditions(session: nox.Session) -> None:
    """Run some tests with another order of sets, an ASCII locale, a read-only home, warnings as errors, and -O."""
    install(session, "test", "parallel")
    home = Path(session.create_tmp(), "home")
    home.mkdir(mode=0o500, exist_ok=True)
    usual = [f"tests/{name}" for name in ("rules", "unit/notation", "unit/locales", "unit/policies")]
    pytest = ("-m", "pytest", "-n", "auto", "-p", "no:cacheprovider", *(session.posargs or usual))
    for env in ({"PYTHONHASHSEED": "1"}, {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}):
        session.run("python", *pytest, env=env)
    session.run("python", "-W", "error", *pytest, env={"HOME": str(home), "XDG_CACHE_HOME": str(home)})
    # With -O, asserts are not executed, so tests would prove nothing; doctests still compare output.
    session.run(
        "python", "-O", "-m", "pytest", "-W", "ignore::pytest.PytestConfigWarning", "--pyargs", "rami"
    )


@nox.session
def shifts(session: nox.Session) -> None:
    """Run tests on a kernel that stops at any bit shift whose result C leaves undefined."""
    install_compiled(session, "-fsanitize=shift-exponent -fno-sanitize-recover=shift-exponent")
    usual = [f"tests/{name}" for name in ("project/builds", "rules", "unit")]
    run_tests(session, *usual)


@nox.session
def lint(session: nox.Session) -> None:
    """Check style, formatting and the direction of imports."""
    install(session, "lint")
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")
    session.run("lint-imports")


@nox.session
def typing(session: nox.Session) -> None:
    """Run mypy and pyright in strict mode, and check that all public names of the package have known types."""
    install(session, "typing")
    session.run("mypy")
    session.run("pyright")
    told = session.run(
        *("pyright", "--verifytypes", "rami", "--ignoreexternal", "--outputjson"),
        silent=True,
        success_codes=[0, 1],
    )
    if told is None:  # with --install-only, no command is run
        return
    symbols = json.loads(str(told))["typeCompleteness"]["symbols"]
    unknown = {each["name"] for each in symbols if each["isExported"] and not each["isTypeKnown"]}
    # PettingZoo has no type annotations, so the base of this class is unknown.
    if unknown != {"rami.ext.pettingzoo.RamiAEC"}:
        session.error(f"not of known types: {sorted(unknown)}")


@nox.session
def docs(session: nox.Session) -> None:
    """Build the documentation with warnings as errors, then run its examples; both work without a network."""
    install(session, "docs")
    out = session.create_tmp()
    for builder in ("html", "doctest"):
        # The second builder reuses the pages that the first has parsed.
        strictly = ("-qnW", "--keep-going", "-b", builder, "-d", f"{out}/doctrees")
        session.run("sphinx-build", *strictly, "docs", f"{out}/{builder}")


def check_files(session: nox.Session, files: list[str]) -> None:
    """Check that the wheel and the source archive contain the intended files and no others."""
    listed = subprocess.run(["git", "ls-files", "-z"], check=True, capture_output=True).stdout.decode()
    tracked = {name for name in listed.split("\0") if name}
    for path in files:
        if path.endswith(".whl"):
            with zipfile.ZipFile(path) as wheel:
                found = {name for name in wheel.namelist() if ".dist-info/" not in name}
            sources = {name.removeprefix("src/") for name in tracked if name.startswith("src/rami/")}
            meant = {f"{name[:-2]}mo" if name.endswith(".po") else name for name in sources}
        else:
            with tarfile.open(path) as archive:
                found = {member.name.partition("/")[2] for member in archive if member.isfile()}
            apart = (
                ".github/",
                ".devcontainer/",
                ".editorconfig",
                ".pre-commit-config.yaml",
                ".readthedocs.yaml",
            )
            meant = {name for name in tracked if not name.startswith(apart)} | {"PKG-INFO"}
        if found != meant:
            session.error(f"{path}: {sorted(found ^ meant)[:20]}")


@nox.session
def package(session: nox.Session) -> None:
    """Build the wheel and the source archive twice, and check both; `-- DIRECTORY` keeps the files."""
    install(session, "package", package=False)
    session.run("validate-pyproject", "pyproject.toml")
    built: list[dict[str, bytes]] = []
    out = Path(*session.posargs[:1]) if session.posargs else Path(session.create_tmp())
    for _ in range(2):
        for old in out.glob("rami-*"):
            old.unlink()
        session.run("python", "-m", "build", "--installer", "uv", "-o", str(out))
        built.append({path.name: path.read_bytes() for path in out.glob("rami-*")})
    if built[0] != built[1]:
        session.error("two builds differ")
    files = sorted(str(path) for path in out.glob("rami-*"))
    check_files(session, files)
    wheel = next(name for name in files if name.endswith(".whl"))
    session.run("twine", "check", "--strict", *files)
    session.run("check-wheel-contents", wheel)
    alone = Path(session.create_tmp(), "alone")
    session.run("python", "-m", "venv", "--clear", "--without-pip", str(alone))
    python = str(next(path for path in alone.glob("*/*") if path.stem == "python"))
    session.run("uv", "pip", "install", "-q", "--python", python, wheel)
    bill = str(out / f"{Path(wheel).name.partition('-py3')[0]}.cdx.json")
    session.run("cyclonedx-py", "environment", "--output-reproducible", "--of", "JSON", "-o", bill, python)


@nox.session
def workflows(session: nox.Session) -> None:
    """Check the workflows and the other files that GitHub and Read the Docs use."""
    install(session, "workflows", package=False)
    forms = sorted(str(path) for path in Path(".github").rglob("*.yml"))
    jobs = [path for path in forms if "workflows" in path]
    session.run("check-jsonschema", "--builtin-schema", "vendor.github-workflows", *jobs)
    session.run("check-jsonschema", "--builtin-schema", "vendor.dependabot", ".github/dependabot.yml")
    session.run("check-jsonschema", "--builtin-schema", "vendor.readthedocs", ".readthedocs.yaml")
    session.run("zizmor", "--offline", "--no-progress", "--quiet", ".github")
    session.run("actionlint", *jobs)


@nox.session
def release(session: nox.Session) -> None:
    """Check that a release can be made: list the conditions that are not met, or run all sessions that must pass."""
    version, urls = PYPROJECT["project"]["version"], PYPROJECT["project"].get("urls", {})
    told = {
        "CITATION.cff has another version": f"version: {version}" in Path("CITATION.cff").read_text(),
        "CHANGELOG.md has no section of it with a date (nox -s changelog -- --yes)": f"## [{version}] - 2"
        in Path("CHANGELOG.md").read_text(),
        "pyproject.toml has no addresses, [project.urls], to which README.md can link": {
            "Documentation",
            "Source",
        }
        <= urls.keys(),
        "CITATION.cff has no repository-code with the address of the source": urls.get("Source", "?")
        in Path("CITATION.cff").read_text(),
        "its pickles are not kept (python -m tests.support.write_pickles)": Path(
            "tests/data/pickles", version
        ).is_dir(),
        "the work tree has changes": not subprocess.run(
            ["git", "status", "--porcelain"], check=True, capture_output=True
        ).stdout,
    }
    missing = [words for words, done in told.items() if not done]
    if missing:
        session.error(f"{version}: " + "; ".join(missing))
    for name in (
        "lint",
        "typing",
        "docs",
        "full",
        "compiled",
        "conditions",
        "lowest",
        "workflows",
        "package",
    ):
        session.notify(name)
    session.log(
        f"then: git tag -s v{version}, push it, and publish a release of it on the forge, which uploads the files"
    )


@nox.session
def changelog(session: nox.Session) -> None:
    """Show the changes of the next release; `-- --yes` moves them from changelog.d into CHANGELOG.md."""
    install(session, "changelog", package=False)
    version = PYPROJECT["project"]["version"]
    session.run("towncrier", "build", "--version", version, *(session.posargs or ("--draft",)))


@nox.session
def peers(session: nox.Session) -> None:
    """Compare whole games with OpenSpiel's gin rummy, or skip if OpenSpiel has no wheel."""
    install(session, "test")
    install_wheels(session, "open-spiel", "NOT COMPARED")
    session.run("pytest", "tests/oracle/peers", *session.posargs)


@nox.session
def learning(session: nox.Session) -> None:
    """Run the checks of PettingZoo, Gymnasium and OpenSpiel on rami's environments."""
    install(session, "test")
    install_wheels(session, "open-spiel", "NOT CHECKED")
    session.run("pytest", "tests/project/learning", *session.posargs)


@nox.session
def training(session: nox.Session) -> None:
    """Run algorithms of OpenSpiel and checks of stable-baselines3 on small games of rami; this needs PyTorch."""
    install(session, "test")
    install_wheels(session, "open-spiel", "NOT TRAINED")
    session.run("pytest", "tests/project/training", *session.posargs)


@nox.session
def cluster(session: nox.Session) -> None:
    """Play rounds on a Dask cluster with two workers, some of which are killed."""
    install(session, "cluster")
    session.run("pytest", "tests/project/cluster", *session.posargs)


@nox.session
def server(session: nox.Session) -> None:
    """Test `examples/server` on its own PostgreSQL: kill it at random moments, and load it with 200 tables."""
    install(session, "server")
    if not shutil.which("initdb") and not list(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
        if not shutil.which("apt-get") or os.geteuid() != 0:
            session.error("PostgreSQL is not installed: apt-get install postgresql")
        session.run("apt-get", "install", "-qq", "--no-install-recommends", "postgresql", external=True)
    session.run("pytest", "-s", "tests/project/server", *session.posargs)


@nox.session
def tryit(session: nox.Session) -> None:
    """Build the browser page, which needs npm, and test it and the page of `examples/server` in Chromium."""
    install(session, "browser")
    built = bool(shutil.which("npm"))
    if built:
        session.run("python", "docs/_try_it/build.py")
    else:
        session.warn("NOT BUILT: the page needs Pyodide from npm, and there is no npm on this machine")
    if not shutil.which("chromedriver"):
        session.skip("NOT TRIED: there is no chromedriver on this machine")
    if not shutil.which("geckodriver"):
        session.warn("NOT TRIED IN FIREFOX: there is no geckodriver on this machine")
    session.run(
        "pytest",
        "tests/project/browser" if built else "tests/project/browser/test_tables.py",
        *session.posargs,
    )


@nox.session
def wire(session: nox.Session) -> None:
    """Make TypeScript types from the schemas and compile a program that uses them; this needs npm's registry."""
    install(session, "test")
    out = session.posargs[0] if session.posargs else session.create_tmp()
    session.run("python", "-m", "tests.project.wire.make_types", out)
    session.run("pytest", "tests/project/test_client.py", "--depth", "full")


@nox.session
def fuzz(session: nox.Session) -> None:
    """Give the readers damaged texts of every kind, for ten minutes or for RAMI_FUZZ_SECONDS."""
    install(session, "test")
    half = float(os.environ.get("RAMI_FUZZ_SECONDS", "600")) / 2
    seed = os.environ.get("RAMI_FUZZ_SEED", str(secrets.randbelow(10**9)))
    env = {"RAMI_FUZZ_SECONDS": str(half), "RAMI_FUZZ_SEED": seed, "RAMI_HYPOTHESIS_PROFILE": "explore"}
    paths = ("tests/robust/fuzz", "tests/unit/notation")
    session.run("pytest", "--depth", "full", *paths, *session.posargs, env=env)
    install_wheels(session, "atheris", "NOT FUZZED BY ATHERIS")
    session.run("python", "-m", "tests.robust.fuzz.run", "--seconds", str(half), "--seed", seed)


@nox.session
def soak(session: nox.Session) -> None:
    """Compare rami with the reference rules at random for ten minutes; `-- --seconds N`, `-- --crowded`."""
    install(session, "test")
    session.run("python", "-m", "tests.oracle.differential.soak", *session.posargs)


@nox.session
def packs(session: nox.Session) -> None:
    """Compare all turns of whole small packs with the reference rules; the session `tests` compares a part."""
    install(session, "test", "parallel")
    session.env["RAMI_PACK_SHARE"] = "1"
    small = sorted(Path("tests/oracle/differential").glob("test_small_pack*.py"))
    run_tests(session, *map(str, small), depth="full")


@nox.session
def breaks(session: nox.Session) -> None:
    """Break each rule on purpose, and check that every test that cites it fails; `-- RULE ...` selects rules."""
    install(session, "test")
    # The breaks change the files in src, so the tests must import these files and not an installed package.
    session.run("python", "-m", "tests.robust.breaks.run", *session.posargs, env={"PYTHONPATH": "src"})


@nox.session
def mutation(session: nox.Session) -> None:
    """Make a sample of small changes in the code, and list the changes with which no test fails."""
    install(session, "mutation")
    session.run("python", "-m", "tests.robust.mutation", *session.posargs)


@nox.session
def bench(session: nox.Session) -> None:
    """Measure both builds and comparable libraries for 15 minutes, or `-- --quick`; see benchmarks/README.md."""
    session.run("python", "-m", "benchmarks", *session.posargs)


@nox.session
def stalls(session: nox.Session) -> None:
    """Time the list of moves in a million positions, and print the slow positions; `-- --positions N VARIANT ...`."""
    install(session, "test")
    session.run("python", "-m", "benchmarks.stalls", *session.posargs)


@nox.session
def guard(session: nox.Session) -> None:
    """Count the instructions of both builds and compare them with the budgets; `-- --write` sets new budgets."""
    session.run("python", "-m", "benchmarks.guard", *session.posargs)


if __name__ == "__main__":
    nox.main()
