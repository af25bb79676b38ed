"""A change re-runs the stages it concerns and what follows them, and nothing else."""

import hashlib
import io
import json
import os
import re
import shutil
import threading
import time

import numpy as np
import pytest
import safetensors.numpy
from other_values import COMPANIONS, OTHER_VALUES
from projects import random_words

from topograph.config import leaf_fields, run_time_keys
from topograph.config.docs import first_stage
from topograph.encoders.shipped import shipped_files

#: What runs again, by the first stage concerned.
FOLLOWING = {
    "parse": {"parse", "embed", "reduce", "cluster", "label", "plot", "evaluate", "report"},
    "embed": {"embed", "reduce", "cluster", "label", "plot", "evaluate", "report"},
    "reduce": {"reduce", "cluster", "label", "plot", "evaluate", "report"},
    "cluster": {"cluster", "label", "plot", "evaluate", "report"},
    "label": {"label", "plot", "evaluate", "report"},
    "plot": {"plot", "report"},
    "evaluate": {"evaluate", "report"},
    "report": {"report"},
}
#: The first stage that a module shared by several concerns.
SHARED = {
    "rundir/stagefiles.py": "parse",
    "rundir/contract.py": "parse",
    "errors.py": "parse",
    "system/filenames.py": "parse",
    "rundir/provenance.py": "parse",
    "encoders/onnx.py": "embed",
    "core/topics.py": "cluster",
    "language/sentences.py": "parse",
    "language/words.py": "label",
    "language/segmentation.py": "cluster",
}
#: A change of a module that is more than another comment.
EDIT = "EDITED = True\n"
#: Files of a stage's package that are not Python, with a comment in their language.
PAGES = {
    "stages/plot/explorer/main.js": "// a comment\n",
    "stages/plot/explorer/explorer.css": "/* a comment */\n",
    "stages/plot/explorer/page.html": "<!-- a comment -->\n",
    "stages/report/page.html": "<!-- a comment -->\n",
}


def value_at(settings, key):
    for part in key.split("."):
        settings = settings[part]
    return settings


@pytest.mark.parametrize("key", leaf_fields())
def test_a_changed_key_reaches_its_stage_and_reruns_what_follows(finished, key):
    assert key in OTHER_VALUES, "name another valid value of this key in OTHER_VALUES"
    first = key.split(".")[0]
    following = FOLLOWING[first]
    if key == "cluster.members":  # that of the layouts, which `reduce` makes
        first, following = "reduce", FOLLOWING["reduce"]
    if key == "evaluate.label_column":  # it is drawn, too
        first, following = "plot", FOLLOWING["plot"] | FOLLOWING["evaluate"]
    if key == "evaluate.repeats":
        following = {"repeat"} | following
    finished.configure({key: OTHER_VALUES[key]} | COMPANIONS.get(key, {}))
    plan = finished.plan()
    if key in run_time_keys():
        assert (plan.rules, first_stage(key)) == (set(), "nothing")
        return
    assert plan.rules == following
    assert first_stage(key) == first
    assert value_at(plan.settings[first], key) == OTHER_VALUES[key]
    assert value_at(plan.settings["report"], key) == OTHER_VALUES[key]


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"label.phrase_words": 2, "label.name_terms": 3}, id="swapped"),
        pytest.param({"label.representatives": 2}, id="another-of-the-values-there"),
    ],
)
def test_values_that_change_places_are_noticed(finished, changes):
    # label.phrase_words is 3, label.name_terms 2, label.representatives 3
    finished.configure(changes)
    assert finished.plan().rules == FOLLOWING["label"]


def test_a_value_on_the_command_line_counts_as_one_in_the_file(finished):
    plan = finished.plan("--config", "cluster={min_cluster_size: 5}")
    assert plan.rules == FOLLOWING["cluster"]
    assert plan.settings["cluster"]["cluster"]["min_cluster_size"] == 5


@pytest.mark.parametrize("stage", FOLLOWING)
def test_an_edited_stage_reruns_with_what_follows(finished, stage):
    finished.append(f"src/topograph/stages/{stage}/stage.py", EDIT)
    assert finished.plan().rules == FOLLOWING[stage]


