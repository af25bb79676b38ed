"""Requests that are made again."""

import pytest

from topograph.system import servers


def test_the_wait_doubles_from_try_to_try_up_to_a_minute(monkeypatch):
    waits = []
    monkeypatch.setattr(servers.time, "sleep", waits.append)
    to = servers.endpoint("http://127.0.0.1:9/v1", "/embeddings")  # nobody listens there
    reported = []
    with pytest.raises(servers.Unreachable, match="9 times"):
        servers.post(to, {}, servers.RetryPolicy(tries=9, timeout=1.0), reported.append)
    assert len(waits) == len(reported) == 8
    for number, wait in enumerate(waits):
        assert min(60, 0.75 * 2**number) <= wait <= min(60, 1.25 * 2**number)
