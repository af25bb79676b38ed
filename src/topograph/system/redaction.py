"""Redaction of secrets in texts: passwords in addresses, keys that servers repeat."""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Collection, Iterator
from urllib.parse import quote, quote_plus

#: Replaces a secret.
MASK = "***"
#: Shorter secrets are hidden as whole words only: parts of words may match by chance.
SHORT = 6
_NAME = "key|token|secret|password|passwd|pwd|auth|authorization|credentials?|signature|sig"
#: A secret after its name: `?api_key=...`, `"token": "..."`.
_NAMED = re.compile(
    rf"((?:{_NAME})[\"']?\s*[=:]\s*[\"']?)(?!(?:bearer|basic)\b)[^\s&;,\"'<>)}}\]]+", re.IGNORECASE
)
#: A secret in an address: `http://user:password@host`, also without scheme.
_IN_ADDRESS = re.compile(r"(?:(?<=://)[^\s\"'<>]*|[^\s/?#@:\"'<>]+:[^\s/?#\"'<>]+)@")
_IN_HEADER = re.compile(r"\b(bearer|basic)(\s+)[\w.~+/=-]{4,}", re.IGNORECASE)
#: Keys with the prefixes of vendors.
_VENDORS = re.compile(r"\b(?:sk|pk|rk|hf|gsk|xai)[-_][\w-]{8,}")


def redacted(text: str, secrets: Collection[str] = ()) -> str:
    """A text without known secrets and anything that looks like a secret.

    Parameters
    ----------
    text : str
        An address, or the message of a server.
    secrets : collection of str, optional
        Known secrets; hidden as they are and as encoded in addresses, headers, JSON and HTML.

    >>> redacted("http://me:pw@host/v1?api_key=abc has no key 12345678", ["12345678"])
    'http://***@host/v1?api_key=*** has no key ***'
    """
    text = hide_known(text, secrets)
    text = _IN_ADDRESS.sub(f"{MASK}@", text)
    text = _NAMED.sub(rf"\g<1>{MASK}", text)
    text = _IN_HEADER.sub(rf"\g<1>\g<2>{MASK}", text)
    return _VENDORS.sub(MASK, text)


def shown_address(address: str) -> str:
    """An address without user, password and values of parameters.

    >>> shown_address("http://me:pw@host/v1?api_key=abc&v=2")
    'http://***@host/v1?api_key=***&v=***'
    """
    before, mark, query = address.partition("?")
    scheme, slashes, rest = before.rpartition("://")
    rest = f"{MASK}@{rest.rpartition('@')[2]}" if "@" in rest else rest
    parts = [one.partition("=") for one in query.split("&")] if query else []
    values = "&".join(f"{name}={MASK}" if equals else MASK for name, equals, _ in parts)
    return f"{scheme}{slashes}{rest}{mark}{values}"


def hide_known(text: str, secrets: Collection[str]) -> str:
    """A text without known secrets."""
    for secret in sorted({form for own in secrets for form in _forms(own)}, key=len, reverse=True):
        pattern = re.escape(secret)
        if len(secret) < SHORT:
            pattern = rf"(?<!\w){pattern}(?!\w)"
        text = re.sub(pattern, MASK, text, flags=re.IGNORECASE)
    return text


def _forms(secret: str) -> Iterator[str]:
    """The encodings of a secret."""
    if secret:
        encoded = secret.encode("utf-8", "surrogatepass")
        yield from (secret, quote(encoded, safe=""), quote_plus(encoded), html.escape(secret))
        yield from (json.dumps(secret)[1:-1], base64.b64encode(encoded).decode().rstrip("="))
