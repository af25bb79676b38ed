"""Titles for documents without one: the name of what they introduce, or else the first words."""

from __future__ import annotations

import re

from topograph.language.lowercase import lowercase
from topograph.language.sentences import sentences

#: Words of a document that serve as its title if no name is found.
FIRST_WORDS = 8
#: If these words are long, they are cut to this number of characters.
FIRST_CHARACTERS = 40
DENSE_CHARACTERS = 24
#: A document that introduces something does so in so many characters.
LOOKED_AT = 10_000
#: Words behind "we propose" in which the name must stand.
REACH = 22

_INTRODUCES = re.compile(
    r"\b(?:propos(?:e|es|ed|ing)|introduc(?:e|es|ed|ing)|present(?:s|ed|ing)?|develop(?:s|ed|ing)?"
    r"|design(?:s|ed|ing)?|deriv(?:e|es|ed)|construct(?:s|ed)?|releas(?:e|es|ed)|describ(?:e|es)"
    r"|creat(?:e|es|ed)|build|builds|built|devis(?:e|es|ed)|formulat(?:e|es|ed)|contribut(?:e|es)"
    r"|unveil(?:s|ed)?|establish(?:es|ed)?|offer(?:s)?|provide(?:s)?|curate[sd]?|instantiate[sd]?"
    r"|collect(?:s|ed)?|term(?:ed|s)?|call(?:ed|s)?|name(?:d|ly)?|dub(?:bed)?|coin(?:ed)?"
    r"|implement(?:s|ed)?|refer(?:red)? to (?:it |this |\w+ )?as|denoted(?: as)?)\b",
    re.IGNORECASE,
)
_CALLS = re.compile(r"(?:term|call|name|dub|coin|refer|denoted)", re.IGNORECASE)
#: Who introduces: the authors or their paper; "recent works propose" is about others.
_OURS = re.compile(
    r"\b(?:we|our|ours|i|this|the) (?:\w+[ ,]+){0,4}?$|\b(?:we|this (?:paper|work|article|study|"
    r"thesis|report)|the (?:paper|authors|article))\b[^.;]*$|^\W*$|\b(?:is|are|was|have|been|by)\b"
    r"[^.;]*$|,\s*$",
    re.IGNORECASE,
)
_OUR_SENTENCE = re.compile(r"\b(?:we|our|ours|this (?:paper|work|article|study))\b", re.IGNORECASE)
_PASSIVE = re.compile(
    r"(?:^|[,;:] )(?:\w+ ){0,3}?(\S+?),? (?:is|are|was|has been) (?:\w+ )?"
    r"(?:proposed|introduced|presented|developed)\b"
)
#: One word that looks like a name: capitals inside it, or all of it.
_TOKEN = r"[^\W_][\w^+.@/’'*-]*[\w+*]"
_PAREN = re.compile(
    rf"\s*\(\s*(?:i\.e\.,? |called |named |dubbed |termed |or )?[\"'“]?({_TOKEN})"
    r"[\"'”]?(?:[,;:] [^()]*)?\s*\)"
)
_STOPS = re.compile(r"[.;!?](?:\s|$)|:\s")
_LINK_WORDS = frozenset("of for and with to in the via on from by over as at a an".split())
#: Abbreviations that name no one's method.
_COMMON = frozenset(
    """
    AI AD ADMM AGI API APIs ANN ANNs ASR AUC AUROC BERT CAD CLIP CNN CNNs CoT COP COPs CP CPU CPUs
    CT CTR CV DAG DAGs DDPM DL DNA DNN DNNs DP DRL DU EEG ECG EHR EM FID FL FLOPs FM GAN GANs
    GCN GCNs
    GD GFlowNet GFlowNets GNN GNNs GP GPs GPT GPU GPUs GRPO HCI ICL ICML ICLR IID IL IO IoT IoU IR
    JEPA k-NN KL KV LiDAR LLM LLMs LM LMs LoRA LP LSTM LSTMs MAE MARL MC MCMC MCTS MDM MDMs MDP MDPs
    MIA MIL MIP ML MLE MLLM MLLMs MLP MLPs MoE MRI MSE MoEs NAS NCO NeRF NeurIPS NLP NLU NMF NN NNs
    NP NTK OCR OCT ODE ODEs OOD OT PAC PCA PDE PDEs PINN PINNs PPO PSNR QA RAG RCP RGB RGB-D RKHS RL
    RLHF RLVR RNA RNN RNNs ROC SAEs SAE SAM SAR SAT SBI SDE SDEs SFT SGD SNN SNNs SOTA SSL SSM SSMs
    SSIM SVD SVM TPR TSP TTS UAV UAVs URL US UK USA VAE VAEs ViT ViTs VLA VLM VLMs VQA WER XAI
    ZO DPO 2D 3D 4D 6D 3DGS NVIDIA ImageNet PyTorch TensorFlow GitHub Python ArXiv arXiv HD
    HDR QoS EU
    UN GDP
    """.split()
)


