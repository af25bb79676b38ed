"""Requests to servers with an OpenAI-compatible API, with retries."""

from __future__ import annotations

import base64
import http.client
import json
import os
import random
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import IO, Any
from urllib.parse import parse_qsl, quote, unquote, urlsplit, urlunsplit

from topograph.language.characters import clean_line
from topograph.system.redaction import SHORT, hide_known, redacted, shown_address

KEY = "OPENAI_API_KEY"
#: Shortest key that cannot be an ordinary word by chance, in characters.
KEY_LENGTH = 8
#: Status codes after which a request is retried: too many requests, and server errors.
TRANSIENT_STATUS = frozenset({408, 409, 429, 500, 502, 503, 504, 529})
#: Seconds before the first retry; doubled each time, up to the longest.
FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0
#: Bytes of an error message that are read; characters of it that are shown.
WORDS_BYTES, WORDS = 65_536, 300
#: Timeouts after which a request is not retried.
TIMEOUTS = 2


@dataclass(frozen=True)
class RetryPolicy:
    """Most tries of a request, seconds to wait for an answer, and bytes of an answer."""

    tries: int
    timeout: float
    most_bytes: int = 1 << 30


@dataclass(frozen=True)
class Endpoint:
    """The address of a server's endpoint.

    Attributes
    ----------
    url : str
        Without user and password.
    display_url : str
        For messages, without secrets.
    authorization : str
        Value of the header, or "".
    secrets : tuple of str
        Secrets that must not be written anywhere.
    """

    url: str
    display_url: str
    authorization: str = field(repr=False, default="")
    secrets: tuple[str, ...] = field(repr=False, default=())

    def hide(self, text: str) -> str:
        """A text from the server, without secrets."""
        return redacted(text, self.secrets)

    def hide_keys(self, text: str) -> str:
        """An answer without the keys it may repeat; shorter secrets are left in."""
        return hide_known(text, [secret for secret in self.secrets if len(secret) >= KEY_LENGTH])


def endpoint(server: str, path: str) -> Endpoint:
    """The endpoint at a path of a server.

    User and password in the address are sent in a header; without them, the key from the
    environment is sent.

    Parameters
    ----------
    server : str
        Address up to the version, like `http://localhost:8000/v1`.
    path : str
        Like `/embeddings`.

    >>> endpoint("http://me:pw@host/v1?api_key=abc", "/embeddings").display_url
    'http://***@host/v1/embeddings?api_key=***'
    """
    parts = urlsplit(server)
    user, _, host = parts.netloc.rpartition("@")
    name, _, password = (unquote(part) for part in user.partition(":"))
    key = os.environ.get(KEY, "").strip()
    secrets = [password or name, key]
    secrets += [value for _, value in parse_qsl(parts.query) if len(value) >= SHORT]
    authorization = f"Bearer {key}" if key else ""
    if user:
        basic = base64.b64encode(f"{name}:{password}".encode()).decode()
        secrets.append(basic)
        authorization = f"Basic {basic}"
    below = quote(parts.path.rstrip("/") + path, safe="/%:@!$&'()*+,;=~")
    return Endpoint(
        urlunsplit((parts.scheme, host, below, parts.query, "")),
        shown_address(urlunsplit((parts.scheme, parts.netloc, below, parts.query, ""))),
        authorization,
        tuple(filter(None, secrets)),
    )


class Refused(Exception):
    """The server refused the request.

    Attributes
    ----------
    status : int
    words : str
        The server's message, on one line.
    """

    def __init__(self, status: int, words: str) -> None:
        super().__init__(f"{status}: {words}")
        self.status = status
        self.words = words


class Unreachable(Exception):
    """The server did not answer, for the reason given."""


