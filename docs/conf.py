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

# These modules import some names only for type checkers, but autodoc reads signatures from the running program.
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
# The pages of the wire include these files.
exclude_patterns = ["_build", "reference/wire/*"]
# `names` in docstrings become links if something has that name, and code otherwise.
default_role = "py:obj"
# The pages of the environments are built without these libraries.
autodoc_mock_imports = ["gymnasium", "numpy", "pettingzoo", "pyspiel"]
# Next to a mocked class, autodoc reads types as text. Some are then ambiguous, but either meaning will do.
suppress_warnings = ["ref.python"]
nitpicky = True
nitpick_ignore = [
    ("py:class", "concurrent.futures._base.Executor"),
    ("py:class", "fractions.Fraction"),
    ("py:class", "rami.policies.declaring.fields._Default"),
    ("py:class", "os.PathLike"),
]
nitpick_ignore_regex = [
    # A name in backquotes may be a value or a parameter.
    ("py:obj", ".*"),
    # The note of an annotated alias looks like types with commas between them.
    ("py:class", r"types\.Annotated|'or its cards|a tuple|until they are read'"),
    ("py:class", r"rami\..*\.T"),
    ("py:class", r"rami\._kernel\..*"),
    ("py:class", r"(gymnasium|np|numpy|pettingzoo|pyspiel)\..*"),
    ("py:exc", r"gymnasium\..*"),
]

# The browser page, if `nox -s tryit` has built it.
PAGES = Path(__file__).parent / "_build" / "pages"
if (PAGES / "try-it" / "built.json").exists():
    html_extra_path = [str(PAGES)]
    tags.add("tryit")  # type: ignore[name-defined]  # noqa: F821  # defined by Sphinx

html_theme = "furo"
# The addresses of the project are only in [project.urls]; without them, pages have no link to their source.
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

# The test suite runs the examples in docstrings, so only those of the pages run here.
doctest_test_doctest_blocks = ""
# Compare the text of errors too, which Sphinx ignores by default.
doctest_default_flags = doctest.DONT_ACCEPT_TRUE_FOR_1 | doctest.ELLIPSIS

# Many items begin with a value such as "penalty", for which smart quotes would choose a wrong opening quote.
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
    """Show the members of enumerations even if they have no docstring, except codes, which have separate pages."""
    if isinstance(member, Reason):
        return True
    return False if isinstance(member, Enum) and not name.startswith("_") else None


def hide_private_bases(_app: Sphinx, _name: str, _value: object, _options: object, bases: list[type]) -> None:
    """Hide base classes that only hold fields, and replace mocked classes by the class that they stand for."""
    bases[:] = [getmro(type(base))[1] if "(" in base.__name__ else base for base in bases]
    bases[:] = [base for base in bases if _is_public(base)] or [object]


def _is_public(base: type) -> bool:
    """Return whether the class is public: in the `__all__` of its module, if the module has one."""
    offered = getattr(sys.modules.get(base.__module__), "__all__", [base.__name__])
    return "._" not in f"{base.__module__}.{base.__name__}" and base.__name__ in offered


def name_language(_: Sphinx, pagename: str, __: str, context: dict[str, object], ___: object) -> None:
    """Set the language and the direction of the rulebooks in other languages."""
    lang = pagename.rpartition("-")[2]
    if pagename.startswith("rulebook/") and lang in rami.locales.languages():
        context["language"] = lang
        if rami.locales.language(lang).right_to_left:
            context["body"] = f'<div dir="rtl">{context["body"]}</div>'


def setup(app: Sphinx) -> None:
    """Register the functions of this file with Sphinx."""
    app.connect("env-check-consistency", check_public)
    app.connect("autodoc-skip-member", keep_members)
    app.connect("autodoc-process-bases", hide_private_bases)
    app.connect("html-page-context", name_language)