def make_title(text: str, raw: str = "") -> str:
    """A short handle for a document without a title.

    Parameters
    ----------
    text : str
        The cleaned text.
    raw : str
        As it stands in the file: what is bold there may be the name.

    Returns
    -------
    str
        What the text introduces by name ("We propose X", "called X", "X, a framework that"), with
        its full form where it is spelt out, as `Full Form (FF)`; else the first words.

    >>> make_title("Graphs change. We propose the Dynamic Graph Net (DGN), which adapts.")
    'Dynamic Graph Net (DGN)'
    >>> make_title("Graphs change over time and so do the ways in which we look at them.")
    'Graphs change over time and so do the …'
    """
    text, raw = text[:LOOKED_AT], raw[:LOOKED_AT]
    return (
        introduced_name(text)
        or _bold_name(raw, text)
        or _our_name(text)
        or first_words(text, FIRST_WORDS)
    )


def first_words(text: str, words: int) -> str:
    """The first words of a text, with an ellipsis if more follow.

    >>> first_words("one two three", 2), first_words("one two", 2)
    ('one two …', 'one two')
    """
    parts = text.split()
    start = " ".join(parts[:words])
    if len(start) > FIRST_CHARACTERS and len(start) > 15 * len(parts[:words]):
        return start[:DENSE_CHARACTERS] + "…"  # a script without spaces, or one endless word
    return start + (" …" if len(parts) > words else "")


def introduced_name(text: str) -> str:
    """The name of the first thing that a text introduces as its own, or ""."""
    before = ""
    for sentence in sentences(text):
        for verb in _INTRODUCES.finditer(sentence):
            ours = _OUR_SENTENCE if _CALLS.match(verb[0]) else _OURS
            lead = sentence[: verb.start()]
            if not ours.search(lead) or lead.endswith(("also ", "(often ", "sometimes ")):
                continue
            window = _window(sentence[verb.end() :])
            found = _name_in(window, before + lead, bool(_CALLS.match(verb[0])))
            if found:
                return found
        passive = _PASSIVE.search(sentence)
        if passive and is_name(passive[1].strip("“”\"',")) and passive[1] not in before:
            return passive[1].strip("“”\"',")
        before += sentence
    return ""


def _window(rest: str) -> str:
    end = _STOPS.search(rest)
    if end and not re.fullmatch(r"\s*", rest[: end.start()]):
        rest = rest[: end.start() + (end[0][0] in ".!?")]
    return " ".join(rest.strip(" :").split()[:REACH])


def is_name(word: str) -> bool:
    """Whether a word looks like a name: two capitals or more, or one inside it.

    >>> [is_name(word) for word in ("DGNO", "DisPOSE", "M^2GenCO", "Graph", "LLM", "Bayesian")]
    [True, True, True, False, False, False]
    """
    if not re.fullmatch(_TOKEN, word) or len(word) > 30 or word in _COMMON:
        return False
    parts = word.split("-")
    if len(parts) > 1 and parts[0] in _COMMON and not any(_is_odd(part) for part in parts[1:]):
        return False  # LLM-based
    if len(parts) > 1 and parts[-1] in _SUFFIXES:
        return False
    return any(_is_odd(part) and part not in _COMMON for part in parts) or _is_odd(parts[-1])


