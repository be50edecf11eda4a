"""These tests need a browser (`nox -s tryit`); if `selenium` is not installed, they are not collected."""

from __future__ import annotations

from importlib.util import find_spec

from tests.project.browser.pages import address, axe, browser, page

__all__ = ["address", "axe", "browser", "page"]

collect_ignore_glob = [] if find_spec("selenium") else ["test_*.py"]
