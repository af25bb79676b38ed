"""English words that name no topic although they are not in general lists of stop words.

A term neither begins nor ends with one of them; inside a phrase they are allowed ("state of the
art"). Verbs whose forms also name objects of study (learn, model, sample, plan, reason,
translate, ...) are not in the list.
"""

from __future__ import annotations

#: Verbs that texts use about themselves, their authors and readers; all forms are excluded.
VERBS = """
achieve address adopt advance aid aim allow amplify apply argue arise ask assume attempt become
begin believe boost bring broaden build call care cause come compare conduct confirm consider
construct contain contribute create degrade deliver demonstrate derive describe design desire
develop differ discuss display emerge employ enable encourage engage enhance ensure enter
establish evaluate examine exceed exhibit exist expand expect explain exploit explore extend
facilitate fail find focus follow formulate fulfil fulfill gain get give go guarantee guide happen
harmonize help highlight hold identify illustrate implement improve include incorporate increase
incur indicate inspire introduce investigate involve keep know lack lead let leverage like limit
look maintain make manage mean mention mitigate motivate need note notice observe obtain occur
offer outline outperform overcome overlook perform permit pose possess prefer present prevent
proceed produce propose prove provide pursue raise reach receive reduce refer relate rely remain
remove replace report require resolve restrict result reveal say see seek seem shed show showcase
situate start stem struggle study succeed suffer suggest summarize surpass tackle take talk tell
tend think treat trigger try turn underlie undermine understand undertake unveil use utilize
validate view want widen wish work yield
""".split()
#: Irregular forms.
IRREGULAR = """
arisen arose became begun began brought built came driven found gave given gone got gotten held
kept knew known led left let lain made meant said saw seen shown sought spoken stood taken taught
thought told took underlying underlies understood used went wrote written
""".split()
#: Judgements, relations, and general nouns.
OTHERS = """
ability able aspect acceptable accordingly additional advantage almost amount appropriate
arbitrary available aware benefit best better big bit broad broader capable careful careless central
certain challenge challenging cheap clear close common comparable competitive complete
complex comprehensive compelling concerned considerable consistent crucial critical current
dedicated deep-seated desirable desired despite different difficult difficulty direct diverse
drawback easy effective effectiveness efficacy end-to-end enough entire especially essential
evident excellent existing extensive extremely fact far fast faster favorable few final fine finer
flexible following fresh full fundamental further furthermore future general good great
greater hard harder hence high higher highly idea ideal immediate important importance
impressive inherent insight insightful instead interesting intuitive issue just key kind large
larger latter least less limitation little long longer lot low lower main major many meaningful
modern more moreover much multiple narrow natural necessary necessity new nontrivial notable notion
novel novelty number obvious old only open opposite optimal other overall own paper
particular past perfect poor popular possible potential practical practice precise preliminary
present prevalent previous primary principled prior problem problematic progress prominent
promising proper purpose question radical range rare rather reason recent relevant remarkable
respective rich right rigorous robustly role same satisfactory scenario serious setting severe
several short shortcoming significant similar simple simultaneous single small smaller so
solid sophisticated specific standard state-of-the-art straightforward strength strong
stronger striking subsequent substantial success successful such sufficient suitable superior sure
surprising tedious tight thing thorough thus today type typical ubiquitous unable unclear
underexplored under-explored unified unique unknown unprecedented useful usual valid valuable
ok okay hi hello hey please thanks thank guys anymore kindly did does done doing having getting
variety various vast versatile viable way weak weakness well well-known
whole wide wider worse worst wrong yet
et al eg ie vs via across within without toward towards upon respectively
approach approaches experiment experiments experimental code github
""".split()
#: Contractions without their apostrophe.
CONTRACTIONS = """
aint arent cant couldnt didnt doesnt dont hadnt hasnt havent hes ill im isnt ive shes shouldnt
thats theres theyre theyve wasnt werent whats wont wouldnt youre youve
""".split()
#: Words allowed inside a term ("curse of dimensionality", "freeze my card").
LINKING_WORDS = frozenset(
    "and as at by for from in of off on or out per under up via with my your".split()
)
#: First words of sentences that refer to the sentence before.
CONNECTIVES = frozenset(
    """additionally also another besides but consequently finally furthermore he hence here however
    instead it its moreover notably nevertheless she similarly so specifically such that their then
    therefore these they this those thus yet""".split()
)
#: Particles, pronouns and auxiliaries of Amharic; no package has a list.
AMHARIC = frozenset(
    """ሁሉ ሁሉም ሆነ ሆኖም ሆኗል ሌላ ሌሎች ልክ መካከል ምክንያት ምን ሲሆን ሲል ሳይሆን ስለ ስለዚህ ነው ነበር ነበሩ ነበረ ነበራቸው ነገር
    ናቸው ናት ብቻ ብዙ ብለው ብሎ ተብሎ አለ አሉ አላቸው አለው አሁን አንድ አንዳንድ አንዱ አይደለም እስከ እሱ እሷ እነሱ እነዚህ እና እኔ እንደ
    እንደገና እንዲሁም እንጂ እኛ ከላይ ከዚህ ከዚያ ከፊት ካለ ወይም ወዘተ ወደ ውስጥ ዘንድ ያለ ያለው ይህ ይህም ይህን ያ ደግሞ ድረስ ግን
    ጋር በላይ በኋላ በጣም በፊት በዚህ በመሆኑ ላይ ላይም ኋላ ፊት""".split()
)
#: Words of scikit-learn's list that can name topics (laws, money, fires, mines, machines, top-ups).
STOP_WORD_EXCEPTIONS = frozenset("bill computer fire interest mill mine system top".split())
#: Nouns and adjectives in -ly; all other words in -ly count as adverbs.
NOT_ADVERBS = frozenset(
    """anomaly assembly butterfly daily dragonfly early elderly family firefly friendly hourly
    italy july monopoly monthly nightly oligopoly panoply poly quarterly reply supply weekly
    yearly""".split()
)


def uninformative_words() -> frozenset[str]:
    """All uninformative words, with all forms of the verbs."""
    forms = {form for verb in VERBS for form in verb_forms(verb)}
    nouns = {word + "s" for word in OTHERS}
    return frozenset(forms | nouns | {*IRREGULAR, *OTHERS, *CONTRACTIONS})


def verb_forms(verb: str) -> set[str]:
    """The forms of a regular English verb.

    >>> sorted(verb_forms("amplify")), sorted(verb_forms("observe"))[:2]
    (['amplified', 'amplifies', 'amplify', 'amplifying'], ['observe', 'observed'])
    >>> sorted(verb_forms("reach")), sorted(verb_forms("limit"))[1:2]
    (['reach', 'reached', 'reaches', 'reaching'], ['limited'])
    """
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return {verb, verb[:-1] + "ies", verb[:-1] + "ied", verb + "ing"}
    if verb.endswith("e"):
        return {verb, verb + "s", verb + "d", verb[:-1] + "ing"}
    third = verb + ("es" if verb.endswith(("s", "x", "ch", "sh", "o")) else "s")
    return {verb, third, verb + "ed", verb + "ing"}
