"""The rules against the contract, and what the rules ask."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from contextlib import chdir
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import pytest
from sealing import changed_seal

from topograph.cli import main
from topograph.config import RunConfig, stage_settings
from topograph.config.mistakes import ConfigError
from topograph.errors import TopographError
from topograph.rundir.contract import STAGES, maker_of, stage_named
from topograph.rundir.provenance import code_hash
from topograph.rundir.stagefiles import open_stage
from topograph.sections.addresses import restore_secrets
from topograph.workflow import Workflow, prepare_environment

LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')


@dataclass
class Rule:
    """What a rule's file says."""

    text: str
    names: list[str]
    parts: dict[str, str]

    def paths(self, part: str) -> list[str]:
        """The path literals of a part, in the run's folder."""
        # how a file is shown in Snakemake's report is not a path of the run, nor is a rule's name
        aside = r"\b(caption|patterns|(sub)?category|labels)=.*|\bforce_if_outdated\(.*\)"
        literals = LITERAL.findall(re.sub(aside, "", self.parts[part]))
        assert all(path.startswith("results/{run}/") for path in literals)
        return [path.removeprefix("results/{run}/") for path in literals]


def read_rule(path: Path) -> Rule:
    """Split a file with one rule into its parts: `input`, `output`, ..."""
    text = path.read_text(encoding="utf-8")
    body = re.split(r"^rule ", text, maxsplit=1, flags=re.MULTILINE)[1]
    pieces = re.split(r"^    (\w+):", body, flags=re.MULTILINE)
    parts = dict(zip(pieces[1::2], pieces[2::2], strict=True))
    return Rule(text, re.findall(r"^rule (\w+):", text, flags=re.MULTILINE), parts)


@pytest.fixture(params=STAGES)
def stage(request):
    """Each stage of the contract."""
    return STAGES[request.param]


@pytest.fixture
def rule(stage, root):
    """The rule of the stage."""
    return read_rule(root / f"workflow/rules/{stage.name}.smk")


def test_every_rule_file_is_that_of_a_stage_or_of_another_job_and_is_included(root):
    rules = {path.stem for path in (root / "workflow/rules").glob("*.smk")}
    others = {"repeat", "point", "sweep"}
    assert rules == {*STAGES, "common", *others}
    snakefile = (root / "workflow/Snakefile").read_text(encoding="utf-8")
    included = re.findall(r'^include: "rules/(\w+)\.smk"', snakefile, flags=re.MULTILINE)
    assert others <= set(included)
    assert [name for name in included if name not in others] == ["common", *STAGES]


def seals_read(name: str) -> list[str]:
    """The seals that a stage looks at, in the order of the stages.

    They are those of the stages whose files it reads, and of the stages that these read from.
    """
    makers = {file.split("/")[0] for file in STAGES[name].reads}
    makers |= {file.split("/")[0] for maker in makers for file in STAGES[maker].reads}
    return [stage.seal for stage in STAGES.values() if stage.name in makers]


def test_a_rule_reads_what_its_stage_reads_and_the_seals_it_looks_at(stage, rule):
    expected = {name.rstrip("/") for name in (*stage.reads, *seals_read(stage.name))}
    read = rule.paths("input")
    assert set(read) == expected
    assert len(read) == len(expected)


def test_a_rule_writes_what_its_stage_writes_and_its_seal(stage, rule):
    expected = {name.rstrip("/") for name in (*stage.writes, stage.seal)}
    written = rule.paths("output")
    assert set(written) == expected
    assert len(written) == len(expected)
    folders = re.findall(r'directory\("results/\{run\}/([^"]+)"\)', rule.parts["output"])
    assert folders == [name.rstrip("/") for name in stage.writes if name.endswith("/")]


def test_rule_command_package_folder_log_and_benchmark_have_one_name(stage, rule, root):
    name = stage.name
    assert rule.names == [name]
    assert rule.paths("log") == [f"logs/{name}.log"]
    assert rule.paths("benchmark") == [f"benchmarks/{name}.tsv"]
    command = "".join(LITERAL.findall(rule.parts["shell"]))
    assert command.startswith(f"topograph {name} results/{{wildcards.run}} ")
    assert "--settings {params.settings:q}" in command
    assert f'settings=settings("{name}")' in rule.parts["params"]
    assert f'force_if_outdated("{name}"),' in rule.parts["input"]
    assert (root / f"src/topograph/stages/{name}/stage.py").is_file()
    assert all(path.split("/")[0] == name for path in stage.writes) or name == "report"


