"""Names by a chat model: asked once, checked, distinct, and done without where it fails."""

import html
import json
import re
import string
import threading
import time
from base64 import b64encode
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar
from urllib.parse import quote

import pandas as pd
import pytest

from topograph.cli import main
from topograph.errors import TopographError
from topograph.language.words import Reader
from topograph.stages.label import chatserver
from topograph.stages.label.chatnames import TopicPrompt, name_by_llm, read_answer, read_prompt
from topograph.stages.label.chatserver import Chat, ChatUnavailable, Unreadable
from topograph.system import servers
from topograph.system.servers import RetryPolicy
from topograph.workflow import Workflow

ROOT = Path(__file__).parents[4]
PROMPT = ROOT / "config/prompts/topic_name.txt"


class ChatServer(BaseHTTPRequestHandler):
    """Speaks the protocol; names a topic by the first of its terms, in capitals."""

    requests: ClassVar[list] = []
    keys: ClassVar[list] = []
    failures: ClassVar[list] = []
    knows_forms = True
    answer: ClassVar = None
    echo: ClassVar = None
    refused, refusal = "", 400
    content = b""
    pause = 0.0

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.requests.append(body)
        self.keys.append(self.headers.get("Authorization"))
        status = self.failures.pop(0) if self.failures else 200
        if "response_format" in body and not self.knows_forms:
            status = 400
        if self.refused in body:
            status = self.refusal
        time.sleep(self.pause)
        if self.answer is not None:
            text = self.answer(body["messages"])
        else:
            question = body["messages"][0]["content"]
            first = question.split("most telling first:\n")[1].split(",")[0].split("\n")[0]
            text = json.dumps({"name": first.upper()})
        content = {"choices": [{"message": {"role": "assistant", "content": text}}]}
        if self.echo is not None:
            status, content = self.echo(self)
        self.send_response(status)
        if 300 <= status < 400:
            self.send_header("Location", content)
        self.end_headers()
        if self.echo is not None:
            self.wfile.write(content.encode())
            return
        if self.content:
            self.wfile.write(self.content)
            return
        self.wfile.write(json.dumps(content if status == 200 else self.problem()).encode())

    def problem(self):
        return {"error": {"message": f"unsupported: {self.refused}" if self.refused else "no"}}

    def log_message(self, *arguments):
        pass


@pytest.fixture
def address(monkeypatch):
    monkeypatch.setattr(servers, "FIRST_WAIT", 0.01)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    for name in ("requests", "keys", "failures"):
        getattr(ChatServer, name).clear()
    ChatServer.knows_forms, ChatServer.answer, ChatServer.refused = True, None, ""
    ChatServer.content, ChatServer.pause, ChatServer.echo = b"", 0.0, None
    server = ThreadingHTTPServer(("127.0.0.1", 0), ChatServer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()
    server.server_close()


def hello(text="hello"):
    return [{"role": "user", "content": f"most telling first:\n{text}"}]


# --- the server


def test_what_was_asked_once_is_answered_without_a_server(address, tmp_path):
    chat = Chat("small", address, tmp_path)
    assert chat.ask(hello()) == chat.ask(hello()) == '{"name": "HELLO"}'
    assert chat.asked == len(ChatServer.requests) == 1
    assert Chat("small", "http://127.0.0.1:9/v1", tmp_path).ask(hello()) == '{"name": "HELLO"}'
    with pytest.raises(ChatUnavailable):
        Chat("other", "http://127.0.0.1:9/v1", tmp_path).ask(hello())


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("{cut sho", "it is damaged"),
        ("[" * 3000, "it is damaged"),
        ("[]", "it is damaged"),
        (b"\xff", "it is damaged"),
        ('{"answer": 3}', "not a text"),
        (json.dumps({"answer": '{"a":' * 3000}), "not a JSON object"),
        (json.dumps({"answer": "I cannot say"}), "not a JSON object"),
    ],
)
def test_a_file_of_the_memory_that_cannot_be_read_is_set_aside(
    address, tmp_path, capsys, content, why
):
    chat = Chat("small", address, tmp_path)
    chat.ask(hello(), problem)
    (path,) = tmp_path.iterdir()
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    assert chat.ask(hello(), problem) == '{"name": "HELLO"}'
    assert len(ChatServer.requests) == 2
    assert chat.ask(hello(), problem) == '{"name": "HELLO"}'
    assert len(ChatServer.requests) == 2
    reported = capsys.readouterr().out
    assert f"{path} was set aside, as {tmp_path / 'set-aside' / path.name}: " in reported
    assert why in reported


