"""Work in several processes: it keeps its order, ends with its parent, and reports kills."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from topograph.errors import TopographError
from topograph.system.parallel import PARALLEL_FROM, fork_map, process_pool

#: Two processes that tell their numbers and then wait longer than any test.
FORK = """
import os, time
from topograph.system.parallel import PARALLEL_FROM, fork_map
def wait(number):
    os.write(1, b"%d\\n" % os.getpid())
    time.sleep(600)
fork_map(wait, [1, 2], 1000, 2)
"""
#: A fork server's processes need a function that they can import.
SERVER = """
import os, time
from topograph.system.parallel import PARALLEL_FROM, process_pool
with process_pool(2, "forkserver") as pool:
    pool.submit(time.sleep, 0.2)
    for own in [pool.submit(os.getpid) for _ in range(2)]:
        print(own.result(), flush=True)
    time.sleep(600)
"""


def lives(number: int) -> bool:
    try:
        stat = Path(f"/proc/{number}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


@pytest.mark.parametrize("threads", [1, 2, 9])
@pytest.mark.parametrize("count", [0, 1, 5])
def test_results_come_in_the_order_of_the_items(threads, count):
    assert fork_map(lambda item: item**2, list(range(count)), PARALLEL_FROM, threads) == [
        item**2 for item in range(count)
    ]


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="needs /proc")
@pytest.mark.parametrize("code", [FORK, SERVER], ids=["fork", "forkserver"])
def test_processes_end_with_the_one_that_is_killed(code):
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as master:
        numbers = {int(master.stdout.readline()) for _ in range(2)}
        assert all(map(lives, numbers))
        master.kill()
        master.wait()
        for _ in range(200):
            if not any(map(lives, numbers)):
                break
            time.sleep(0.1)
        assert not any(map(lives, numbers))


def kill_self(_: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.parametrize("start", ["fork", "forkserver"])
def test_a_process_that_is_killed_is_reported(start):
    with pytest.raises(TopographError, match="was killed"), process_pool(2, start) as pool:
        pool.submit(kill_self, 0).result()
    with pytest.raises(TopographError) as caught:
        fork_map(kill_self, [1, 2], PARALLEL_FROM, 2)
    assert "memory" in caught.value.why


#: No file may be opened any more, and none of the pipes to a process.
REFUSED = """
import os, resource, sys
import multiprocessing.synchronize
from topograph.errors import TopographError
from topograph.system.parallel import process_pool
resource.setrlimit(resource.RLIMIT_NOFILE, (len(os.listdir("/proc/self/fd")), 99))
try:
    with process_pool(2, sys.argv[1]) as pool:
        pool.submit(os.getpid).result()
except TopographError as error:
    print(error)
"""


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="needs /proc")
@pytest.mark.parametrize("start", ["fork", "forkserver"])
def test_a_process_that_cannot_be_started_is_an_error_with_a_remedy(start):
    done = subprocess.run(
        [sys.executable, "-c", REFUSED, start], capture_output=True, text=True, timeout=60
    )
    assert "cannot be started" in done.stdout, done.stderr
    assert "--cores 1" in done.stdout


def out_of_memory(_: int) -> None:
    raise MemoryError


def test_a_process_without_memory_is_an_error_with_a_remedy():
    with pytest.raises(TopographError, match="memory"), process_pool(2, "forkserver") as pool:
        pool.submit(out_of_memory, 0).result()