def test_the_rule_of_repeats_reads_and_writes_what_each_does(root):
    rule = read_rule(root / "workflow/rules/repeat.smk")
    number = "7"
    repeat = stage_named(f"repeat/{number}")

    def paths(part):
        return {path.replace("{number}", number) for path in rule.paths(part)}

    assert paths("input") == {
        *repeat.reads,
        *(STAGES[maker_of(name)].seal for name in repeat.reads),
    }
    assert paths("output") == {*repeat.writes, repeat.seal}
    assert paths("log") == {"logs/repeat-7.log"}
    assert paths("benchmark") == {"benchmarks/repeat-7.tsv"}
    command = "".join(LITERAL.findall(rule.parts["shell"]))
    assert command.startswith("topograph repeat results/{wildcards.run} {wildcards.number} ")
    assert "--settings {params.settings:q}" in command
    assert 'force_if_outdated("repeat/{number}"),' in rule.parts["input"]


def test_a_stage_of_a_sweep_gets_an_address_with_its_secret(project):
    folder = project.root / "config/sweeps"
    folder.mkdir()
    (folder / "own.yaml").write_text("run: a\nvary: {label.llm: [a, b]}\n")
    address = "http://me:secret@host/v1"
    environment = {}
    workflow = Workflow({"label": {"llm_server": address}}, project.root, environment)
    (seal, _) = workflow.point_seals("own")
    *_, sweep, node, _, _ = seal.split("/")
    run = workflow.upstream(f"sweeps/{sweep}/{node}")
    hidden = workflow.run_time(run, "label")
    assert "secret" not in hidden
    restored = restore_secrets(run.split("/")[-1], json.loads(hidden), environment, dict)
    assert restored["label"]["llm_server"] == address


def test_what_repeats_a_run_is_as_the_configuration_says(project):
    workflow = Workflow({"evaluate": {"repeats": 1}}, project.root)
    assert workflow.repeated("a") == [
        "results/a/cluster/assignments.parquet",
        "results/a/repeat/0/assignments.parquet",
        "results/a/repeat/1/assignments.parquet",
        *workflow.repeat_seals("a"),
    ]
    assert workflow.repeat_seals("a") == [
        "results/a/repeat/0/summary.json",
        "results/a/repeat/1/summary.json",
    ]
    without = Workflow({}, project.root)
    assert (without.repeated("a"), without.repeat_seals("a")) == ([], [])


def test_a_stage_reads_only_what_an_earlier_one_writes():
    written: set[str] = set()
    for stage in STAGES.values():
        assert set(stage.reads) <= written
        written |= set(stage.writes)


@pytest.mark.slow
def test_every_file_of_a_run_that_a_stage_opens_is_an_input_of_its_rule(root, tiny_copy, opened):
    folder = Path("results/tiny")
    for name in STAGES:
        opened.clear()
        assert main([name, str(folder)]) == 0
        inputs = set(read_rule(root / f"workflow/rules/{name}.smk").paths("input"))
        own = [path.relative_to(folder) for path in opened if folder in path.parents]
        read = {str(path) for one in own for path in (one, *one.parents)}  # or its folder
        read &= set().union(*map(files_of, STAGES))
        assert read <= inputs | files_of(name)
        assert read >= {name.rstrip("/") for name in STAGES[name].reads}


def files_of(name: str) -> set[str]:
    """The files that a stage makes."""
    return {path.rstrip("/") for path in (*STAGES[name].writes, STAGES[name].seal)}


def test_settings_are_canonical_text_of_what_the_stage_is_run_with(project):
    project.write("config/config.yaml", "runs: [a]\ncluster: {members: 7}\n")
    text = Workflow({}, project.root).settings("a", "reduce")
    config = RunConfig.model_validate({"cluster": {"members": 7}})
    assert json.loads(text) == stage_settings(config, "reduce")
    assert text == json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"))


def test_swapped_values_give_another_text(project):
    first = Workflow({"label": {"terms": 12, "representatives": 11}}, project.root)
    second = Workflow({"label": {"terms": 11, "representatives": 12}}, project.root)
    assert first.settings("a", "label") != second.settings("a", "label")


def test_the_order_of_keys_in_a_file_does_not_show(project):
    project.write("config/config.yaml", "runs: [a]\nlabel: {terms: 12, name_terms: 3}\n")
    first = Workflow({}, project.root).settings("a", "label")
    project.write("config/config.yaml", "label: {name_terms: 3, terms: 12}\nruns: [a]\n")
    assert Workflow({}, project.root).settings("a", "label") == first


