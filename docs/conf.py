"""Configuration of the documentation."""

from __future__ import annotations

from importlib.metadata import version as version_of

project = "rami"
author = "rami contributors"
copyright = "2026, rami contributors"  # noqa: A001
version = release = version_of("rami")

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.doctest",
    "sphinx.ext.intersphinx",
]
exclude_patterns = ["_build"]
nitpicky = True

html_theme = "furo"
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
