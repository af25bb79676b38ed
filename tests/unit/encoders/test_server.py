"""A server that speaks the OpenAI embeddings protocol, well or badly."""

import base64
import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

import numpy as np
import pytest

from topograph.config import EmbedSettings
from topograph.encoders.base import encode_all
from topograph.encoders.cached import open_encoder
from topograph.encoders.onnx import OnnxEncoder
from topograph.encoders.server import PATIENCE, ServerEncoder, read_answer
from topograph.encoders.shipped import shipped_files
from topograph.errors import TopographError
from topograph.system import servers


class EmbeddingsServer(BaseHTTPRequestHandler):
    """Speaks the OpenAI embeddings protocol, with the shipped encoder behind it."""

    encoder = OnnxEncoder(shipped_files(), 1)
    failures: ClassVar[list[tuple[int, dict]]] = []
    requests: ClassVar[list[dict]] = []
    answers: ClassVar[list[bytes]] = []
    scramble = False

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.requests.append({"path": self.path, "key": self.headers["Authorization"], **body})
        if self.failures:
            status, headers = self.failures.pop(0)
            content = {"error": {"message": f"failure {status}"}}
        elif self.answers:
            status, headers, content = 200, {}, self.answers.pop(0)
        else:
            status, headers = 200, {}
            rows = encode_all(self.encoder, body["input"])
            if self.scramble:
                rows = rows[:, ::-1]
            data = [{"index": i, "embedding": row.tolist()} for i, row in enumerate(rows)]
            content = {"data": data[::-1], "model": body["model"]}
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content if isinstance(content, bytes) else json.dumps(content).encode())

    def log_message(self, *arguments):
        pass


@pytest.fixture
def address(monkeypatch):
    monkeypatch.setattr(servers, "FIRST_WAIT", 0.01)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    EmbeddingsServer.failures, EmbeddingsServer.requests = [], []
    EmbeddingsServer.answers, EmbeddingsServer.scramble = [], False
    with serving() as found:
        yield found