def test_mistakes_of_all_runs_are_reported_and_common_ones_once(project):
    project.write("config/config.yaml", "runs: [a, b]\nplot: {hover_words: -1}\n")
    corpus = "parse: {files: [seeds/a.txt]}"
    project.write("config/runs/a.yaml", f"label: {{terms: 1}}\n{corpus}\n")
    project.write("config/runs/b.yaml", "label: {terms: [\n")
    project.write("config/runs/c.yaml", f"label: {{terms: 2}}\n{corpus}\n")
    with pytest.raises(ConfigError) as refused:
        Workflow({"runs": ["a", "b", "c"]}, project.root).check()
    problems = refused.value.problems
    assert len(problems) == 4
    for place in ("config.yaml:2: plot", "a.yaml:1: label", "b.yaml:2: is not", "c.yaml:1: label"):
        assert sum(place in problem for problem in problems) == 1, place


def test_the_corpus_of_a_run_is_its_own(project):
    project.write("data/b.txt", "x")
    project.write("config/runs/b.yaml", "parse: {files: [data/*.txt]}\n")
    workflow = Workflow({}, project.root)
    assert workflow.corpus("a") == ["seeds/a.txt"]
    assert workflow.corpus("b") == ["data/b.txt"]


def test_the_code_of_a_stage_is_its_hash():
    assert Workflow.code("reduce") == code_hash("reduce")


def test_a_run_that_is_not_asked_for_is_not_looked_at(project):
    project.write("config/config.yaml", "runs: [a, b]\n")
    project.write("config/runs/b.yaml", "parse: {files: [nowhere.csv]}\nlabel: {terms: [\n")
    workflow = Workflow({}, project.root)
    assert workflow.corpus("a") == ["seeds/a.txt"]
    with pytest.raises(ConfigError, match=r"b\.yaml"):
        workflow.corpus("b")


# what has to be made again


@pytest.fixture
def changes(project):
    """A function that tells what has changed since `embed` was sealed, and one that seals it."""

    def seal(settings=None, code=None, outside=(), **versions):
        now = stage_settings(RunConfig(), "embed")["embed"] | (settings or {})
        with (
            chdir(project.root),
            open_stage(
                Path("results/a"), "embed", {"embed": now}, code or code_hash("embed")
            ) as files,
            files.reading(outside),
        ):
            import numpy as np
            import pandas as pd

            files.write_array("embed/embeddings.npy", np.ones((1, 1)))
            counts = {"doc_id": ["a"], "tokens": [1], "unread_tokens": [0]}
            files.write_table("embed/lengths.parquet", pd.DataFrame(counts))
            files.write_json("embed/encoder.json", {})
        with changed_seal(project.root / "results/a/embed/summary.json") as content:
            content["versions"] |= versions

    def changes():
        return Workflow({}, project.root).outdated("a", "embed")

    changes.seal = seal
    return changes


def test_a_stage_that_has_not_finished_has_no_changes(changes):
    assert changes() == []


@pytest.mark.parametrize(
    ("sealed", "expected"),
    [
        ({}, []),
        ({"settings": {"max_tokens": 128}}, ["embed.max_tokens was 128 and is now auto"]),
        ({"code": "0"}, ["its code has changed"]),
        (
            {"onnxruntime": "0.1"},
            [f"onnxruntime was 0.1 and is now {metadata.version('onnxruntime')}"],
        ),
        ({"processor": "other", "snakemake": "1", "topograph": "0"}, []),
        ({"python": "2.7.1"}, [f"python was 2.7 and is now 3.{sys.version_info.minor}"]),
    ],
    ids=["as now", "settings", "code", "library", "not deciding", "python"],
)
def test_a_stage_that_was_made_otherwise_than_now_has_changes(changes, sealed, expected):
    changes.seal(**sealed)
    assert changes() == expected


def test_more_changes_than_can_be_shown_are_counted(changes):
    changes.seal({"max_tokens": 128, "ids": "x", "pooling": "cls"}, code="0")
    assert changes()[3:] == ["and 1 more"]


@pytest.mark.parametrize("broken", ["", "{", "[]"])
def test_a_broken_seal_is_a_change(project, changes, broken):
    project.write("results/a/embed/summary.json", broken)
    assert changes() == ["its seal is damaged"]