@pytest.mark.parametrize("page", PAGES)
def test_an_edited_page_reruns_its_stage(finished, page):
    finished.append(f"src/topograph/{page}", PAGES[page])
    assert finished.plan().rules == FOLLOWING[page.split("/")[1]]


@pytest.mark.parametrize("module", SHARED)
def test_an_edited_shared_module_reruns_the_stages_that_import_it(finished, module):
    finished.append(f"src/topograph/{module}", EDIT)
    assert finished.plan().rules == FOLLOWING[SHARED[module]]


def test_comments_and_docstrings_rerun_nothing(finished):
    for module in ("rundir/stagefiles", "stages/parse/stage", "stages/report/stage"):
        finished.append(f"src/topograph/{module}.py", "# a comment\n")
    assert finished.plan().rules == set()


def test_edited_modules_that_make_no_result_rerun_nothing(finished):
    for module in ("cli", "config/reduce", "config/loading", "finished/run", "workflow"):
        finished.append(f"src/topograph/{module}.py", EDIT)
    assert finished.plan().rules == set()


def test_another_default_reruns_as_another_value(finished):
    path = finished.root / "src/topograph/reducers/umap.py"
    source, edits = re.subn(
        r"(map_min_dist: float = Field\(\s*)0\.1", r"\g<1>0.2", path.read_text(encoding="utf-8")
    )
    assert edits == 1
    path.write_text(source, encoding="utf-8")
    assert finished.plan().rules == FOLLOWING["reduce"]


def test_another_version_of_a_library_reruns_the_stages_that_stand_on_it(finished):
    upgraded = finished.root / "src/hdbscan-99.0.dist-info"  # found before the one installed
    upgraded.mkdir()
    (upgraded / "METADATA").write_text("Metadata-Version: 2.1\nName: hdbscan\nVersion: 99.0\n")
    assert finished.plan().rules == FOLLOWING["cluster"]
    assert re.search(
        r"cluster of icml2026: hdbscan was .* and is now 99.0", finished.snakemake("-n").output
    )


def test_a_fresh_checkout_over_a_finished_run_reruns_nothing(finished):
    later = time.time() + 60
    for part in ("workflow", "config", "seeds", "src"):
        for path in (finished.root / part).rglob("*"):
            os.utime(path, (later, later))
    assert finished.plan().rules == set()


def test_touched_results_rerun_nothing(finished):
    # in the order against the chain, a second apart: every input is newer than what it made
    later = time.time() + 60
    stages = ["evaluate", "plot", "label", "cluster", "reduce", "embed", "parse"]
    for age, stage in enumerate(stages):
        for path in (finished.root / "results/icml2026" / stage).rglob("*"):
            os.utime(path, (later + age, later + age))
    assert finished.plan().rules == set()


def test_a_touched_corpus_file_of_megabytes_reruns_nothing(fresh):
    corpus = fresh.root / "large.txt"
    lines = [f"{document}\n" for document in random_words(7000)]
    corpus.write_text("".join(lines), encoding="utf-8")
    assert corpus.stat().st_size > 1_000_000
    run = fresh.root / "config/runs/large.yaml"
    run.parent.mkdir(exist_ok=True)
    run.write_text("parse: {files: [large.txt], format: lines}\n", encoding="utf-8")
    target = "results/large/parse/summary.json"
    call = fresh.snakemake(target)
    assert call.status == 0, call.output
    later = time.time() + 60
    os.utime(corpus, (later, later))
    assert fresh.plan(target).rules == set()


def test_another_number_of_cores_reruns_nothing(finished):
    assert finished.plan("--cores", "7").rules == set()


def test_a_moved_project_reruns_nothing(finished, tmp_path):
    moved = type(finished)(tmp_path / "elsewhere" / "project")
    moved.root.parent.mkdir()
    shutil.move(finished.root, moved.root)
    assert moved.plan().rules == set()
    shutil.rmtree(moved.root)


def replace_by_older(path, content=None):
    """Give a file another content of the same size, and times long before those of any result."""
    before = path.read_bytes()
    middle = len(before) // 2
    swapped = before[:middle] + bytes([before[middle] ^ 1]) + before[middle + 1 :]
    other = path.with_name("other")
    other.write_bytes(content if content is not None else swapped)
    os.utime(other, (10**9, 10**9))
    other.replace(path)