def problem(answer):
    return read_answer(answer)[1]


POISON = [
    "\ud83d",
    "{" * 3000,
    '{"a":' * 3000,
    '{"name":' * 3000 + '"x"' + "}" * 3000,
    "[" * 100_000,
    "x" * 200_000,
    '{"name": "\\ud83d"}',
    '{"name": "\\u0000\\u202e"}',
    '{"name": null}',
    "<think>a thought without end",
    "1" * 5000,
    "",
]


@pytest.mark.parametrize("answer", POISON)
def test_an_answer_that_cannot_be_read_is_not_kept(address, tmp_path, answer):
    answers = iter([answer, '{"name": "Graphs"}'])
    ChatServer.answer = staticmethod(lambda messages: next(answers))
    chat = Chat("small", address, tmp_path)
    assert chat.ask(hello(), problem) == '{"name": "Graphs"}'
    assert len(ChatServer.requests[1]["messages"]) == 3
    assert Chat("small", "http://127.0.0.1:9/v1", tmp_path).ask(hello()) == '{"name": "Graphs"}'
    assert len(list(tmp_path.iterdir())) == 1


def test_a_model_that_gives_no_readable_answer_is_reported_and_leaves_no_file(address, tmp_path):
    ChatServer.answer = staticmethod(lambda messages: f"no answer {len(messages)}")
    with pytest.raises(Unreadable, match="not a JSON object"):
        Chat("small", address, tmp_path).ask(hello(), problem)
    assert len(ChatServer.requests) == 3
    assert not list(tmp_path.iterdir())


def test_a_model_that_repeats_what_cannot_be_read_is_not_asked_again(address, tmp_path):
    ChatServer.answer = staticmethod(lambda messages: "Graphs")
    with pytest.raises(Unreadable):
        Chat("small", address, tmp_path).ask(hello(), problem)
    assert len(ChatServer.requests) == 2


def test_an_answer_in_parts_is_one_text(address, tmp_path):
    parts = [{"type": "thinking", "thinking": []}, {"type": "text", "text": '{"name": "A"}'}]
    ChatServer.content = json.dumps({"choices": [{"message": {"content": parts}}]}).encode()
    assert Chat("small", address, tmp_path).ask(hello()) == '{"name": "A"}'


def test_a_question_is_deterministic_and_asks_for_a_form(address, tmp_path):
    Chat("small", address, tmp_path).ask(hello())
    (body,) = ChatServer.requests
    assert (body["model"], body["temperature"], body["seed"]) == ("small", 0, 0)
    assert body["response_format"]["json_schema"]["schema"]["required"] == ["name"]


def test_a_server_that_knows_no_forms_is_asked_without(address, tmp_path):
    ChatServer.knows_forms = False
    chat = Chat("small", address, tmp_path)
    assert chat.ask(hello("a")) == '{"name": "A"}'
    chat.ask(hello("b"))
    assert ["response_format" in body for body in ChatServer.requests] == [
        True,
        True,
        True,
        False,
        False,
    ]


def test_passing_failures_are_tried_again_and_others_are_reported(address, tmp_path):
    ChatServer.failures[:] = [503, 429]
    assert Chat("small", address, tmp_path).ask(hello()) == '{"name": "HELLO"}'
    ChatServer.failures[:] = [401]
    with pytest.raises(ChatUnavailable, match="401"):
        Chat("small", address, tmp_path).ask(hello("again"))
    assert len(ChatServer.requests) == 4


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b'data: {"choices": [{"delta": {"content": "x"}}]}', "stream of events"),
        (b"<html>Welcome</html>", "begins with '<html>Welcome</html>'"),
        (b'{"choices": []}', "is not compatible with"),
        (b"[" * 5000, "is not compatible with"),
        (b" " * 10_000_001, "more than 10,000,000 bytes"),
    ],
)
def test_an_answer_that_is_none_is_reported(address, tmp_path, content, says):
    ChatServer.content = content
    with pytest.raises(ChatUnavailable, match=re.escape(says)):
        Chat("small", address, tmp_path).ask(hello())
    assert not list(tmp_path.iterdir())