def post(
    to: Endpoint,
    body: Mapping[str, Any],
    patience: RetryPolicy,
    notify: Callable[[str], None],
    final: Callable[[int, str], bool] = lambda status, words: False,
) -> bytes:
    """Send JSON and return the answer.

    Parameters
    ----------
    to : Endpoint
    body : mapping
    patience : Patience
    notify : callable
        Called with the reason and the time before each retry.
    final : callable, optional
        Called with the status and the server's message; True means that a retry is useless.

    Raises
    ------
    Refused
        If the server refuses the request.
    Unreachable
        If there is no answer, or all tries failed with transient errors.
    """
    wait, timeouts, problem = FIRST_WAIT, 0, ""
    for number in range(1, patience.tries + 1):
        asked_wait = None
        try:
            with _OPENER.open(_request(to, body), timeout=patience.timeout) as answer:
                return _content(answer, patience.most_bytes)
        except urllib.error.HTTPError as error:
            words = _error_text(to, error)
            quota = "insufficient_quota" in words
            if error.code not in TRANSIENT_STATUS or quota or final(error.code, words):
                raise Refused(error.code, words) from None
            problem = f"{error.code} {to.hide(str(error.reason))}: {words}"
            asked_wait = _seconds(error.headers.get("Retry-After"))
        except (urllib.error.URLError, http.client.HTTPException, OSError) as error:
            problem = to.hide(_reason(error))
            if isinstance(getattr(error, "reason", error), TimeoutError):
                problem = f"no answer within {patience.timeout:g} seconds"
                timeouts += 1
        except ValueError as error:  # an address or a key that is not valid in a request
            raise Unreachable(_unusable(to, error)) from None
        if number == patience.tries or timeouts == TIMEOUTS:
            break
        pause = min(asked_wait or wait * random.uniform(0.75, 1.25), LONGEST_WAIT)
        notify(f"{to.display_url}: {problem}; retrying in {pause:.1f} s")
        time.sleep(pause)
        wait *= 2
    raise Unreachable(f"{problem}, {'once' if number == 1 else f'{number} times'}")


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Refuses redirects: they would send the key to another server, without the request's body."""

    def redirect_request(self, *arguments: Any) -> None:
        return None


_OPENER = urllib.request.build_opener(_NoRedirects)


def _request(to: Endpoint, body: Mapping[str, Any]) -> urllib.request.Request:
    headers = {"Content-Type": "application/json"}
    if to.authorization:
        headers["Authorization"] = to.authorization
    return urllib.request.Request(to.url, json.dumps(body).encode(), headers)


def _content(answer: IO[bytes], most: int) -> bytes:
    content = answer.read(most + 1)
    if len(content) > most:
        raise http.client.HTTPException(f"an answer of more than {most:,} bytes")
    return content


def _unusable(to: Endpoint, error: ValueError) -> str:
    if not to.authorization.isascii() or not to.authorization.isprintable():
        return f"the key in {KEY}, or the password, has characters that are not valid in a header"
    return f"the address cannot be used ({to.hide(str(error))})"


def _reason(error: Exception) -> str:
    """Why a server could not be reached, never empty."""
    return str(getattr(error, "reason", error)) or type(error).__name__


def _error_text(to: Endpoint, answer: urllib.error.HTTPError) -> str:
    """The server's message for a failed request, without secrets."""
    words = _words(answer.read(WORDS_BYTES).decode("utf-8", "replace"))
    if 300 <= answer.code < 400:
        words = f"it redirects to {answer.headers.get('Location')}; use that address. {words}"
    return clean_line(to.hide(words))[:WORDS] or "no reason given"


def _words(detail: str) -> str:
    """The error message in a server's answer."""
    try:
        error = json.loads(detail)["error"]
        detail = str(error["message"] if isinstance(error, dict) else error)
        if isinstance(error, dict) and error.get("code"):
            detail += f" ({error['code']})"
    except (ValueError, KeyError, TypeError, RecursionError):
        pass  # no JSON, or in another form: use the text as it is
    return detail


def _seconds(header: str | None) -> float | None:
    """The value of a Retry-After header, if it is a number of seconds."""
    try:
        return max(float(header or ""), 0.0)
    except ValueError:
        return None