def test_a_changed_corpus_file_reruns_all(finished):
    first = min((finished.root / "seeds").iterdir())
    finished.append(f"seeds/{first.name}", "\nA further document that stands at the end.\n")
    assert finished.plan().rules == FOLLOWING["parse"]


def test_a_corpus_file_replaced_by_an_older_one_reruns_all_once(finished):
    first = min((finished.root / "seeds").iterdir())
    before = first.read_bytes()
    replace_by_older(first)
    output = finished.snakemake("-n").output
    assert f"parse of icml2026: seeds/{first.name} has changed" in output
    assert finished.plan().rules == FOLLOWING["parse"]
    target = "results/icml2026/parse/summary.json"
    call = finished.snakemake(target)
    assert call.status == 0, call.output
    assert finished.plan(target).rules == set()
    replace_by_older(first, before)
    assert finished.plan(target).rules == {"parse"}


def test_a_corpus_file_written_to_while_snakemake_looks_elsewhere_is_noticed(finished):
    # the content that Snakemake planned with is back; what the stage read is another
    first = min((finished.root / "seeds").iterdir())
    before = first.read_bytes()
    replace_by_older(first)
    call = finished.call("topograph", "parse", "results/icml2026")
    assert call.status == 0, call.output
    replace_by_older(first, before)
    assert finished.plan("results/icml2026/parse/summary.json").rules == {"parse"}


def test_a_further_corpus_file_reruns_all(finished):
    finished.append("seeds/further.txt", "A further document that stands in a new file.\n")
    os.utime(finished.root / "seeds/further.txt", (10**9, 10**9))
    assert finished.plan().rules == FOLLOWING["parse"]


def test_a_removed_corpus_file_reruns_all(finished):
    min((finished.root / "seeds").iterdir()).unlink()
    assert finished.plan().rules == FOLLOWING["parse"]


def test_a_corpus_file_that_is_written_to_while_it_is_read_stops_parse(fresh):
    corpus = fresh.root / "large.jsonl"
    lines = [f'{{"text": "{document}"}}\n' for document in random_words(20_000)]
    corpus.write_text("".join(lines), encoding="utf-8")
    (fresh.root / "config/runs").mkdir(exist_ok=True)
    fresh.append("config/runs/large.yaml", "parse: {files: [large.jsonl]}\n")
    begun = fresh.root / "results/large/logs/.parse.lock"
    writing = threading.Event()

    def write():
        while not begun.exists():
            time.sleep(0.01)
        while not writing.wait(0.2):
            os.utime(corpus)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        call = fresh.snakemake("results/large/parse/summary.json")
    finally:
        writing.set()
        writer.join()
    assert call.status != 0
    assert "large.jsonl changed while it was being read" in call.output
    assert "Traceback" not in call.output
    call = fresh.snakemake("results/large/parse/summary.json")
    assert call.status == 0, call.output


def vectors_file(seed):
    """The content of a file of vectors, one for each record of the seeds."""
    content = io.BytesIO()
    np.save(content, np.random.default_rng(seed).normal(size=(100, 16)).astype(np.float32))
    return content.getvalue()


def weights_file(seed):
    """The content of a file with a vector for each word piece of the shipped encoder."""
    table = np.random.default_rng(seed).normal(size=(30522, 8)).astype(np.float32)
    return safetensors.numpy.save({"embeddings": table})


#: Files from outside a run, other than the corpus: the settings that name each, the stage that
#: reads it, and two contents.
OUTSIDE = {
    "config/runs/icml2026.curation.yaml": ({}, "label", (b"topics: []\n", b"topics: [ ]\n")),
    "own prompt.txt": (
        {
            "label.llm": "small",
            "label.llm_prompt": "own prompt.txt",
            "label.llm_server": "http://127.0.0.1:9/v1",
        },
        "label",
        (b"Name $terms of $documents, not $neighbours", b"$terms, $documents, $neighbours"),
    ),
    "topics {1}.yaml": (
        {"cluster.seed_topics": "topics {1}.yaml"},
        "cluster",
        (b"graphs: {words: [graph]}\n", b"models: {words: [model]}\n"),
    ),
    "own model/model.safetensors": (
        {"embed.encoder": "static", "embed.model": "own model"},
        "embed",
        (weights_file(1), weights_file(2)),
    ),
    "vectors.npy": (
        {"embed.encoder": "precomputed", "embed.model": "vectors.npy"},
        "embed",
        (vectors_file(1), vectors_file(2)),
    ),
}


