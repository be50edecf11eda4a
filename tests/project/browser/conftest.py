"""These tests need a browser (`nox -s tryit`): `selenium` to be collected, and `geckodriver` for Firefox."""

from __future__ import annotations

import shutil
from importlib.util import find_spec

from tests.project.browser.pages import address, axe, browser, page

__all__ = ["address", "axe", "browser", "page"]

collect_ignore_glob = [] if find_spec("selenium") else ["test_*.py"]
collect_ignore = [] if shutil.which("geckodriver") else ["test_firefox.py"]