def test_the_files_of_an_encoder_are_compared_by_content(project, changes):
    project.write("config/config.yaml", "runs: [a]\nembed: {model: model}\n")
    tokenizer = project.write("model/tokenizer.json", "{}")
    changes.seal({"model": "model"}, outside=["model/tokenizer.json"])
    assert changes() == []
    tokenizer.touch()
    assert changes() == []
    os.utime(tokenizer, (0, 0))
    assert changes() == []
    tokenizer.write_text("[]")
    os.utime(tokenizer, (0, 0))
    assert changes() == ["model/tokenizer.json has changed"]
    tokenizer.rename(project.root / "model/vocabulary.json")
    assert changes() == ["model/tokenizer.json is gone", "model/vocabulary.json is new"]


HOLD = """
import sys
from pathlib import Path
from topograph.workflow import Workflow
workflow = Workflow({}, Path(sys.argv[1]))
workflow.begin("a")
print("held", flush=True)
sys.stdin.read()
"""


def test_a_folder_is_held_by_one_process_until_that_is_gone_however_it_ends(project):
    workflow = Workflow({}, project.root)
    command = [sys.executable, "-c", HOLD, str(project.root)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(TopographError, match="Another snakemake is running") as refused:
            workflow.begin("a")
        assert f"process {other.pid} is using it" in refused.value.why
        other.kill()
    workflow.begin("a")
    workflow.begin("b")


def test_jobs_of_a_killed_call_are_waited_for(project, capsys):
    with open_stage(project.root / "results/a", "embed", {}, "") as files:
        files._outputs |= dict.fromkeys(files.stage.writes, "")
    lock = project.root / "results/a/logs/.embed.lock"
    hold = "import sys; from topograph.rundir.locks import *; import pathlib\n"
    hold += "with locked(pathlib.Path(sys.argv[1]), print): print('held', flush=True); input()"
    command = [sys.executable, "-c", hold, str(lock)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as job:
        assert job.stdout.readline() == b"held\n"
        threading.Timer(0.3, job.kill).start()
        Workflow({}, project.root).begin("a")
        assert job.wait() == -signal.SIGKILL
    output = f"embed: waiting for process {job.pid}, which runs the same stage\n"
    assert capsys.readouterr().out == output


@pytest.mark.parametrize("name", ["results", "results/a"])
def test_a_file_in_the_place_of_results_is_reported(project, name):
    project.write(name, "")
    with pytest.raises(TopographError, match=f"{name} is not a folder"):
        Workflow({}, project.root).begin("a")


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
def test_results_that_may_not_be_written_are_reported_before_any_job(project):
    folder = project.root / "results/a"
    folder.mkdir(parents=True)
    folder.chmod(0o555)
    with pytest.raises(TopographError, match="results/a cannot be written to"):
        Workflow({}, project.root).begin("a")


# the environment of jobs


def make_command(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    command = folder / "topograph"
    command.write_text("#!/bin/sh\n")
    command.chmod(0o755)
    return command


@pytest.mark.parametrize("order", [[], ["other"], ["other", "own"], ["own", "other"]])
def test_jobs_find_the_command_beside_the_running_python(tmp_path, order):
    own, _ = make_command(tmp_path / "own"), make_command(tmp_path / "other")
    environment = {"PATH": ":".join(str(tmp_path / name) for name in order)}
    prepare_environment(environment, str(tmp_path / "own/python"))
    assert shutil.which("topograph", path=environment["PATH"]) == str(own)
    assert {str(tmp_path / name) for name in order} <= set(environment["PATH"].split(":"))


@pytest.mark.parametrize("before", [{}, {"PATH": ""}, {"PATH": "/usr/bin"}])
def test_the_current_folder_does_not_slip_into_the_path(before):
    environment = dict(before)
    prepare_environment(environment, "/somewhere/bin/python")
    assert "" not in environment["PATH"].split(":")


def test_jobs_keep_compiled_python_and_ask_no_hub():
    environment = {"PATH": "/usr/bin", "PYTHONDONTWRITEBYTECODE": "1", "HOME": "/home/a"}
    prepare_environment(environment, "/somewhere/bin/python")
    assert "PYTHONDONTWRITEBYTECODE" not in environment
    assert environment["HF_HUB_OFFLINE"] == "1"
    assert environment["HOME"] == "/home/a"


def test_preparing_twice_is_preparing_once():
    environment = {"PATH": "/usr/bin"}
    prepare_environment(environment, "/somewhere/bin/python")
    once = dict(environment)
    prepare_environment(environment, "/somewhere/bin/python")
    assert environment == once