@pytest.mark.parametrize("name", OUTSIDE)
def test_another_content_reruns_the_stage_that_reads_the_file_and_another_time_does_not(
    finished, name
):
    changes, stage, (first, second) = OUTSIDE[name]
    path = finished.root / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(first)
    if "model" in name:
        shutil.copy(shipped_files().tokenizer, path.parent)
    if changes:
        finished.configure(changes)
    target = f"results/icml2026/{stage}/summary.json"
    call = finished.snakemake(target)
    assert call.status == 0, call.output
    seal = json.loads((finished.root / target).read_text(encoding="utf-8"))
    assert seal["inputs"][name] == hashlib.sha256(first).hexdigest()
    replace_by_older(path, second)
    assert finished.plan(target).rules == {stage}
    replace_by_older(path, first)
    os.utime(path)  # now later than what was made of it
    assert finished.plan(target).rules == set()
    path.unlink()
    if "curation" in name:
        assert finished.plan(target).rules == {"label"}


def test_another_run_runs_alone_when_asked_for(finished):
    (finished.root / "config/runs").mkdir(exist_ok=True)
    finished.append("config/runs/other.yaml", 'parse: {files: ["seeds/000*.txt"]}\n')
    plan = finished.plan("results/other/report.html")
    assert (plan.rules, plan.runs) == (FOLLOWING["parse"], {"other"})
    assert plan.settings["parse"]["parse"]["files"] == ["seeds/000*.txt"]
    assert finished.plan().rules == set()


def test_without_snakemakes_records_an_unchanged_run_is_kept(finished):
    shutil.rmtree(finished.root / ".snakemake")
    assert finished.plan().rules == set()


@pytest.mark.parametrize("change", ["a value", "the code"])
def test_without_snakemakes_records_a_change_reruns_what_it_concerns(finished, change):
    shutil.rmtree(finished.root / ".snakemake")
    if change == "a value":
        finished.configure({"plot.hover_words": 12})
    else:
        finished.append("src/topograph/stages/plot/stage.py", EDIT)
    assert finished.plan().rules == FOLLOWING["plot"]


def test_a_stage_that_was_called_by_hand_with_other_settings_is_made_again(finished):
    path = finished.root / "config/config.yaml"
    before = path.read_text(encoding="utf-8")
    finished.configure({"reduce.seed": 7})
    call = finished.call("topograph", "reduce", "results/icml2026")
    assert call.status == 0, call.output
    path.write_text(before, encoding="utf-8")
    assert finished.plan().rules == FOLLOWING["reduce"]


def test_a_copied_project_reruns_nothing(finished, tmp_path):
    copy = type(finished)(tmp_path / "copy")
    shutil.copytree(finished.root, copy.root, copy_function=shutil.copy)  # times of today
    assert copy.plan().rules == set()
    shutil.rmtree(copy.root)


@pytest.mark.parametrize("stage", ["embed", "label"])
def test_deleted_results_are_made_again_with_what_follows(finished, stage):
    shutil.rmtree(finished.root / "results/icml2026" / stage)
    assert finished.plan().rules == FOLLOWING[stage]


def test_the_table_in_the_workflows_readme_is_true(root):
    text = (root / "workflow/README.md").read_text(encoding="utf-8")
    table = re.search(r"^\| *change *\| *re-runs *\|\n\|[-| ]+\|\n((?:\|.*\n)+)", text, re.M)
    assert table, "workflow/README.md has no table `| change | re-runs |`"
    reported = {}
    for row in table[1].splitlines():
        change, effect = (cell.strip() for cell in row.strip("|").split("|"))
        keys = re.findall(r"`([a-z_.]+)`", change)
        if set(effect.split(", ")) <= {*FOLLOWING, "repeat"}:
            reported[keys[0]] = set(effect.split(", "))
        else:  # no list of stages: a rule about files, held by the tests above
            assert re.search(r"nothing|follow", effect), row
    assert reported == FOLLOWING | {
        "evaluate.label_column": FOLLOWING["plot"] | FOLLOWING["evaluate"],
        "evaluate.repeats": {"repeat"} | FOLLOWING["evaluate"],
    }