def test_a_server_that_takes_too_long_is_asked_twice(address, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(chatserver, "PATIENCE", RetryPolicy(tries=9, timeout=0.05))
    ChatServer.pause = 0.3
    with pytest.raises(ChatUnavailable, match=r"no answer within 0\.05 seconds, 2 times"):
        Chat("small", address, tmp_path).ask(hello())
    assert "retrying in" in capsys.readouterr().out


def test_the_key_goes_to_the_server_and_into_no_file(address, tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    Chat("small", address, tmp_path).ask(hello())
    assert ChatServer.keys == ["Bearer sk-secret"]
    assert all("secret" not in path.read_text() for path in tmp_path.iterdir())


# --- prompts and answers


def test_the_shipped_prompt_shows_all_of_a_topic():
    assert set(read_prompt(PROMPT).get_identifiers()) == {"terms", "documents", "neighbours"}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("$terms", "it contains $terms"),
        ("nothing", "none"),
        ("$terms $documents $other", "$other"),
        ("$terms $documents costs $ 5", "dollar"),
        (None, "No such file"),
    ],
)
def test_a_prompt_that_cannot_be_filled_is_refused(tmp_path, text, problem):
    path = tmp_path / "prompt.txt"
    if text is not None:
        path.write_text(text)
    with pytest.raises(TopographError) as refused:
        read_prompt(path)
    assert problem in str(refused.value)


@pytest.mark.parametrize(
    ("answer", "name"),
    [
        ('{"name": "Graph learning"}', "Graph learning"),
        ('Sure:\n```json\n{"name": " \\"Graph\\n learning.\\" "}\n```', "Graph learning"),
        ('{"name": "图学习"}', "图学习"),
        ('<think>\n{"name": "A"}? No.\n</think>\n\n{"name": "Graph learning"}', "Graph learning"),
        ('so {"name": "A"}? No.</THINKING>{"name": "Graph learning"}', "Graph learning"),
        ('First {"name": "A"}, no: {"name": "Graph learning"}', "Graph learning"),
        ('{"name": "Graph {learning}"}', "Graph {learning}"),
        ('{"name": "Graph", "why": {"name": "x"}}', "Graph"),
        ('{"name": "\\u202eGraph\\u0000 \\ud83dlearning\\u2066\\ufffe"}', "Graph learning"),
        ('{"name": "a\\u0308rger"}', "ärger"),
        ('<think>{"name": "A"}', None),
        ('{"name": "\\u200b\\u202e"}', None),
        ("Graph learning", None),
        ('{"title": "Graph"}', None),
        ('{"name": ["Graph"]}', None),
        ('{"name": "42"}', None),
        ('{"name": "a b c d e f g h i"}', None),
        (f'{{"name": "{"x" * 81}"}}', None),
        ("{broken}", None),
        ("", None),
    ],
)
def test_an_answer_is_a_short_name_or_none(answer, name):
    found, why = read_answer(answer)
    assert found == name
    assert bool(why) == (name is None)


# --- naming

SHORT = string.Template("$terms|$documents|$neighbours")
ENGLISH = Reader("en")


def subject(*terms):
    return TopicPrompt(terms, ["One text of Graphs, trees and the sea.", "word " * 500], ["trees"])


def test_topics_are_asked_for_with_what_they_hold():
    asked = []

    def ask(messages, problem):
        asked.append(messages[0]["content"])
        return '{"name": "Graphs"}'

    result = name_by_llm(ask, SHORT, [subject("graph", "node")], ENGLISH)
    assert (result.names, result.failures) == (["Graphs"], {})
    terms, documents, neighbours = asked[0].split("|")
    assert (terms, neighbours) == ("graph, node", "- trees")
    assert documents.splitlines()[0] == "- One text of Graphs, trees and the sea."
    assert len(documents.splitlines()[1].split()) == 81


def test_a_name_that_is_taken_is_asked_for_again_with_the_reason():
    answers = iter(["Graphs", "graphs", "Trees", "Graphs", "TREES", "trees", "Sea"])
    conversations = []

    def ask(messages, problem):
        conversations.append(messages)
        return json.dumps({"name": next(answers)})

    subjects = [subject("a"), subject("b"), subject("c")]
    result = name_by_llm(ask, SHORT, subjects, ENGLISH, taken={"SEA"})
    assert result.names == ["Graphs", "Trees", None]
    assert 'another topic is already called "trees"' in result.failures[2]
    assert len(conversations[2]) == 3
    assert 'another topic is already called "graphs"' in conversations[2][-1]["content"]


def test_a_model_that_repeats_itself_is_not_asked_again():
    asked = []

    def ask(messages, problem):
        asked.append(messages)
        return '{"name": "Sea"}'

    result = name_by_llm(ask, SHORT, [subject("graph")], ENGLISH, taken={"sea"})
    assert (result.names, len(asked)) == ([None], 2)


