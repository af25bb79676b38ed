"""Read a transformer's folder: files, pooling, prompt, length.

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
#: Paths of ONNX files, the best first; a plain float32 graph is preferred to quantised ones.
ONNX_PLACES = ("onnx/model.onnx", "model.onnx", "onnx/model_optimized.onnx")
#: Extensions of files beside a graph that contain no weights.
NO_WEIGHTS = (".onnx", ".json", ".txt", ".md", ".model", ".safetensors", ".h5", ".msgpack", ".ot")
#: Modules of `sentence-transformers`, by the last part of their names, that an ONNX file and this
#: code stand for: whatever else a model is made of would be missing from its vectors.
MODULES = {"Transformer", "Pooling", "Normalize", "Dropout"}
#: Poolings by their names in the files. As vectors are scaled to length 1, the sum over the root of
#: the number is the mean.
MODES: dict[str, Pooling] = {
    "mean": "mean", "mean_tokens": "mean", "mean_sqrt_len_tokens": "mean",
    "cls": "cls", "cls_token": "cls", "lasttoken": "last",
}  # fmt: skip
#: Architectures whose places for tokens begin behind the number of the padding token.
SHIFTED = {"roberta", "xlm-roberta", "camembert", "mpnet", "longformer"}
#: Prompts for clustering, if the model names no default.
PROMPTS = ("clustering", "document", "passage")
#: Limit in tokens if no file of the model gives one.
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
        None if the folder does not say.
    prefix : str
        Put before every text; may be empty.
    max_tokens : int
        Tokens the model reads, special ones included.
    lower_case : bool
        Whether texts are to be put into lower case, beyond what the tokenizer does.
    rewrite : callable, optional
        From the content of `onnx` to that of the graph to run instead: the same model, faster.
    """

    name: str
    onnx: Path
    tokenizer: Path
    pooling: Pooling | None
    prefix: str
    max_tokens: int
    lower_case: bool = False
    rewrite: Callable[[bytes], bytes] | None = None

    def weights(self) -> list[Path]:
        """All files that affect a vector: the graph, its external data, the tokenizer."""
        others = [path.name for path in self.onnx.parent.glob("*.onnx") if path != self.onnx]
        outside = sorted(
            path
            for path in self.onnx.parent.iterdir()
            if path.is_file()
            and not path.name.startswith((".", *others))
            and not path.name.lower().endswith(NO_WEIGHTS)
        )
        return [self.onnx, *outside, self.tokenizer]


def read_folder(folder: Path, pooling: Pooling | None = None) -> ModelFiles:
    """Read a model's folder.

    Parameters
    ----------
    folder : Path
    pooling : {"mean", "cls", "last"}, optional
        Overrides the folder's.

    Raises
    ------
    TopographError
        If a file is missing, or the model has layers that its ONNX file may lack.
    """
    onnx = _first(folder, ONNX_PLACES) or _only_onnx(folder)
    tokenizer = folder / "tokenizer.json"
    if onnx is None or not tokenizer.is_file():
        raise missing_files(folder, ["onnx/model.onnx (or model.onnx)", "tokenizer.json"])
    pooling_folder = _pooling_folder(folder)
    prefix = read_prompt(folder)
    return ModelFiles(
        name=folder.resolve().name,
        onnx=onnx,
        tokenizer=tokenizer,
        pooling=pooling or _pooling(pooling_folder, prefix),
        prefix=prefix,
        max_tokens=read_length(folder),
        lower_case=read_json(folder / "sentence_bert_config.json").get("do_lower_case") is True,
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
    content: dict[str, Any] = _json(path, dict) if path.is_file() else {}
    return content


def _json(path: Path, kind: type) -> Any:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        content = error
    if not isinstance(content, kind):
        raise TopographError(
            f"{path} cannot be read.",
            f"it does not contain the expected JSON ({content!s:.100}).",
            "copy this file of the model again.",
        )
    return content


def _first(folder: Path, places: Sequence[str]) -> Path | None:
    return next((folder / place for place in places if (folder / place).is_file()), None)


def _only_onnx(folder: Path) -> Path | None:
    """The only ONNX file of a folder, if it has another name."""
    found = sorted({*folder.glob("*.onnx"), *folder.glob("onnx/*.onnx")})
    if len(found) > 1:
        raise TopographError(
            f"{folder} contains several ONNX files.",
            f"none of them is named model.onnx: {', '.join(path.name for path in found)}.",
            "rename the one to use to model.onnx, or delete the others.",
        )
    return found[0] if found else None


def _pooling_folder(folder: Path) -> Path:
    """The folder of the pooling's configuration, which `modules.json` names.

    Raises
    ------
    TopographError
        If the model has modules that its ONNX file lacks.
    """
    path = folder / "modules.json"
    modules = _json(path, list) if path.is_file() else []
    places = {str(own.get("type")).rpartition(".")[2]: str(own.get("path")) for own in modules}
    further = [name for name in places if name not in MODULES]
    if further:
        raise TopographError(
            f"The encoder in {folder} cannot be used as ONNX.",
            f"by its modules.json {', '.join(further)} belongs to it, which the ONNX file lacks.",
            "use `embed.encoder: sentence-transformers` for this model.",
        )
    return folder / places.get("Pooling", "1_Pooling")


def _pooling(folder: Path, prefix: str) -> Pooling | None:
    content = read_json(folder / "config.json")
    if not content:
        return None
    if prefix and content.get("include_prompt") is False:
        raise TopographError(
            f"The encoder in {folder.parent} cannot be used as ONNX.",
            "it excludes the prompt from the mean (see config.json of its pooling).",
            "use `embed.encoder: sentence-transformers` for this model.",
        )
    named = content.get("pooling_mode")  # newer files name it, older ones have a switch for each
    switches = [key.removeprefix("pooling_mode_") for key, on in content.items() if on is True]
    asked = [str(named)] if named else sorted(set(switches) - {"include_prompt"})
    if len(asked) == 1 and asked[0] in MODES:
        return MODES[asked[0]]
    raise TopographError(
        f"The pooling of the encoder in {folder.parent} is not supported.",
        f"{folder.name}/config.json asks for {' and '.join(asked) or 'none'}.",
        "set `embed.pooling` to mean, cls or last if one of them is right for the model, or use "
        "`embed.encoder: sentence-transformers`.",
    )


def read_prompt(folder: Path) -> str:
    """The prefix of every text: the model's default prompt, or the first of `PROMPTS`."""
    content = read_json(folder / "config_sentence_transformers.json")
    prompts = {name.lower(): prompt for name, prompt in (content.get("prompts") or {}).items()}
    names = [str(content.get("default_prompt_name")).lower(), *PROMPTS]
    return next((prompts[name] for name in names if prompts.get(name)), "")


def read_length(folder: Path) -> int:
    """Tokens that a model reads, special ones included, as its files say."""
    config = read_json(folder / "config.json")
    places = config.get("max_position_embeddings")
    if isinstance(places, int) and config.get("model_type") in SHIFTED:
        places -= int(config.get("pad_token_id", 1)) + 1
    trained = _limit(read_json(folder / "sentence_bert_config.json").get("max_seq_length"))
    others = read_json(folder / "tokenizer_config.json").get("model_max_length"), places
    return trained or min(
        (limit for limit in map(_limit, others) if limit is not None), default=USUAL_LENGTH
    )


def _limit(value: Any) -> int | None:
    """A limit in tokens, or None if the value is no plausible one."""
    return int(value) if isinstance(value, int | float) and 0 < value <= LONGEST else None
