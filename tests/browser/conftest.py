"""One browser for all tests of pages, and explorers of made-up runs."""

import pytest
from chromium import BROWSER, Chromium


def pytest_collection_modifyitems(items):
    """Without a browser on this machine nothing here can run."""
    if BROWSER is None:
        for item in items:
            if "tests/browser" in str(item.path):
                item.add_marker(pytest.mark.skip(reason="no Chromium on this machine"))


@pytest.fixture(scope="session")
def browser(tmp_path_factory):
    """A browser, its network cut off."""
    made = Chromium(tmp_path_factory.mktemp("chromium"))
    yield made
    made.close()
