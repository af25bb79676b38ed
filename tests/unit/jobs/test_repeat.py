"""A run's topics found once more: seeds, processors, agreement, and the files of repeats."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from contextlib import chdir
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from sealing import changed_seal

from topograph.cli import main
from topograph.config import RunConfig, stage_settings
from topograph.config.evaluate import MOST_REPEATS
from topograph.jobs.repeat.variants import repeat_environment, repeat_seed, repeat_settings
from topograph.measures.agreement import OF_REPEATS, Repeats, repeat_agreement
from topograph.measures.notapplicable import NotApplicable
from topograph.rundir.checksums import sha256_file
from topograph.rundir.contract import STAGES
from topograph.rundir.locks import try_lock
from topograph.rundir.stagefiles import read_seal
from topograph.system.numbacache import cache_folder
from topograph.workflow import Workflow

# --- seeds and processors


@given(st.integers(0, 2**31 - 1))
def test_every_repeat_has_a_seed_of_its_own_that_the_configuration_would_allow(seed):
    seeds = [repeat_seed(seed, number) for number in range(MOST_REPEATS + 1)]
    assert seeds[0] == seed
    assert len(set(seeds)) == len(seeds)
    for own in seeds:
        assert RunConfig.model_validate({"reduce": {"seed": own}, "cluster": {"seed": own}})


def test_a_repeats_settings_are_the_runs_with_other_seeds():
    settings = stage_settings(
        RunConfig.model_validate({"reduce": {"seed": 3}, "cluster": {"seed": 4, "members": 7}}),
        "repeat",
    )
    own = repeat_settings(settings, 2)
    assert own["reduce"].pop("seed") == repeat_seed(3, 2)
    assert own["cluster"].pop("seed") == repeat_seed(4, 2)
    assert repeat_settings(settings, 0) == settings
    assert (settings["reduce"].pop("seed"), settings["cluster"].pop("seed")) == (3, 4)
    assert own == settings


def test_repeats_with_other_seeds_run_in_the_environment_that_there_is():
    assert repeat_environment({"PATH": "/bin"}, 1) == {"PATH": "/bin"}


@pytest.mark.parametrize("before", [{}, {"NUMBA_CACHE_DIR": "/kept", "NUMBA_CPU_NAME": "other"}])
def test_the_generic_repeat_compiles_for_a_generic_processor_in_a_folder_of_its_own(before):
    given_environment = dict(before)
    own = repeat_environment(before, 0)
    assert own["NUMBA_CPU_NAME"] == "generic"
    assert Path(own["NUMBA_CACHE_DIR"]).parent == cache_folder(before)
    assert before == given_environment


def test_compiled_code_is_kept_in_the_projects_folder_by_default():
    assert cache_folder({}) == Path.cwd() / ".cache/numba"
    assert cache_folder({"NUMBA_CACHE_DIR": ""}) == Path.cwd() / ".cache/numba"
    assert cache_folder({"NUMBA_CACHE_DIR": "/kept"}) == Path("/kept")


@pytest.mark.slow
def test_numba_compiles_the_generic_repeat_for_that_processor_and_keeps_it():
    done = subprocess.run(
        [sys.executable, "-c", COMPILED],
        env=repeat_environment(os.environ, 0),
        capture_output=True,
        text=True,
        check=True,
    )
    target, *kept = done.stdout.splitlines()
    assert target == "generic"
    assert len(kept) >= 3
    assert {Path(path).parent for path in kept} == {cache_folder(os.environ) / "generic"}


# --- agreement


def test_agreement_is_that_of_all_pairs_by_hand():
    # pairs of 4 documents together in both, in the one, in the other, of 6:
    # run, first: 1, 2, 1: (1 - 1/3) / (3/2 - 1/3) = 4/7
    # run, second: 0, 2, 2: (0 - 2/3) / (2 - 2/3) = -1/2
    # first, second: 0, 1, 2: (0 - 1/3) / (3/2 - 1/3) = -2/7
    run, first, second = np.array([[0, 0, 1, 1], [0, 0, 1, 2], [0, 1, 0, 1]])
    found = repeat_agreement(Repeats(run, [first, second], generic=first))
    assert found["agreement_seeds"] == pytest.approx((4 / 7 - 1 / 2 - 2 / 7) / 3)
    assert found["agreement_seeds_least"] == pytest.approx(-1 / 2)
    assert found["agreement_processors"] == pytest.approx(4 / 7)


def test_noise_is_one_more_topic_and_numbers_do_not_count():
    run, renamed = np.array([0, 0, 1, 1, -1, -1]), np.array([1, 1, -1, -1, 0, 0])
    found = repeat_agreement(Repeats(run, [renamed], renamed))
    assert found == dict.fromkeys(OF_REPEATS, pytest.approx(1.0))


def test_the_generic_repeat_does_not_count_among_the_seeds():
    run, other = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
    found = repeat_agreement(Repeats(run, [run, run], other))
    assert list(found.values()) == pytest.approx([1.0, 1.0, -1 / 2])


def test_without_repeats_there_is_no_agreement_and_a_reason():
    assert repeat_agreement(None) == dict.fromkeys(
        OF_REPEATS, NotApplicable("evaluate.repeats is 0")
    )


# --- the files of repeats

RUN = Path("results/tiny")
PORTABLE = {"reduce": {"method": "pca"}, "cluster": {"method": "leiden"}}
#: A repeat's Python starts with this and writes down what it was called with.
SPY = """
import os, sys
with open(os.environ["SPIED"], "a") as file:
    print(*sys.orig_argv[3:4], os.environ.get("NUMBA_CPU_NAME"), file=file)
