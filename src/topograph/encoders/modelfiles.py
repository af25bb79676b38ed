"""What a transformer's folder says about itself: files, pooling, prompt, length.

The names are those that `sentence-transformers` and the model hub use: `modules.json`,
`1_Pooling/config.json`, `sentence_bert_config.json`, `config_sentence_transformers.json`,
`tokenizer_config.json`, `config.json`. Only `tokenizer.json` and an ONNX file have to be there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from topograph.errors import TopographError

Pooling = Literal["mean", "cls", "last"]
#: Where ONNX files lie, the best first; a plain float32 graph beats quantised ones.
ONNX_PLACES = ("onnx/model.onnx", "model.onnx", "onnx/model_optimized.onnx")
#: Prompts that suit a corpus that is to be grouped, where the model names no default.
PROMPTS = ("clustering", "document", "passage")
#: Tokens read where no file of the model tells a limit.
USUAL_LENGTH = 512
#: Lengths above are placeholders ("no limit known") in tokenizer_config.json.
LONGEST = 1_000_000


@dataclass(frozen=True)
class ModelFiles:
    """A transformer on disk.

    Attributes
    ----------
    name : str
        For people.
    onnx, tokenizer : Path
    pooling : {"mean", "cls", "last"} or None
        None if the folder does not tell.
    prefix : str
        Put before every text; may be empty.
    max_tokens : int
        Tokens the model reads, special ones included.
    rewrite : callable, optional
        From the content of `onnx` to that of the graph to run instead: the same model, faster.
    """

    name: str
    onnx: Path
    tokenizer: Path
    pooling: Pooling | None
    prefix: str
    max_tokens: int
    rewrite: Callable[[bytes], bytes] | None = None

    def weights(self) -> list[Path]:
        """All files that decide a vector: the graph, its outside data, the tokenizer."""
        outside = sorted(
            path
            for path in self.onnx.parent.iterdir()
            if path.name.startswith(self.onnx.name) and path != self.onnx and path.is_file()
        )
        return [self.onnx, *outside, self.tokenizer]


def read_folder(folder: Path) -> ModelFiles:
    """Read what a model's folder tells.

    Raises
    ------
    TopographError
        If a file is missing, or the model has layers that its ONNX file may lack.
    """
    onnx = _first(folder, ONNX_PLACES) or _only_onnx(folder)
    tokenizer = folder / "tokenizer.json"
    if onnx is None or not tokenizer.is_file():
        raise missing_files(folder, ["onnx/model.onnx (or model.onnx)", "tokenizer.json"])
    _refuse_dense(folder)
    return ModelFiles(
        name=folder.resolve().name,
        onnx=onnx,
        tokenizer=tokenizer,
        pooling=_pooling(folder),
        prefix=_prompt(folder),
        max_tokens=read_length(folder),
    )


def missing_files(folder: Path, names: Sequence[str]) -> TopographError:
    """The error for a folder that lacks files of an encoder."""
    absent = [name for name in names if not (folder / name).is_file()]
    return TopographError(
        f"The encoder in {folder} is not complete.",
        f"it lacks {', '.join(absent)}.",
        f"copy these files of the model into {folder}.",
    )


def read_json(path: Path) -> dict[str, Any]:
    """Content of a model's JSON file; empty if there is no such file.

    Raises
    ------
    TopographError
        If it is not a JSON object.
    """
    if not path.is_file():
        return {}
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        content = error
    if not isinstance(content, dict):
        raise TopographError(
            f"{path} cannot be read.",
            f"it is not a JSON object ({content}).",
            "copy this file of the model again.",
        )
    return content


def _first(folder: Path, places: Sequence[str]) -> Path | None:
    return next((folder / place for place in places if (folder / place).is_file()), None)


def _only_onnx(folder: Path) -> Path | None:
    """The one ONNX file of a folder that names it otherwise."""
    found = sorted({*folder.glob("*.onnx"), *folder.glob("onnx/*.onnx")})
    if len(found) > 1:
        raise TopographError(
            f"{folder} holds several ONNX files.",
            f"none is called model.onnx: {', '.join(path.name for path in found)}.",
            "keep the one to use, or call it model.onnx.",
        )
    return found[0] if found else None


def _refuse_dense(folder: Path) -> None:
    path = folder / "modules.json"
    if path.is_file() and '"sentence_transformers.models.Dense"' in path.read_text("utf-8"):
        raise TopographError(
            f"The encoder in {folder} cannot be used as ONNX.",
            "its modules.json has a Dense layer behind the pooling, which the ONNX file lacks.",
            "use `embed.encoder: sentence-transformers` for this model.",
        )


def _pooling(folder: Path) -> Pooling | None:
    content = read_json(folder / "1_Pooling" / "config.json")
    if not content:
        return None
    modes: dict[str, Pooling] = {
        "pooling_mode_mean_tokens": "mean",
        "pooling_mode_cls_token": "cls",
        "pooling_mode_lasttoken": "last",
    }
    asked = sorted(
        key for key, value in content.items() if key.startswith("pooling_mode_") and value is True
    )
    named = content.get("pooling_mode")  # newer files name it by one word
    if not asked and named in modes.values():
        return next(mode for mode in modes.values() if mode == named)
    if len(asked) == 1 and asked[0] in modes:
        return modes[asked[0]]
    raise TopographError(
        f"The pooling of the encoder in {folder} is not known here.",
        f"1_Pooling/config.json asks for {', '.join(asked) or named}.",
        "set `embed.pooling` to mean, cls or last if one of them is right for the model, or use "
        "`embed.encoder: sentence-transformers`.",
    )


def _prompt(folder: Path) -> str:
    content = read_json(folder / "config_sentence_transformers.json")
    prompts = content.get("prompts") or {}
    names = [content.get("default_prompt_name"), *PROMPTS]
    return next((prompts[name] for name in names if prompts.get(name)), "")


def read_length(folder: Path) -> int:
    """Tokens that a model reads, special ones included, as its files say."""
    candidates = (
        read_json(folder / "sentence_bert_config.json").get("max_seq_length"),
        read_json(folder / "tokenizer_config.json").get("model_max_length"),
        read_json(folder / "config.json").get("max_position_embeddings"),
    )
    for candidate in candidates:
        if isinstance(candidate, int | float) and 0 < candidate <= LONGEST:
            return int(candidate)
    return USUAL_LENGTH
