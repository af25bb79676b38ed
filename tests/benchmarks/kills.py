"""Runs that are killed at random moments, and go on: are they the bytes of an undisturbed one?

    python tests/benchmarks/kills.py [KILLS] [FOLDER]

Two copies of the project make a run each, of corpora with texts in common, and share a cache of
vectors. Again and again one loses a stage, both are called, and at a random moment a process gets
`kill -9`: Snakemake alone, a job alone, or Snakemake with its jobs. Meanwhile documents are placed
among the topics of a finished run (`assign`) and the cache is pruned. After every few kills both
are called until they are done, and every byte is compared with runs that nobody disturbed. At
last four copies run at once.
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
COMMANDS = Path(sys.executable).parent
STAGES = ("parse", "embed", "reduce", "cluster", "label", "plot", "evaluate", "report")
#: What differs from run to run.
ASIDE = ("logs/", "benchmarks/", "assigned/")
#: Kills between two comparisons.
ROUND = 5
#: What no call may print, whatever was killed before.
FORBIDDEN = re.compile(
    r"Traceback|Write-protected|LockException|could not be locked|assigned.*lost"
)
#: Seconds after which a call hangs.
PATIENCE = 900


class Copy:
    """A copy of the project with one run, made from a copy that no edit reaches."""

    def __init__(self, source: Path, folder: Path, documents: list[str]) -> None:
        self.folder = folder
        self.run = folder.name
        shutil.copytree(source, folder)
        (folder / "config/runs").mkdir(parents=True)
        (folder / "corpus {1}.txt").write_text("\n".join(documents) + "\n", encoding="utf-8")
        parse = {"files": ["corpus {1}.txt"], "format": "lines"}
        own = {"parse": parse, "embed": {"cache": "../cache"}, "cluster": {"members": 3}}
        (folder / f"config/runs/{self.run}.yaml").write_text(json.dumps(own))
        (folder / "config/config.yaml").write_text(f"runs: [{self.run}]\n")

    def start(self, command: str, *arguments: str) -> subprocess.Popen[str]:
        """Call a command in a process group of its own."""
        environment = {**os.environ, "PYTHONPATH": str(self.folder / "src")}
        environment.setdefault("NUMBA_CACHE_DIR", str(ROOT / ".cache/numba"))
        return subprocess.Popen(
            [COMMANDS / command, *arguments],
            cwd=self.folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def finish(self) -> str:
        """Call Snakemake until it is done; at once."""
        call = self.start("snakemake")
        output = call.communicate(timeout=PATIENCE)[0]
        if call.returncode or FORBIDDEN.search(output):
            raise SystemExit(f"{self.run} did not go on:\n{output}")
        return output

    def files(self) -> dict[str, bytes]:
        """The content of every file of the run."""
        folder = self.folder / "results" / self.run
        found = {}
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder).as_posix()
            if (
                path.is_file()
                and not name.startswith(ASIDE)
                and path.name != ".snakemake_timestamp"
            ):
                found[name] = path.read_bytes()
        manifest = json.loads(found["manifest.json"])
        del manifest["checksum"], manifest["summary"]["resources"]
        found["manifest.json"] = json.dumps(manifest).encode()
        return found

    def lose(self, stage: str) -> None:
        """Delete what a stage has made."""
        if stage == "report":
            (self.folder / "results" / self.run / "report.html").unlink(missing_ok=True)
        else:
            shutil.rmtree(self.folder / "results" / self.run / stage, ignore_errors=True)

    def jobs(self) -> list[int]:
        """The processes at work on the run, by the command they were called with."""
        found = []
        for path in Path("/proc").glob("[0-9]*/cmdline"):
            try:
                words = path.read_bytes().split(b"\0")
                where = os.readlink(path.with_name("cwd"))  # noqa: PTH115 - as bytes, if need be
            except OSError:
                continue
            if f"results/{self.run}".encode() in words and where == str(self.folder):
                found.append(int(path.parent.name))
        return found


def kill(copy: Copy, call: subprocess.Popen[str], draw: random.Random) -> str:
    """Kill something of a call; returns what."""
    what = draw.choice(["snakemake", "job", "all"])
    if what == "snakemake":
        call.kill()
    elif what == "all":
        os.killpg(call.pid, signal.SIGKILL)
    else:
        jobs = copy.jobs()
        if not jobs:
            return "nothing"
        os.kill(draw.choice(jobs), signal.SIGKILL)
    return what


def at_work(copy: Copy) -> str:
    """The stage that is being made."""
    logs = copy.folder / "results" / copy.run / "logs"
    times = {path.stem: path.stat().st_mtime for path in logs.glob("*.log")}
    return max(times, key=times.__getitem__) if times else "before"


def disturb(copies: list[Copy], base: Copy, expected: bytes, draw: random.Random) -> Counter[str]:
    """Let copies lose a stage and go on, and kill one of them at a random moment."""
    seen: Counter[str] = Counter()
    for copy in copies:
        if draw.random() < 0.7:
            copy.lose(draw.choice(STAGES))
    calls = {copy.run: copy.start("snakemake") for copy in copies}
    others = []
    if draw.random() < 0.3:
        folder = str(base.folder.parent / "cache")
        others.append(
            base.start("topograph", "cache", "--folder", folder, "--prune", "--unused-for", "0")
        )
    if draw.random() < 0.3:
        others.append(base.start("topograph", "assign", "new.txt", "--run", base.run))
        seen["assign"] += 1
    victim = draw.choice(copies)
    time.sleep(draw.uniform(0.0, 25.0) ** 2 / 25)
    stage = at_work(victim)
    what = kill(victim, calls[victim.run], draw)
    seen[f"kill of {what}"] += 1
    if what != "nothing":
        seen[f"in {stage}"] += 1
    if what in ("snakemake", "all") and draw.random() < 0.5:
        victim.finish()  # at once, while jobs of the killed call may be at work
    for name, call in calls.items():
        output = call.communicate(timeout=PATIENCE)[0]
        if FORBIDDEN.search(output):
            raise SystemExit(f"{name} said:\n{output}")
    for other in others:
        output = other.communicate(timeout=PATIENCE)[0]
        if other.returncode:
            raise SystemExit(f"beside it:\n{output}")
    made = base.folder / "results" / base.run / "assigned/new.txt.csv"
    if made.exists() and made.read_bytes() != expected:
        raise SystemExit("documents were placed otherwise than undisturbed")
    return seen


def second_calls(copy: Copy, draw: random.Random, count: int) -> int:
    """Call Snakemake while it runs, and count refused second calls. All else is an error."""
    refused = 0
    for _ in range(count):
        copy.lose(draw.choice(STAGES))
        first = copy.start("snakemake")
        time.sleep(draw.uniform(0.0, 6.0))
        second = copy.start("snakemake")
        refusal = second.communicate(timeout=PATIENCE)[0]
        output = first.communicate(timeout=PATIENCE)[0]
        for text in (refusal, output):
            if FORBIDDEN.search(text):
                raise SystemExit(f"two calls:\n{text}")
        one_was_refused = ["Another snakemake is running" in text for text in (refusal, output)]
        if sum(one_was_refused) > 1 or {first.returncode, second.returncode} - {0, 1}:
            raise SystemExit(f"two calls:\n{refusal}\n{output}")
        refused += any(one_was_refused)
    copy.finish()
    return refused


def compare(copies: list[Copy], expected: dict[str, dict[str, bytes]]) -> None:
    """Finish the runs, and hold them against undisturbed ones."""
    for copy in copies:
        copy.finish()
        found = copy.files()
        other = [
            name
            for name in sorted({*found, *expected[copy.run]})
            if found.get(name) != expected[copy.run].get(name)
        ]
        if other:
            raise SystemExit(f"{copy.run} has other bytes: {', '.join(other)}")


def main(kills: int, folder: Path) -> None:
    """Kill, compare, print."""
    texts = [
        " ".join(paragraph.split()[:60])
        for path in sorted((ROOT / "seeds").glob("*.txt"))
        for paragraph in path.read_text(encoding="utf-8").strip().split("\n\n")[1:]
    ]
    corpora = {"one": texts[:50], "two": texts[20:70], "three": texts[:30], "four": texts[40:]}
    source = folder / "source"
    for part in ("workflow", "src"):
        shutil.copytree(ROOT / part, source / part, ignore=shutil.ignore_patterns("*.pyc"))
    shutil.copy(ROOT / "environment.yml", source)
    expected = {}
    for name, documents in corpora.items():
        calm = Copy(source, folder / "calm" / name, documents)
        calm.finish()
        expected[name] = calm.files()
    base = Copy(source, folder / "base", texts[:60])
    base.finish()
    (base.folder / "new.txt").write_text("\n".join(texts[60:90]) + "\n", encoding="utf-8")
    assert base.start("topograph", "assign", "new.txt", "--run", "base").wait() == 0
    placed = (base.folder / "results/base/assigned/new.txt.csv").read_bytes()
    copies = [Copy(source, folder / name, corpora[name]) for name in corpora]
    seen: Counter[str] = Counter()
    draw = random.Random(kills)
    while sum(count for what, count in seen.items() if what.startswith("in ")) < kills:
        for _ in range(ROUND):
            seen += disturb(copies[:2], base, placed, draw)
        compare(copies[:2], expected)
        print(f"{time.strftime('%H:%M')} {dict(sorted(seen.items()))}", flush=True)
    print(f"two calls of one copy: {second_calls(copies[0], draw, 20)} of 20 were refused")
    calls = [copy.start("snakemake") for copy in copies]
    assert [call.wait(timeout=PATIENCE) for call in calls] == [0] * 4
    compare(copies, expected)
    print("all runs are, to the byte, what they are undisturbed")


if __name__ == "__main__":
    place = Path(sys.argv[2] if len(sys.argv) > 2 else "/tmp/topograph-kills")
    shutil.rmtree(place, ignore_errors=True)
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60, place)
