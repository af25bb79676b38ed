"""Addresses of servers: validation, and protection of the passwords in them.

Snakemake writes the command lines of jobs to its logs and records. So command lines contain
addresses without secrets; jobs receive the full addresses through their environment.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import AfterValidator
from pydantic_core import PydanticCustomError

from topograph.errors import TopographError
from topograph.system.redaction import MASK, shown_address

#: The environment variable of jobs: JSON from `RUN SECTION.KEY` to the full address.
VARIABLE = "TOPOGRAPH_ADDRESSES"
_ESCAPED = "write / ? # @ and : of a name or password as %2F %3F %23 %40 and %3A"


def _checked(address: str) -> str:
    try:
        parts = urlsplit(address)
        fine = bool(parts.hostname) and (parts.port or 1) > 0 and address.isprintable()
    except ValueError:
        fine = False
    if not fine or "@" in parts.path or " " in address:
        raise PydanticCustomError(
            "own_rule", "it is not an address of a server; {how}", {"how": _ESCAPED}
        )
    return address


#: `http://host:port/v1`, maybe with `user:password@` and `?name=value`.
Address = Annotated[str, AfterValidator(_checked)]


def hide_secrets(run: str, settings: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """Settings without secrets, and the full addresses by their names in `VARIABLE`.

    >>> hide_secrets("a", {"embed": {"server": "http://me:pw@host/v1", "device": "cpu"}})
    ({'embed': {'server': 'http://***@host/v1', 'device': 'cpu'}}, \
{'a embed.server': 'http://me:pw@host/v1'})
    """
    hidden: dict[str, Any] = {}
    whole: dict[str, str] = {}
    for section, keys in settings.items():
        hidden[section] = dict(keys)
        for key, value in keys.items():
            if isinstance(value, str) and "://" in value and shown_address(value) != value:
                hidden[section][key] = shown_address(value)
                whole[f"{run} {section}.{key}"] = value
    return hidden, whole


def restore_secrets(
    run: str,
    settings: Mapping[str, Any],
    environment: Mapping[str, str],
    configured: Callable[[], Mapping[str, Any]],
) -> dict[str, Any]:
    """Settings with full addresses, from the environment or else from the configuration.

    Parameters
    ----------
    run : str
    settings : mapping
        From `hide_secrets`.
    environment : mapping
    configured : callable
        Returns the settings in the configuration files.

    Raises
    ------
    TopographError
        If a full address is not found.
    """
    whole: dict[str, str] = json.loads(environment.get(VARIABLE, "{}"))
    restored: dict[str, Any] = {}
    for section, keys in settings.items():
        restored[section] = dict(keys) if isinstance(keys, Mapping) else keys
        for key, value in keys.items() if isinstance(keys, Mapping) else ():
            if not isinstance(value, str) or "://" not in value or MASK not in value:
                continue
            name = f"{run} {section}.{key}"
            full = whole.get(name) or str(configured().get(section, {}).get(key, ""))
            if shown_address(full) != value:
                raise TopographError(
                    f"{section}.{key}: the password of {value} is not known.",
                    f"it is not in {VARIABLE}, and config/ has another address.",
                    "leave --run-time out, or give the full address there.",
                )
            restored[section][key] = full
    return restored
