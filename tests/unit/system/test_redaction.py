"""Secrets are hidden in addresses and in the words of servers, and nothing else is."""

import json
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topograph.commands.jobsettings import job_settings
from topograph.config.mistakes import ConfigError
from topograph.errors import TopographError
from topograph.sections.addresses import VARIABLE
from topograph.system.redaction import hide_known, redacted, shown_address
from topograph.system.servers import endpoint
from topograph.workflow import Workflow

SECRET = "Zq7-secret-9"
#: Characters that stand in an address as they are.
PLAIN = st.text("abcXYZ019-._~!$&'()*+,;=", min_size=8, max_size=20)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (f"http://me:{SECRET}@host:80/v1", "http://***@host:80/v1"),
        (f"http://{SECRET}@host/v1", "http://***@host/v1"),
        (f"http://me:p/{SECRET}@host/v1", "http://***@host/v1"),
        (f"me:{SECRET}@host/v1", "***@host/v1"),
        (f"https://host/v1?api_key={SECRET}&v=1", "https://host/v1?api_key=***&v=1"),
        (f"Authorization: Bearer {SECRET}.", "Authorization: Bearer ***"),
        (f'{{"api-key": "{SECRET}"}}', '{"api-key": "***"}'),
        (f"Incorrect API key provided: sk-proj-{SECRET}!", "Incorrect API key provided: ***!"),
        ("model `gpt` not found: 404 (no_model)", "model `gpt` not found: 404 (no_model)"),
        (
            "batch size 64 > maximum 32; use a basic one",
            "batch size 64 > maximum 32; use a basic one",
        ),
        ("http://localhost:11434/v1/embeddings", "http://localhost:11434/v1/embeddings"),
    ],
)
def test_what_looks_like_a_secret_is_hidden(text, left):
    assert redacted(text) == left


@given(secret=PLAIN, before=st.text(max_size=5), behind=st.text(max_size=5))
def test_a_known_secret_is_hidden_wherever_it_stands(secret, before, behind):
    assert secret not in redacted(f"{before} {secret} {behind}", [secret])


@pytest.mark.parametrize("secret", ["pw", "a", "*"])
def test_a_short_secret_is_hidden_as_a_word(secret):
    assert hide_known(f"user {secret}, no papwar", [secret]) == "user ***, no papwar"


@given(user=PLAIN, password=PLAIN, value=st.text("abcXYZ019-._~", min_size=8))
def test_an_endpoint_is_shown_without_secrets(user, password, value):
    found = endpoint(f"http://{user}:{password}@host:1/v1/?key={value}", "/chat")
    assert found.url == f"http://host:1/v1/chat?key={value}"
    assert found.display_url == "http://***@host:1/v1/chat?key=***"
    assert not [
        secret
        for secret in (password, value)
        if secret in found.display_url + repr(found.display_url)
    ]
    assert password not in found.hide(f"no {password}")


def test_a_parameter_without_a_name_is_hidden():
    assert shown_address("http://host/v1?abc&v=2") == "http://host/v1?***&v=***"


def test_an_address_without_secrets_is_shown_as_it_is():
    assert shown_address("http://localhost:11434/v1") == "http://localhost:11434/v1"
    assert endpoint("http://[::1]:80/v1/", "/embeddings").url == "http://[::1]:80/v1/embeddings"
    assert endpoint("http://host/ä b", "/x").url == "http://host/%C3%A4%20b/x"


# --- in the configuration, and on the command line of jobs

ADDRESS = f"http://me:{SECRET}@host/v1"


@pytest.fixture
def secretive(project):
    project.write(
        "config/runs/b.yaml",
        f"parse: {{files: [seeds/a.txt]}}\nlabel: {{llm: x, llm_server: '{ADDRESS}'}}\n",
    )
    return project


def options(run_time):
    return SimpleNamespace(run_dir=SimpleNamespace(name="b"), settings=None, run_time=run_time)


def test_the_command_line_of_a_job_shows_no_secret(secretive, monkeypatch):
    environment = {}
    shown = Workflow({}, secretive.root, environment).run_time("b", "label")
    assert SECRET not in shown
    assert json.loads(shown)["label"]["llm_server"] == "http://***@host/v1"
    monkeypatch.chdir(secretive.root)
    assert job_settings(options(shown), "label")[1].label.llm_server == ADDRESS  # from config/
    other = Workflow({"label": {"llm_server": "http://you:x@host/v1"}}, secretive.root, environment)
    monkeypatch.setenv(VARIABLE, environment[VARIABLE])
    assert job_settings(options(shown), "label")[1].label.llm_server == ADDRESS
    monkeypatch.setenv(VARIABLE, json.dumps({"b label.llm_server": "http://you:x@host/v1"}))
    shown = other.run_time("b", "label")
    assert job_settings(options(shown), "label")[1].label.llm_server == "http://you:x@host/v1"


def test_without_secrets_the_environment_stays_as_it_is(project):
    environment = {}
    shown = Workflow({}, project.root, environment).run_time("a", "embed")
    assert json.loads(shown)["embed"]["server"] == "https://api.openai.com/v1"
    assert environment == {}


def test_a_password_that_is_nowhere_is_reported(secretive, monkeypatch):
    monkeypatch.chdir(secretive.root)
    shown = json.dumps({"label": {"llm_server": "http://***@elsewhere/v1"}})
    with pytest.raises(
        TopographError, match=r"password of http://\*\*\*@elsewhere/v1 is not known"
    ):
        job_settings(options(shown), "label")


@pytest.mark.parametrize(
    "address",
    [f"http://me:p/{SECRET}@host/v1", f"http://me:1/{SECRET}@host", f"htp://me:{SECRET}@host",
     f"me:{SECRET}@host/v1", f"http://me:{SECRET}@:80/v1", f"http://me:{SECRET}@host:port/v1",
     f"http://me:{SECRET}@ho st/v1"],
)  # fmt: skip
def test_an_address_that_is_none_is_refused_without_its_password(secretive, address):
    with pytest.raises(ConfigError) as refused:
        secretive.load("b", {"label": {"llm_server": address}})
    assert SECRET not in str(refused.value)
    assert "***@" in str(refused.value)


@pytest.mark.parametrize(
    "value",
    [
        {"url": f"http://me:{SECRET}@host/v1"},
        {"url": f"http://me:{SECRET}{'b' * 60}@{'host' * 20}/v1"},
        [{"servers": [f"http://me:{SECRET}@host/v1"]}],
        {"api_key": SECRET},
    ],
)
def test_a_value_of_a_wrong_kind_is_refused_without_its_secrets(secretive, value):
    with pytest.raises(ConfigError) as refused:
        secretive.load("b", {"label": {"llm_server": value}})
    assert SECRET not in str(refused.value)
