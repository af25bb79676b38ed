"""A run killed at any moment goes on with the next call, and ends with the same files."""

import os
import shutil
import signal
import subprocess
import time

import pytest
from projects import COMMANDS, copy_inputs

from topograph.rundir.contract import STAGES
from topograph.rundir.locks import try_lock

RUN = "icml2026"
#: Seconds after which a stage that was waited for is taken for never beginning.
PATIENCE = 300


def start(project, *arguments):
    """Call Snakemake without waiting for it, in a process group of its own."""
    return subprocess.Popen(
        [COMMANDS / "snakemake", *arguments],
        cwd=project.root,
        env=project.environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def wait_until(ready, call):
    """Wait for a moment of a call; fails if the call ends before it."""
    deadline = time.monotonic() + PATIENCE
    while not ready():
        assert call.poll() is None, f"the call ended too early:\n{call.communicate()[0]}"
        assert time.monotonic() < deadline, "the moment waited for did not come"
        time.sleep(0.002)


def kill_when(ready, project):
    """Call Snakemake, and kill it with all its jobs at a moment; returns what it printed."""
    call = start(project)
    try:
        wait_until(ready, call)
    finally:
        if call.poll() is None:
            os.killpg(call.pid, signal.SIGKILL)
    return call.communicate()[0]


def plant_leftover(folder):
    """Lay down what a killed job leaves. It is gone as soon as the next one has begun to work."""
    folder.mkdir(parents=True, exist_ok=True)
    leftover = folder / ".half-written.0.tmp"
    leftover.write_text("half of a fi", encoding="utf-8")
    return lambda: not leftover.exists()


@pytest.fixture(scope="module")
def killed(snapshot, tmp_path_factory):
    """A run killed in each stage, one after the other, then finished; and the seals left by kills.

    Each call that is killed in a stage has first recovered the stage before it.
    """
    project = copy_inputs(snapshot, tmp_path_factory.mktemp("killed"))
    seals = {}
    for name, stage in STAGES.items():
        seal = project.root / "results" / RUN / stage.seal
        output = kill_when(plant_leftover(seal.parent), project)
        assert f": {name}: results/{RUN}/" in output
        seals[name] = seal.exists()
    last = project.snakemake()
    assert last.status == 0, last.output
    return project, seals


def test_a_killed_stage_is_not_sealed(killed):
    _, seals = killed
    assert seals == dict.fromkeys(STAGES, False)


def test_a_run_killed_in_each_stage_ends_with_the_same_files(killed, seeds_run):
    project, _ = killed
    assert project.results(RUN) == seeds_run


def test_a_run_killed_in_each_stage_leaves_nothing_half_written(killed):
    project, _ = killed
    assert list((project.root / "results").rglob("*.tmp")) == []


def test_nothing_is_left_to_do_after_recovery(killed):
    project, _ = killed
    assert project.plan().rules == set()


def test_a_change_killed_while_it_is_written_and_then_undone_leaves_no_trace(finished, seeds_run):
    path = finished.root / "config/config.yaml"
    before = path.read_text(encoding="utf-8")
    output = finished.root / "results" / RUN / "plot/figures/map.html"  # of the first folder
    old = output.stat().st_mtime_ns
    finished.configure({"plot.hover_words": 12})

    def written_anew():
        try:
            return output.stat().st_mtime_ns != old
        except FileNotFoundError:  # Snakemake removes a job's outputs before it
            return False

    kill_when(written_anew, finished)
    path.write_text(before, encoding="utf-8")
    call = finished.snakemake()
    assert call.status == 0, call.output
    assert finished.results(RUN) == seeds_run


def test_a_second_call_is_refused_while_one_is_running(fresh, seeds_run):
    begun = plant_leftover(fresh.root / "results" / RUN / "embed")
    first = start(fresh, f"results/{RUN}/embed/summary.json")
    try:
        wait_until(begun, first)
        second = fresh.snakemake()
        assert first.poll() is None
    finally:
        output = first.communicate()[0]
    assert second.status != 0
    assert "Another snakemake is running in this folder." in second.output
    assert "Traceback" not in second.output
    assert first.returncode == 0, output
    assert fresh.results(RUN)["embed/embeddings.npy"] == seeds_run["embed/embeddings.npy"]


def test_a_call_that_makes_nothing_is_not_refused_while_another_is_running(fresh):
    (fresh.root / ".snakemake").mkdir()
    with try_lock(fresh.root / ".snakemake/running"):
        for option in ("-n", "--summary", "--unlock", "--lint", "--list-rules"):
            call = fresh.snakemake(option)
            assert call.status == 0, call.output
        for option in ("--touch", f"results/{RUN}/parse/summary.json"):
            call = fresh.snakemake(option)
            assert call.status != 0
            assert "Another snakemake is running in this folder." in call.output
            assert f"process {os.getpid()} is using it" in call.output


def test_of_two_calls_at_once_one_is_refused_and_one_goes_on(finished, seeds_run):
    target = f"results/{RUN}/cluster/summary.json"
    for number in range(3):
        shutil.rmtree(finished.root / f"results/{RUN}/cluster")
        first = start(finished, target)
        time.sleep(number / 2)
        second = start(finished, target)
        outputs = {call.communicate()[0]: call.returncode for call in (first, second)}
        assert sorted(outputs.values()) == [0, 1], outputs
        refused = next(output for output, status in outputs.items() if status)
        assert "Another snakemake is running in this folder." in refused
        assert "Write-protected" not in refused
        made = finished.results(RUN)["cluster/assignments.parquet"]
        assert made == seeds_run["cluster/assignments.parquet"]


def test_a_job_that_outlives_a_killed_call_is_waited_for(finished, seeds_run):
    path = finished.root / "config/config.yaml"
    before = path.read_text(encoding="utf-8")
    finished.configure({"reduce.seed": 7})
    begun = plant_leftover(finished.root / "results" / RUN / "reduce")
    target = f"results/{RUN}/reduce/summary.json"
    call = start(finished, target)
    try:
        wait_until(begun, call)
        call.kill()  # alone: its job goes on
        call.wait()
        job = int((finished.root / "results" / RUN / "logs/.reduce.lock").read_text())
        os.kill(job, signal.SIGSTOP)  # it is at work until the second call has looked
        path.write_text(before, encoding="utf-8")
        second = start(finished, target)
        line = f"reduce: waiting for process {job}, which runs the same stage\n"
        assert line in iter(second.stdout.readline, "")
        os.kill(job, signal.SIGCONT)
        output = second.communicate()[0]
    finally:
        call.communicate()  # ends with the last process that writes to it
    assert second.returncode == 0, output
    made = {name: content for name, content in finished.results(RUN).items() if "reduce/" in name}
    assert made == {name: seeds_run[name] for name in made}
    assert "reduce/map.npy" in made


def test_a_stage_that_fails_says_why_and_the_call_after_mending_goes_on(finished, seeds_run):
    path = finished.root / "config/config.yaml"
    before = path.read_text(encoding="utf-8")
    finished.configure({"cluster.min_cluster_size": 96})
    call = finished.snakemake()
    assert call.status != 0
    assert "cluster.min_cluster_size is 96, and the corpus has 95 documents." in call.output
    assert "fix: set it to at most 95" in call.output
    assert "Traceback" not in call.output
    path.write_text(before, encoding="utf-8")
    call = finished.snakemake(f"results/{RUN}/cluster/summary.json")
    assert call.status == 0, call.output
    made = {name: content for name, content in finished.results(RUN).items() if "cluster/" in name}
    assert made == {name: seeds_run[name] for name in made}
    assert "cluster/assignments.parquet" in made