@pytest.mark.parametrize(
    ("name", "fits"),
    [
        ("Graph learning", True),  # of a term
        ("Clustered sea", True),  # of a document
        ("Encyclopedia of Games", False),
        ("The one general text", True),
        ("General methods and other approaches", False),
    ],
)
def test_a_name_has_to_do_with_its_topic(name, fits):
    result = name_by_llm(lambda *_: json.dumps({"name": name}), SHORT, [subject("graphs")], ENGLISH)
    assert result.names == [name if fits else None]
    assert ("terms or documents" in result.failures.get(0, "")) != fits


def test_after_the_server_is_gone_no_topic_waits_for_it(address, tmp_path):
    subjects = [subject("a"), TopicPrompt([], [], []), subject("c"), subject("d")]
    ChatServer.answer = staticmethod(lambda messages: '{"name": "Graphs"}')
    name_by_llm(Chat("small", address, tmp_path).ask, SHORT, subjects[3:], ENGLISH)
    ChatServer.failures[:] = [401] * 9
    result = name_by_llm(Chat("small", address, tmp_path).ask, SHORT, subjects, ENGLISH)
    assert result.names == [None, None, None, "Graphs"]  # the last is known
    assert result.failures[1] == "the topic has no terms"
    assert result.failures[0] == result.failures[2]
    assert f"{address}/chat/completions: 401: no; to try again" in result.failures[2]
    assert len(ChatServer.requests) == 2


# --- a run


@pytest.fixture
def asking(tiny_copy, address):
    """The tiny run, whose topics a chat model names."""
    Path("config/prompts").mkdir()
    Path("config/prompts/topic_name.txt").write_text(PROMPT.read_text())
    path = Path("config/runs/tiny.yaml")
    path.write_text(path.read_text() + f"label: {{llm: small, llm_server: {address}}}\n")

    def run():
        assert main(["label", "results/tiny"]) == 0
        return pd.read_parquet("results/tiny/label/topics.parquet")

    return run


def test_candidates_stand_side_by_side_and_a_rerun_needs_no_server(asking):
    topics = asking()
    assert topics["label"].to_list() == topics["label_llm"].to_list()
    assert topics["label_llm"].to_list() == [terms[0].upper() for terms in topics["terms"]]
    assert (topics["label_keywords"] != topics["label_llm"]).all()
    asked = len(ChatServer.requests)
    ChatServer.failures[:] = [500] * 50
    pd.testing.assert_frame_equal(asking(), topics)
    assert len(ChatServer.requests) == asked == 2
    seal = json.loads(Path("results/tiny/label/summary.json").read_text())
    assert "config/prompts/topic_name.txt" in seal["inputs"]
    assert "llm_server" not in json.dumps(seal)


def test_another_prompt_asks_again_and_a_person_has_the_last_word(asking):
    main(["curate", "results/tiny", "--write"])
    asking()
    prompt = Path("config/prompts/topic_name.txt")
    prompt.write_text("Please. " + prompt.read_text())
    path = Path("config/runs/tiny.curation.yaml")
    path.write_text(path.read_text().replace("  # rename:", "  rename: My own", 1))
    topics = asking()
    assert len(ChatServer.requests) == 4
    assert topics["label"].to_list() == ["My own", topics["label_llm"][1]]
    assert topics["label_llm"][0] != ""


def test_without_a_usable_answer_topics_keep_their_terms_and_say_so(asking, capsys):
    ChatServer.answer = staticmethod(lambda messages: "I cannot say")
    topics = asking()
    assert topics["label"].to_list() == topics["label_keywords"].to_list()
    assert topics["label_llm"].to_list() == ["", ""]
    output = capsys.readouterr().out
    assert "named by terms instead of the chat model: 2 topics" in output
    assert "it is not a JSON object" in output
    seal = json.loads(Path("results/tiny/label/summary.json").read_text())
    assert any("named by terms" in note for note in seal["summary"]["notes"])


@pytest.mark.parametrize("poison", POISON[:3])
def test_a_run_ends_whatever_the_model_answers(asking, poison):
    ChatServer.answer = staticmethod(lambda messages: poison)
    topics = asking()
    assert topics["label_llm"].to_list() == ["", ""]
    assert not Path(".cache/names").exists()
    ChatServer.answer = None
    assert "" not in asking()["label_llm"].to_list()


SECRET = 'Zq7-secret/k&y"9'


def echo_in_error(server):
    words = f"no such key: {server.headers['Authorization']} for {SECRET} on {server.path}"
    return 401, json.dumps({"error": {"message": words, "code": SECRET}})