_SUFFIXES = frozenset(
    """
    based driven aware style like free guided level type powered enhanced specific hard trained
    """.split()
)


def _is_odd(part: str) -> bool:
    if re.fullmatch(r"[A-Z]\d[\dA-Z]*", part):  # S3, L2L
        return True
    letters = [character for character in part if character.isalpha()]
    return len(letters) > 1 and any(map(str.isupper, letters[1:]))


def _name_in(window: str, before: str, called: bool) -> str:
    """The name in the words after the verb: spelt out, called so, or similar to a name."""
    phrase = _capital_phrase(window)
    if phrase:
        return _with_abbreviation(phrase, window, before)
    words = list(re.finditer(r"\S+", window))
    stop = len(words)  # behind a preposition stands what the method is for, not its name
    for index, match in enumerate(words):
        word = match[0].strip(",.;:“”\"'‘’()")
        if not word:
            continue
        if word in _TURNS and stop == len(words):
            stop = index
        paren = _PAREN.match(window, match.end())
        if paren and _may_be_abbreviation(paren[1]) and not _mentioned(paren[1], before):
            full, first = _spelt_out(window[: match.end()], paren[1])
            if first <= stop:
                tail = re.match(r" ([A-Z][\w-]+)(?=[ ,.;*])", window[paren.end() :])
                return full + (tail[0] if tail and "(" in full else "")
        elif index < stop and is_name(word) and not _mentioned(word, before):
            full, end = _with_neighbours(words, index)
            paren = _PAREN.match(window, words[end].end())
            if paren and _may_be_abbreviation(paren[1]) and end > index:
                return f"{full} ({paren[1]})"
            return full
        if re.match(r"(?:that|which|where|while|whose|enabling|because|since)$", word) and index:
            break
    return _called_phrase(window) if called else ""


def _with_abbreviation(phrase: str, window: str, before: str) -> str:
    """A phrase with the abbreviation behind it, where there is one."""
    short = next(_PAREN.finditer(window), None)
    if not short or not _may_be_abbreviation(short[1]) or _mentioned(short[1], before):
        return phrase
    tail = re.match(r" [A-Z][\w-]+(?=[ ,.;*]|$)", window[short.end() :])
    return f"{phrase} ({short[1]})" + (tail[0] if tail else "")


#: Words behind which the thing that is introduced is no longer named.
_TURNS = frozenset(
    "to of from for using with by via through in on between under over when as against".split()
)