"""
#: A repeat's Python says which process it is, and waits until it may go on.
WAIT = """
import os, sys, time
if sys.orig_argv[3:4] == ["reduce"]:
    with open("started.tmp", "w") as file:
        file.write(str(os.getpid()))
    os.rename("started.tmp", "started")
    while not os.path.exists("go"):
        time.sleep(0.05)
"""
#: Prints for what numba compiles, and where UMAP's compiled layouts are kept.
COMPILED = """
from topograph.reducers.compilation import import_umap
import_umap()
import numba, umap.layouts
print(numba.config.CPU_NAME)
for value in vars(umap.layouts).values():
    if isinstance(value, numba.core.dispatcher.Dispatcher) and value.__module__ == "umap.layouts":
        print(value.stats.cache_path)
"""


def configure(folder: Path, repeats: int, **sections) -> None:
    """Write the configuration of the run."""
    own = {"parse": {"files": ["data/tiny.csv"]}, "evaluate": {"repeats": repeats}}
    (folder / "config/runs/tiny.yaml").write_text(yaml.safe_dump(own | PORTABLE | sections))


@pytest.fixture(scope="module")
def repeated_project(tiny_project, tmp_path_factory) -> Path:
    """The tiny project, its run made by the portable configuration, with three repeats."""
    folder = tmp_path_factory.mktemp("repeated") / "project"
    shutil.copytree(tiny_project, folder)
    spy = folder.parent / "spy"
    spy.mkdir()
    (spy / "sitecustomize.py").write_text(SPY)
    configure(folder, 2)
    left = folder / RUN / "repeat/1/.left.tmp"  # by a killed attempt
    left.mkdir(parents=True)
    with chdir(folder), pytest.MonkeyPatch.context() as patch:
        for stage in ("reduce", "cluster", "label"):
            assert main([stage, str(RUN)]) == 0
        patch.setenv("PYTHONPATH", str(spy))
        patch.setenv("SPIED", str(folder.parent / "spied.txt"))
        for number in range(3):
            assert main(["repeat", str(RUN), str(number)]) == 0
        for stage in ("plot", "evaluate", "report"):
            assert main([stage, str(RUN)]) == 0
    return folder


@pytest.fixture
def copy(repeated_project, copied) -> Path:
    """A copy of that project, to be changed; the current folder."""
    return copied(repeated_project)


def refused(capsys, *arguments: str) -> str:
    """What a command that must fail says."""
    capsys.readouterr()
    assert main([*arguments]) == 1
    output = capsys.readouterr().err
    assert "Traceback" not in output
    return output


def metrics() -> dict:
    """The metrics of the run in the current folder."""
    return json.loads((RUN / "evaluate/metrics.json").read_text(encoding="utf-8"))


def test_a_repeat_writes_its_topics_and_a_seal_and_leaves_nothing_else(repeated_project):
    folder = repeated_project / RUN / "repeat"
    files = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    names = ("assignments.parquet", "summary.json")
    assert files == {f"{number}/{name}" for number in range(3) for name in names}
    assert list(folder.rglob(".*")) == []
    documents = pd.read_parquet(repeated_project / RUN / "parse/documents.parquet")
    for number in range(3):
        path = folder / f"{number}/assignments.parquet"
        assert [str(kind) for kind in pq.read_schema(path).types] == ["string", "int64"]
        table = pd.read_parquet(path)
        assert table["doc_id"].to_list() == documents["doc_id"].to_list()
        assert set(table["topic"]) >= {0}


def test_a_repeats_seal_tells_the_runs_settings_its_seeds_and_its_inputs(repeated_project):
    run = repeated_project / RUN
    cluster = read_seal(run, "cluster")["settings"]["cluster"]
    for number in range(3):
        seal = read_seal(run, f"repeat/{number}")
        assert seal["settings"]["cluster"] == cluster
        assert seal["settings"]["reduce"] == read_seal(run, "reduce")["settings"]["reduce"]
        assert seal["summary"]["seeds"]["cluster"] == repeat_seed(cluster["seed"], number)
        names = ("embed/embeddings.npy", "parse/documents.parquet")
        assert seal["inputs"] == {name: sha256_file(run / name) for name in names}
        assert {"graspologic-native", "umap-learn"} <= set(seal["versions"])


def test_only_the_generic_repeat_is_compiled_for_a_generic_processor(repeated_project):
    spied = (repeated_project.parent / "spied.txt").read_text().split("\n")[:-1]
    stages = ("reduce", "cluster")
    ours = os.environ.get("NUMBA_CPU_NAME")
    expected = [f"{name} generic" for name in stages] + [f"{name} {ours}" for name in stages] * 2
    assert [line for line in spied if line.split()[0] in stages] == expected


def test_the_metrics_tell_how_far_run_and_repeats_agree(repeated_project):
    run = repeated_project / RUN
    tables = ["cluster", "repeat/1", "repeat/2", "repeat/0"]
    topics = [pd.read_parquet(run / f"{name}/assignments.parquet")["topic"] for name in tables]
    metrics = json.loads((run / "evaluate/metrics.json").read_text(encoding="utf-8"))
    expected = repeat_agreement(Repeats(topics[0], topics[1:3], topics[3]))
    assert {name: metrics[name]["value"] for name in OF_REPEATS} == expected
    # no code that is compiled for the processor ran
    assert metrics["agreement_processors"]["value"] == 1.0


def test_the_report_tells_of_repeats_that_ran(repeated_project):
    page = (repeated_project / RUN / "report.html").read_text(encoding="utf-8")
    assert "Topics found again with 2 other random seeds" in page
    assert "Hubert and Arabie 1985" in page
    assert "agreement processors" in page
    manifest = read_seal(repeated_project / RUN, "report")["summary"]["stages"]
    assert set(manifest) == {*STAGES, "repeat/0", "repeat/1", "repeat/2"} - {"report"}


def test_the_report_tells_why_there_is_no_agreement_without_repeats(tiny_project):
    page = (tiny_project / RUN / "report.html").read_text(encoding="utf-8")
    assert "Topics found again" not in page
    assert re.search(r"Not measured, because evaluate.repeats is 0:\s+agreement seeds,", page)
    assert not (tiny_project / RUN / "repeat").exists()


def test_a_repeat_is_the_same_again_on_more_cores(copy):
    names = ("assignments.parquet", "summary.json")
    before = [(RUN / "repeat/1" / name).read_bytes() for name in names]
    assert main(["repeat", str(RUN), "1", "--threads", "2"]) == 0
    assert [(RUN / "repeat/1" / name).read_bytes() for name in names] == before


@pytest.mark.parametrize(("repeats", "kept"), [(1, {"0", "1"}), (0, None)])
def test_repeats_of_an_earlier_larger_number_are_not_read_and_are_removed(copy, repeats, kept):
    configure(copy, repeats)
    (RUN / "repeat/2/assignments.parquet").write_bytes(b"no table")
    assert main(["evaluate", str(RUN)]) == 0
    folder = RUN / "repeat"
    assert ({path.name for path in folder.iterdir()} if folder.exists() else None) == kept
    assert (metrics()["agreement_seeds"]["value"] is None) == (repeats == 0)
    inputs = read_seal(RUN, "evaluate")["inputs"]
    read = {name.split("/")[1] for name in inputs if name.startswith("repeat/")}
    assert read == (kept or set())


def test_a_missing_repeat_is_reported_with_the_command_that_makes_it(copy, capsys):
    configure(copy, 3)
    output = refused(capsys, "evaluate", str(RUN))
    assert "results/tiny/repeat/3/summary.json is missing" in output
    assert "`topograph repeat results/tiny 3`" in output
    assert "--forcerun repeat`" in output


def test_a_changed_repeat_is_refused(copy, capsys):
    shutil.copy(RUN / "cluster/assignments.parquet", RUN / "repeat/2/assignments.parquet")
    assert "the file has changed since the stage `repeat/2` wrote it" in refused(
        capsys, "evaluate", str(RUN)
    )


def test_repeats_of_other_documents_are_refused(copy, capsys):
    with changed_seal(RUN / "repeat/2/summary.json") as seal:
        seal["inputs"]["embed/embeddings.npy"] = "0" * 64
    output = refused(capsys, "evaluate", str(RUN))
    assert "made from another embed/embeddings.npy than the one in this run" in output


def test_repeats_with_other_settings_than_the_run_are_refused(copy, capsys):
    configure(copy, 2, cluster={"method": "leiden", "n_topics": 3})
    for stage in ("cluster", "label"):
        assert main([stage, str(RUN)]) == 0
    output = refused(capsys, "evaluate", str(RUN))
    assert "results/tiny/repeat/0 cannot be used by `evaluate`" in output
    assert "other settings of `reduce` or `cluster`" in output


def test_a_report_does_not_rest_on_repeats_made_since(copy, capsys):
    for name in ("assignments.parquet", "summary.json"):
        shutil.copy(RUN / "repeat/2" / name, RUN / "repeat/1" / name)
    with changed_seal(RUN / "repeat/1/summary.json") as seal:
        seal["outputs"] = {"repeat/1/assignments.parquet": "0" * 64}
    output = refused(capsys, "report", str(RUN))
    assert "made from another repeat/1/assignments.parquet than the one in this run" in output


def test_verify_looks_at_repeats(copy, capsys):
    assert main(["verify", str(RUN)]) == 0
    with (RUN / "repeat/2/assignments.parquet").open("ab") as file:
        file.write(b" ")
    capsys.readouterr()
    assert main(["verify", str(RUN)]) == 1
    output = capsys.readouterr().out
    assert "repeat/2/assignments.parquet has changed since `repeat/2` wrote it" in output
    assert output.count("all match") == 4


def test_a_file_of_seed_topics_is_an_input_and_its_absence_fails_the_repeat(copy, capsys):
    topics = copy / "config/topics.yaml"
    topics.write_text("kitchen:\n  words: [sauce, bread]\n", encoding="utf-8")
    configure(copy, 2, cluster={"method": "leiden", "seed_topics": "config/topics.yaml"})
    for arguments in (["cluster"], ["label"], ["repeat", "1"]):
        assert main([arguments[0], str(RUN), *arguments[1:]]) == 0
    digest = sha256_file(topics)
    assert read_seal(RUN, "repeat/1")["inputs"]["config/topics.yaml"] == digest
    settings = json.dumps(read_seal(RUN, "repeat/1")["settings"])
    topics.unlink()
    output = refused(capsys, "repeat", str(RUN), "1", "--settings", settings)
    assert "Repeat 1 of tiny failed" in output
    assert "`cluster` ended with status 1" in output
    assert "config/topics.yaml" in output.split("Repeat 1")[0]
    assert not (RUN / "repeat/1/summary.json").exists()
    assert list((RUN / "repeat/1").glob(".*")) == []


def test_every_file_of_a_run_that_is_opened_is_an_input_of_the_rule(root, copy, opened):
    workflow = Workflow({}, copy)
    of_rules = {"repeat": [], "evaluate": workflow.repeated("tiny")}
    of_rules["report"] = workflow.repeat_seals("tiny")
    for name, more in of_rules.items():
        opened.clear()
        assert main([name, str(RUN), *(["1"] if name == "repeat" else [])]) == 0
        text = (root / f"workflow/rules/{name}.smk").read_text(encoding="utf-8")
        inputs = re.search(r" input:\n(.*?)\n    output:", text, re.S)[1]
        literals = re.findall(r'"results/\{run\}/([^"]+)"', inputs)
        known = {str(RUN / literal) for literal in literals} | set(more)
        read = {
            str(path)
            for path in opened
            if RUN in path.parents
            and path.relative_to(RUN).parts[0] in {*STAGES, "repeat"} - {name}
        }
        # a file of a folder that is an input is one, too
        assert all(known & {path, *map(str, Path(path).parents)} for path in read)
        if name == "evaluate":
            assert set(more) <= read


def wait_for(path: Path) -> None:
    """Wait for a file, but not for ever."""
    for _ in range(1200):
        if path.exists():
            return
        time.sleep(0.05)
    raise AssertionError(f"{path} did not appear")


def test_what_outlives_a_killed_repeat_keeps_it_locked(copy):
    spy = copy / "spy"
    spy.mkdir()
    (spy / "sitecustomize.py").write_text(WAIT)
    command = [sys.executable, "-m", "topograph", "repeat", str(RUN), "1"]
    lock = RUN / "logs/.repeat-1.lock"
    with subprocess.Popen(command, env=os.environ | {"PYTHONPATH": str(spy)}) as killed:
        wait_for(Path("started"))
        killed.kill()
    assert try_lock(lock) is None
    Path("go").touch()
    assert main(["repeat", str(RUN), "1"]) == 0  # waits for what is left
    assert list((RUN / "repeat/1").glob(".*")) == []


@pytest.mark.parametrize("number", ["-1", "51", "one", ""])
def test_a_number_that_is_none_of_a_repeat_is_refused(copy, capsys, number):
    with pytest.raises(SystemExit):
        main(["repeat", str(RUN), number])
    assert "number" in capsys.readouterr().err