def echo_in_answer(server):
    name = {"name": f"Zoo {SECRET} {server.headers['Authorization']}"}
    return 200, json.dumps({"choices": [{"message": {"content": json.dumps(name)}}]})


def echo_in_garbage(server):
    return 200, f"{SECRET} {server.headers['Authorization']} {server.path}"


def echo_in_redirect(server):
    return 307, f"http://other.example/{server.headers['Authorization']}"


def echo_in_failure(server):
    return 503, f"<html>{SECRET * 200} {server.headers['Authorization']} {server.path}</html>"


ECHOES = [echo_in_error, echo_in_answer, echo_in_garbage, echo_in_redirect, echo_in_failure]
ESCAPED = quote(SECRET, safe="")
FORMS = {SECRET, ESCAPED, json.dumps(SECRET)[1:-1], html.escape(SECRET)}
FORMS |= {b64encode(form.encode()).decode()[:-2] for form in (SECRET, f"me:{SECRET}")}
#: Where a secret stands: before and behind the server's host, and the header that is sent.
PLACES = {
    "environment": ("", "", f"Bearer {SECRET}"),
    "password": (f"me:{ESCAPED}@", "", f"Basic {b64encode(f'me:{SECRET}'.encode()).decode()}"),
    "user": (f"{ESCAPED}@", "", f"Basic {b64encode(f'{SECRET}:'.encode()).decode()}"),
    "parameter": ("", f"?version=2&api_key={ESCAPED}", None),
}


@pytest.mark.parametrize("echo", ECHOES)
@pytest.mark.parametrize("place", PLACES)
def test_a_secret_that_a_server_repeats_is_written_nowhere(
    address, echo, place, tmp_path, monkeypatch, capfd
):
    monkeypatch.setattr(chatserver, "PATIENCE", RetryPolicy(tries=2, timeout=9))
    ChatServer.echo = staticmethod(echo)
    before, behind, header = PLACES[place]
    if place == "environment":
        monkeypatch.setenv("OPENAI_API_KEY", f" {SECRET}\n")
    asked = Chat("small", f"http://{before}{address.removeprefix('http://')}{behind}", tmp_path)
    result = name_by_llm(asked.ask, SHORT, [subject("zoo")], ENGLISH)
    printed = capfd.readouterr()
    written = "".join(path.read_text() for path in tmp_path.rglob("*.json"))
    output = printed.out + printed.err + written + asked.display_url + str(result)
    assert not [form for form in FORMS if form in output]
    assert set(ChatServer.keys) == {header}
    assert len(ChatServer.requests) > 0


def test_a_password_is_in_no_file_of_a_run(asking, address, capfd):
    ChatServer.echo = staticmethod(echo_in_error)
    path = Path("config/runs/tiny.yaml")
    host = address.removeprefix("http://")
    path.write_text(path.read_text().replace(address, f"'http://me:{ESCAPED}@{host}'"))
    asking()
    assert all(main([stage, "results/tiny"]) == 0 for stage in ("plot", "evaluate", "report"))
    assert "http://***@" in Path("results/tiny/report.html").read_text()
    printed = capfd.readouterr()
    files = [path for path in Path().rglob("*") if path.is_file() and "config" not in path.parts]
    for form in FORMS:
        assert form not in printed.out + printed.err
        assert not [path for path in files if form.encode() in path.read_bytes()]


def test_a_key_that_no_header_can_hold_is_reported(address, tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "one\ntwo")
    with pytest.raises(
        ChatUnavailable, match="characters that are not valid in a header"
    ) as refused:
        Chat("small", address, tmp_path).ask(hello())
    assert "two" not in str(refused.value)


def test_a_request_is_not_sent_on_to_another_server(address, tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    ChatServer.echo = staticmethod(lambda server: (302, f"{address}/elsewhere"))
    with pytest.raises(ChatUnavailable, match=r"redirects to http://.*/elsewhere; use"):
        Chat("small", address, tmp_path).ask(hello())
    assert len(ChatServer.requests) == 1


def test_the_prompt_is_an_input_of_runs_that_have_one(project):
    project.write("config/prompts/topic_name.txt", "$terms $documents")
    project.write("config/runs/b.yaml", "parse: {files: [seeds/a.txt]}\nlabel: {llm: small}\n")
    workflow = Workflow({}, project.root)
    assert workflow.prompt("a") == []
    assert workflow.prompt("b") == ["config/prompts/topic_name.txt"]
