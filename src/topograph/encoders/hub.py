"""Where a model's files are: a folder, the project's cache, the hub's cache; never the network."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from topograph.errors import TopographError

#: Models of the user, one folder each, `OWNER--NAME`.
MODELS = Path(".cache/models")
#: A name on the hub: `NAME` or `OWNER/NAME`.
HUB_NAME = re.compile(r"[\w.-]+(/[\w.-]+)?")


def local_folder(model: str) -> Path:
    """The folder in which the user puts a model of the hub."""
    return MODELS / model.replace("/", "--")


def model_folder(model: str, needed: Sequence[str]) -> Path:
    """The folder of a model.

    Parameters
    ----------
    model : str
        A folder, or a name on the hub (then `.cache/models/OWNER--NAME`, or what the hub's own
        cache holds already).
    needed : sequence of str
        Files that the encoder needs, for the message.

    Raises
    ------
    TopographError
        If there is no such folder; in one line which files to bring and where to put them.
    """
    folder = Path(model)
    if folder.is_dir():
        return folder
    files = ", ".join(needed)
    if folder.is_file():
        raise TopographError(
            f"embed.model is {model}, which is a file.",
            "an encoder is a folder that contains its weights and its tokenizer.",
            f"set embed.model to {folder.parent}.",
        )
    if not HUB_NAME.fullmatch(model):
        raise TopographError(
            f"embed.model is {model}, but there is no such folder.",
            "it cannot be the name of a model on the Hugging Face hub either.",
            f"correct embed.model, or put {files} of the model into {model}.",
        )
    place = local_folder(model)
    if place.is_dir():
        return place
    cached = _in_hub_cache(model)
    if cached is not None:
        return cached
    raise TopographError(
        f"The encoder {model} is not on this machine.",
        "runs download nothing.",
        f"put {files} of huggingface.co/{model} into {place} "
        f"(with a network: `hf download {model} --local-dir {place}`).",
    )


def _in_hub_cache(model: str) -> Path | None:
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError, LocalEntryNotFoundError

    try:
        return Path(snapshot_download(model, local_files_only=True))
    except (LocalEntryNotFoundError, HfHubHTTPError, HFValidationError):
        return None