def _mentioned(name: str, before: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", before) is not None


def _may_be_abbreviation(word: str) -> bool:
    return is_name(word) or (
        word not in _COMMON and len(word) > 1 and word[:1].isupper() and word.isupper()
    )


def _spelt_out(before: str, short: str) -> tuple[str, int]:
    """`Full Form (FF)` where words that fit lead up to the bracket, else `FF`.

    The words are a quoted phrase, those whose initials are the abbreviation, or capitalised ones
    with small words between them. Also returned: the place of the first of them.
    """
    quoted = re.search(r"[\"“]([^\"“”]{3,80})[\"”]$", before)
    if quoted:
        return f"{quoted[1]} ({short})", len(before[: quoted.start()].split())
    words = before.replace("“", "").replace("”", "").replace('"', "").split()
    letters = [letter for letter in lowercase(short) if letter.isalpha()]
    initials = words[-len(letters) :]
    if len(letters) > 1 and [lowercase(word[:1]) for word in initials] == letters:
        return f"{' '.join(initials)} ({short})", len(words) - len(letters)
    start = place = len(words)
    while place:
        word = words[place - 1]
        if word.endswith((",", ";", ":")) and place < len(words):
            break
        if word[:1].isupper():
            start = place - 1
        elif word.lower() not in _LINK_WORDS and not (
            place > 1 and words[place - 2][:1].isupper() and start < len(words)
        ):
            break
        place -= 1
    full = " ".join(words[start:]).strip(",")
    if not full or len(full.split()) > 9 or full.lower().rstrip("s") in short.lower():
        return short, min(start, len(words) - 1)
    return f"{full} ({short})", start


def _with_neighbours(words: list[re.Match[str]], index: int) -> tuple[str, int]:
    """The name with capitalised words beside it (`Front-Loaded RCP`), and the last's place."""
    first = last = index
    while first and index - first < 4 and re.fullmatch(r"[A-Z0-9][\w’'-]*", words[first - 1][0]):
        first -= 1
    while last + 1 < len(words) and last - index < 5 and words[last][0][-1:] not in ",.;:)":
        following = words[last + 1][0].strip(",.;:")
        if not re.fullmatch(r"[A-Z0-9][\w’'.-]*", following):
            break
        last += 1
    parts = [word[0].strip(",.;:“”\"'‘’()") for word in words[first : last + 1]]
    return " ".join(parts), last


_PHRASE = r"(?:[A-Z0-9][\w’'-]+)(?: (?:of|for|and|with|to|in|the|via|on|from|by|[A-Z0-9][\w’'-]+))*"
_CALLED = re.compile(
    rf"(?:it |this |them |as |the |our |\w+ )?[\"“‘']([^\"”’]{{3,60}})[\"”’']|(?:the )?({_PHRASE})"
)
_CALLED_PLAIN = re.compile(r"(?:it |this |them )?the ((?:[\w-]+ ){0,3}[\w-]+)(?=[,.;:)]|$)")
_CAPITAL = re.compile(
    rf"(?:the |our |a |an |novel |new )*({_PHRASE})"
    r"(?=, (?:a|an|the|our|which|that|in)\b| \(|[.:]|$)"
)
_OUR_NAMED = re.compile(r"\b[Oo]ur (?:proposed |novel |new )?((?:[A-Z][\w-]+ ){1,3}[A-Z][\w-]+)")


def _called_phrase(window: str) -> str:
    match = _CALLED.match(window)
    phrase = _without_links(match[1] or match[2]) if match else ""
    if (
        len(phrase.split()) <= 8
        and len(phrase) > 2
        and any(map(str.isupper, phrase))
        and phrase.split("-")[-1] not in _SUFFIXES
    ):
        return phrase
    plain = _CALLED_PLAIN.match(window)
    return plain[1] if plain and len(plain[1].split()) > 1 else ""


def _capital_phrase(window: str) -> str:
    """A name of capitalised words right behind the verb: `Learning to Label, a framework`."""
    match = _CAPITAL.match(window)
    phrase = _without_links(match[1]) if match else ""
    words = phrase.split()
    if (
        match
        and len(words) == 1
        and (window[match.end() : match.end() + 1] != "," or is_name(phrase))
    ):
        return ""
    if len(words) == 1 and (
        phrase in _COMMON or phrase.endswith("ian") or phrase.split("-")[-1] in _SUFFIXES
    ):
        return ""
    return phrase if 1 <= len(words) <= 8 else ""


def _without_links(phrase: str) -> str:
    words = phrase.strip(" ,.").split()
    while words and words[-1].lower() in _LINK_WORDS:
        words.pop()
    return " ".join(words)


_BOLD = re.compile(
    r"\*\*([^*\n]{2,80})\*\*|\\textbf\{([^{}\n]{2,80})\}|\\textsc\{([^{}\n]{2,40})\}"
)


def _bold_name(raw: str, text: str) -> str:
    """A name in bold letters, if it looks like one."""
    for match in _BOLD.finditer(raw):
        phrase = next(group for group in match.groups() if group).strip(" .,:;")
        if phrase not in text:
            continue
        short = re.fullmatch(rf"(.+?) \(({_TOKEN})\)", phrase)
        if short and _may_be_abbreviation(short[2]):
            return phrase
        if is_name(phrase):
            return phrase
    return ""


def _our_name(text: str) -> str:
    """Capitalised words behind "our": `Our Front-Loaded RCP matches`."""
    match = _OUR_NAMED.search(text)
    return match[1] if match else ""
