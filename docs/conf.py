"""Configuration of the documentation."""

from __future__ import annotations

import doctest
import sys
import tomllib
from enum import Enum
from inspect import getmro
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from _changes import write_changes
from _messages import write_messages
from _public import undescribed
from _rulebooks import write_rulebooks
from _traceability import write_pages
from _wire import write_wire
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.ext.autodoc import mock
from sphinx.util import logging

import rami.locales
import rami.policies._queries
import rami.variants
from rami.errors import Reason

# Names that these modules import for type checkers only; the signatures below are read from the running program.
for module, name in (
    (rami.policies._queries, "LayDown"),
    (rami.variants, "Variant"),
):
    setattr(module, name, getattr(rami, name))

PYPROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))

project = "rami"
author = "rami contributors"
copyright = "2026, rami contributors"  # noqa: A001
version = release = PYPROJECT["project"]["version"]

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.doctest",
    "sphinx.ext.intersphinx",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
    "sphinx_copybutton",
    "_reference",
]
# The parts of the page "The wire" are included there.
exclude_patterns = ["_build", "reference/wire/*"]
# `names` in docstrings are links where there is something of that name, else code
default_role = "py:obj"
# Libraries that the pages of the environments are built without.
autodoc_mock_imports = ["gymnasium", "numpy", "pettingzoo", "pyspiel"]
# Beside a mocked class types are read as they are written: some have two homes, and either will do.
suppress_warnings = ["ref.python"]
nitpicky = True
nitpick_ignore = [
    ("py:class", "concurrent.futures._base.Executor"),
    ("py:class", "fractions.Fraction"),
    ("py:class", "rami.policies.declaring.fields._Default"),
    ("py:class", "os.PathLike"),
]
nitpick_ignore_regex = [
    # what docstrings quote may be a value or a parameter
    ("py:obj", ".*"),
    # the note of an annotated alias, which looks like types with commas between them
    ("py:class", r"types\.Annotated|'or its cards|a tuple|until they are read'"),
    ("py:class", r"rami\..*\.T"),
    ("py:class", r"rami\._kernel\..*"),
    ("py:class", r"(gymnasium|np|numpy|pettingzoo|pyspiel)\..*"),
    ("py:exc", r"gymnasium\..*"),
]

# The page to try rami in the browser, where `nox -s tryit` has built it.
PAGES = Path(__file__).parent / "_build" / "pages"
if (PAGES / "try-it" / "built.json").exists():
    html_extra_path = [str(PAGES)]
    tags.add("tryit")  # type: ignore[name-defined]  # noqa: F821  # Sphinx gives it to this file

html_theme = "furo"
# The addresses of the project have one place, [project.urls]; without them the pages have no link to their source.
URLS = PYPROJECT["project"].get("urls", {})
html_baseurl = URLS.get("Documentation", "")
if "Source" in URLS:
    html_theme_options = {
        "source_repository": URLS["Source"],
        "source_branch": "main",
        "source_directory": "docs/",
    }
html_title = f"rami {release}"

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

intersphinx_mapping = {"python": ("https://docs.python.org/3", "_inventories/python.inv")}

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
autodoc_default_options = {"members": True, "show-inheritance": True}

# The examples inside docstrings run with the test suite; here only those of the pages do.
doctest_test_doctest_blocks = ""
# The words of an error count, too: Sphinx would ignore them.
doctest_default_flags = doctest.DONT_ACCEPT_TRUE_FOR_1 | doctest.ELLIPSIS

# Values such as "penalty" begin many items, where smart quotes would open them with a closing one.
smartquotes = False
html_static_path = ["_static"]
html_css_files = ["cards.css"]
html_js_files = ["code.js"]
html_favicon = "_favicon.svg"

copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

write_changes()
write_messages()
write_pages()
write_rulebooks()
write_wire()


def check_public(_: Sphinx, env: BuildEnvironment) -> None:
    """Warn of public names that no page describes."""
    domain = env.domains.python_domain
    with mock(autodoc_mock_imports):
        missing = tuple(undescribed(domain.modules, domain.objects))
    for name in missing:
        logging.getLogger(__name__).warning("%s is public, but no page describes it", name)


def keep_members(
    _app: Sphinx, _what: str, name: str, member: object, _skip: bool, _options: object
) -> bool | None:
    """Show the members of enumerations that have no words of their own, too; codes have pages of their own."""
    if isinstance(member, Reason):
        return True
    return False if isinstance(member, Enum) and not name.startswith("_") else None


def hide_private_bases(_app: Sphinx, _name: str, _value: object, _options: object, bases: list[type]) -> None:
    """Classes that hold fields for others are no part of the interface; a mocked class has no parameters."""
    bases[:] = [getmro(type(base))[1] if "(" in base.__name__ else base for base in bases]
    bases[:] = [base for base in bases if _is_public(base)] or [object]


def _is_public(base: type) -> bool:
    """Whether the module of a class offers it, where it lists what it offers."""
    offered = getattr(sys.modules.get(base.__module__), "__all__", [base.__name__])
    return "._" not in f"{base.__module__}.{base.__name__}" and base.__name__ in offered


def name_language(_: Sphinx, pagename: str, __: str, context: dict[str, object], ___: object) -> None:
    """Say of rulebooks in other languages in which one they are, and how they run."""
    lang = pagename.rpartition("-")[2]
    if pagename.startswith("rulebook/") and lang in rami.locales.languages():
        context["language"] = lang
        if rami.locales.language(lang).right_to_left:
            context["body"] = f'<div dir="rtl">{context["body"]}</div>'


def setup(app: Sphinx) -> None:
    """Add the check of public names, the members of enumerations, and the language of each page."""
    app.connect("env-check-consistency", check_public)
    app.connect("autodoc-skip-member", keep_members)
    app.connect("autodoc-process-bases", hide_private_bases)
    app.connect("html-page-context", name_language)