@contextmanager
def serving():
    server = ThreadingHTTPServer(("127.0.0.1", 0), EmbeddingsServer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()
    server.server_close()


TEXTS = ["one text", "another text", "a third"]


def test_vectors_come_back_in_order_and_by_request_size(address, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    encoder = ServerEncoder("mini", address, batch_size=2, dimensions=384)
    vectors = encode_all(encoder, TEXTS)
    assert np.allclose(vectors, encode_all(EmbeddingsServer.encoder, TEXTS), atol=1e-6)
    sent = EmbeddingsServer.requests
    assert [len(request["input"]) for request in sent] == [2, 1]
    assert {request["path"] for request in sent} == {"/v1/embeddings"}
    assert {request["key"] for request in sent} == {"Bearer secret"}
    assert {request["dimensions"] for request in sent} == {384}
    assert "secret" not in encoder.name + encoder.fingerprint


def test_a_prefix_is_sent_and_no_key_is_no_header(address):
    encode_all(ServerEncoder("mini", address, prefix="query: "), ["a"])
    (request,) = EmbeddingsServer.requests
    assert request["input"] == ["query: a"]
    assert request["key"] is None
    assert "dimensions" not in request


def test_passing_failures_are_tried_again(address, capsys):
    EmbeddingsServer.failures = [(429, {"Retry-After": "0.02"}), (503, {}), (500, {})]
    assert len(encode_all(ServerEncoder("mini", address), TEXTS)) == 3
    assert len(EmbeddingsServer.requests) == 4
    assert "429" in capsys.readouterr().out


def test_what_was_embedded_before_a_failure_is_kept(address, tmp_path):
    options = {"encoder": "openai", "model": "mini", "server": address, "batch_size": 1}
    settings = EmbedSettings(**options, cache=str(tmp_path))
    with open_encoder(settings, 1) as encoder:
        batches = encoder.encode(TEXTS)
        next(batches)
        EmbeddingsServer.failures = [(401, {})]
        with pytest.raises(TopographError, match="401: failure 401"):
            list(batches)
    with open_encoder(settings, 1) as encoder:
        encode_all(encoder, TEXTS)
        assert encoder.encoded == 2


@pytest.mark.parametrize(
    ("status", "advice"), [(401, "OPENAI_API_KEY"), (404, "embed.server"), (400, "embed.model")]
)
def test_a_refusal_is_reported_with_the_servers_words(address, status, advice):
    EmbeddingsServer.failures = [(status, {})]
    with pytest.raises(TopographError) as caught:
        encode_all(ServerEncoder("mini", address), ["a"])
    assert f"failure {status}" in caught.value.why
    assert advice in caught.value.fix


def test_a_server_that_is_not_there_is_reported(monkeypatch):
    monkeypatch.setattr(servers, "FIRST_WAIT", 0.001)
    with serving() as gone:
        pass
    with pytest.raises(TopographError, match="does not answer"):
        encode_all(ServerEncoder("mini", gone), ["a"])


def test_another_model_under_the_same_name_is_noticed(address, tmp_path):
    settings = EmbedSettings(encoder="openai", model="mini", server=address, cache=str(tmp_path))
    with open_encoder(settings, 1) as encoder:
        encode_all(encoder, ["a"])
    with open_encoder(settings, 1) as encoder:
        encode_all(encoder, ["b"])
    EmbeddingsServer.scramble = True
    with open_encoder(settings, 1) as encoder:
        encode_all(encoder, ["a", "b"])  # all in the cache
        with pytest.raises(TopographError, match="other vectors than before"):
            encode_all(encoder, ["c"])


def test_the_cost_is_reported_before_it_arises(address, tmp_path, capsys):
    ServerEncoder("text-embedding-3-small", address).announce(["x" * 4_000_000] * 50)
    # 200 million characters, 50 million tokens at $0.02 a million
    assert "about 50 million tokens" in (out := capsys.readouterr().out)
    assert "$1.00" in out
    settings = EmbedSettings(encoder="openai", model="mini", server=address, cache=str(tmp_path))
    for expected in ("sending 3 texts", ""):
        with open_encoder(settings, 1) as encoder:
            encode_all(encoder, TEXTS)
        assert expected in capsys.readouterr().out


# -- answers ---------------------------------------------------------------------------------


def answer(*items):
    return json.dumps({"object": "list", "data": list(items)}).encode()


def as_base64(*numbers):
    return base64.b64encode(np.array(numbers, "<f4").tobytes()).decode()


@pytest.mark.parametrize(
    "content",
    [
        answer({"index": 1, "embedding": [3, 4]}, {"index": 0, "embedding": [1, 2]}),
        answer({"embedding": [1, 2]}, {"embedding": [3, 4]}),
        answer({"index": 0, "embedding": as_base64(1, 2)}, {"index": 1, "embedding": [3, 4]}),
    ],
    ids=["in another order", "without numbers", "base64"],
)
def test_answers_of_several_forms_are_read(content):
    assert read_answer(content, 2).tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "Expecting value"),
        (b"<html>It works!</html>", "It works"),
        (b"[1, 2]", "TypeError"),
        (answer({"index": 0, "embedding": [1, 2]})[:-9], "JSONDecodeError"),
        (b'{"error": {"message": "overloaded"}}', "overloaded"),
        (answer({"index": 0, "embedding": [1, 2]}), r"\[0\]"),
        (answer(*[{"index": 0, "embedding": [1, 2]}] * 2), r"\[0, 0\]"),
        (answer(*[{"index": i, "embedding": [1, 2]} for i in range(3)]), r"\[0, 1, 2\]"),
        (answer({"index": 0, "embedding": [1]}, {"embedding": [2]}), "TypeError"),
        (answer({"index": 0, "embedding": [1, 2]}, {"index": 1, "embedding": [1]}), "ValueError"),
        (answer(*[{"index": i, "embedding": [[1, 2], [3, 4]]} for i in range(2)]), "one length"),
        (answer(*[{"index": i, "embedding": []} for i in range(2)]), "one length"),
        (answer(*[{"index": i, "embedding": "no base64!"} for i in range(2)]), "Error"),
        (answer(*[{"index": i} for i in range(2)]), "KeyError"),
    ],
)
def test_answers_that_cannot_be_read_are_shown(address, content, says):
    EmbeddingsServer.answers = [content]
    with pytest.raises(TopographError, match=says):
        encode_all(ServerEncoder("mini", address), ["a", "b"])


def test_a_server_that_changes_its_dimensions_is_stopped(address, tmp_path):
    one, two = ({"index": 0, "embedding": [1.0] * width} for width in (2, 3))
    EmbeddingsServer.answers = [answer(one), answer(one), answer(two)]
    settings = EmbedSettings(
        encoder="openai", model="mini", server=address, cache=str(tmp_path), batch_size=1
    )
    with (
        open_encoder(settings, 1) as encoder,  # the first answer is for the probe
        pytest.raises(TopographError, match="3 dimensions and had 2"),
    ):
        encode_all(encoder, ["a", "b"])


def test_a_number_that_is_missing_is_an_unusable_vector(address):
    EmbeddingsServer.answers = [answer({"index": 0, "embedding": [1.0, None]})]
    assert encode_all(ServerEncoder("mini", address), ["a"]).tolist() == [[0.0, 0.0]]


def test_a_server_that_keeps_failing_is_reported_with_its_words(address, capsys):
    # as llama.cpp answers to a text longer than its batch, and TEI to too many texts
    EmbeddingsServer.failures = [(500, {})] * PATIENCE.tries
    with pytest.raises(TopographError, match="failure 500"):
        encode_all(ServerEncoder("mini", address), ["a"])
    assert "failure 500" in capsys.readouterr().out
    assert servers._words('{"error": "batch size 64 > 32"}') == "batch size 64 > 32"
