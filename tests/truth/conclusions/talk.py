"""Claims about talk: what was asked and answered, told, left unsaid, heard of whom, and seen besides."""

from __future__ import annotations

import re

from engine.records import AgentId, Intention, Memory, Relation
from tests.truth.conclusions.asking import claim, is_secret, lived, recites, rivals, weighs
from tests.truth.log import Past
from tests.truth.reading import Said

_YES = re.compile(r"said yes|is for it|promised it for|答应了|一口应下|赞成。|说等到第二天")
_NO = re.compile(r"refused|is against it|没答应|推掉了|反对。")
_WOULD_NOT_SAY = re.compile(r"would not say|不肯说")
_FORGAVE = re.compile(r"and .* forgave|不计较了")


def answers(past: Past, other: AgentId, what: str, shape: re.Pattern[str]) -> list[Memory]:
    """Return the notes of talks in which the agent put something to another and was answered in this way."""
    me, name = past.log.names[past.me].full, past.log.names[other].full
    return [
        row for row in past.memories("talk")
        if row.text.startswith(me) and name in row.text and shape.search(row.text)
        and (not what or past.log.words.within(what, row.text))
    ]  # fmt: skip


def _answered(past: Past, said: Said, shape: re.Pattern[str], contrary: re.Pattern[str]) -> str:
    other, what = said.one["other"], said.text["topic"]
    rows, against = answers(past, other, what, shape), answers(past, other, what, contrary)
    if not rows:
        return f"{other} has given no such answer to the agent: {what}"
    return "they have since said the contrary" if against and against[-1].id > rows[-1].id else ""


@claim("was promised what was asked for")
def was_promised(past: Past, said: Said) -> str:
    """The agent asked them for it, they said yes, and have not taken it back."""
    return _answered(past, said, _YES, _NO)


@claim("was refused what was asked for")
def was_refused(past: Past, said: Said) -> str:
    """The agent asked them for it, they refused, and have not changed their mind."""
    return _answered(past, said, _NO, _YES)


@claim("was encouraged in an aim")
def was_encouraged(past: Past, said: Said) -> str:
    """They are for it."""
    return _answered(past, said, _YES, _NO)


@claim("is the first to be for an aim")
def first_for_it(past: Past, said: Said) -> str:
    """They are for it, and nobody had been before them."""
    first = min(
        (row.id for row in answers(past, said.one["other"], said.text["topic"], _YES)), default=past.row
    )
    before = _others_who(past, said, _YES, before=first)
    return _answered(past, said, _YES, _NO) or (f"{before} had been for it before" if before else "")


@claim("nobody is against an aim")
def nobody_against(past: Past, said: Said) -> str:
    """They are for it, and nobody has been against it, so that only the agent is left to decide."""
    against = _others_who(past, said, _NO, before=past.row)
    return _answered(past, said, _YES, _NO) or (f"{against} is against it" if against else "")


def _others_who(past: Past, said: Said, shape: re.Pattern[str], *, before: int) -> str:
    """Return the others who gave an answer of this kind on the same thing before a row."""
    others = (who for who in past.log.names if who not in (past.me, said.one["other"]))
    return ", ".join(
        who for who in others if any(row.id < before for row in answers(past, who, said.text["topic"], shape))
    )


@claim("was discouraged in an aim")
def was_discouraged(past: Past, said: Said) -> str:
    """They are against it."""
    return _answered(past, said, _NO, _YES)


@claim("has somebody's support")
def has_support(past: Past, said: Said) -> str:
    """The agent stands for it, and they are for it."""
    return _answered(past, said, _YES, _NO)


@claim("was refused support")
def refused_support(past: Past, said: Said) -> str:
    """They are against the agent's standing for it."""
    return _answered(past, said, _NO, _YES)


@claim("was refused support that could be won")
def could_be_won(past: Past, said: Said) -> str:
    """They are against it, and do not stand for the same themselves: no rival can be won over."""
    if said.one["other"] in rivals(past, past.me):
        return "they stand for it themselves"
    return _answered(past, said, _NO, _YES)


@claim("has lost support")
def lost_support(past: Past, said: Said) -> str:
    """They are against it now, and had been for it."""
    wrong = _answered(past, said, _NO, _YES)
    if wrong:
        return wrong
    had = answers(past, said.one["other"], said.text["topic"], _YES)
    return "" if had else "they had never been for it"


@claim("was refused for an old story")
def refused_for_story(past: Past, said: Said) -> str:
    """They refused; the old story is one the agent lived, and no sentence of its author's."""
    return _answered(past, said, _NO, _YES) or lived(past, said.text["what"])


@claim("was not told what was asked")
def not_told(past: Past, said: Said) -> str:
    """The agent asked them something, and they would not say."""
    return (
        "" if answers(past, said.one["other"], "", _WOULD_NOT_SAY) else "they did not refuse to say anything"
    )


@claim("was forgiven")
def was_forgiven(past: Past, said: Said) -> str:
    """The agent was sorry towards them, and they forgave it."""
    return "" if answers(past, said.one["other"], "", _FORGAVE) else "they did not forgive anything"


# ---------------------------------------------------------------- told, and left unsaid


def knows(past: Past, who: AgentId, what: str) -> bool:
    """Return whether somebody holds what is said, or lived it together with the agent."""
    rows = past.theirs(Memory, who)
    return any(past.log.same(what, row.text) for row in rows if row.kind in ("seed", "talk", "observation"))


@claim("talked and did not say it")
def did_not_say(past: Past, said: Said) -> str:
    """They talked; what is quoted is no secret, but of weight; the other was not told and does not hold it."""
    other, what = said.one["other"], said.text["what"]
    if not past.talks(other):
        return "they have not talked"
    if is_secret(what):
        return f"recites a secret: {what}"
    if not weighs(what):
        return f"it is nothing that one would have to say: {what}"
    if past.told(past.me, other, what):
        return "the agent has said it"
    return "the other knows it already" if knows(past, other, what) else ""


@claim("keeps something back in talk")
def keeps_back(past: Past, said: Said) -> str:
    """They talked, and something of weight that concerns the other is still untold."""
    other = said.one["other"]
    if not past.talks(other):
        return "they have not talked"
    of_them = [row.text for row in past.memories("seed") if other in row.about and weighs(row.text)]
    kept = [text for text in of_them if not past.told(past.me, other, text) and not shared(past, other, text)]
    return "" if kept else "there is nothing of weight that the other does not know"


@claim("keeps something back in every talk")
def keeps_back_always(past: Past, said: Said) -> str:
    """They talked twice at least, and something of weight is still untold."""
    talks = len(past.talks(said.one["other"]))
    return keeps_back(past, said) if talks >= 2 else f"they have talked {talks} time(s)"


@claim("has just kept something back")
def keeps_back_today(past: Past, said: Said) -> str:
    """They talked this day, and something of weight is still untold."""
    today = [row for row in past.talks(said.one["other"]) if row.minute >= past.day_begins()]
    return keeps_back(past, said) if today else "they have not talked today"


def shared(past: Past, other: AgentId, what: str) -> bool:
    """Return whether the other knows of something too: holds it, was told it, or takes part in it.

    What one has never explained to somebody who knows of it is not shared.
    """
    if re.search(r"never (explained|thanked|told|said|asked|apologi[sz]ed)|从没(解释|说|问|谢)", what):
        return False
    name = re.escape(past.log.names[other].full)
    together = re.search(rf"\b(learns?|meets?|together|plays?)\b.* (from|with) {name}", what)
    together = together or re.search(rf"(跟|和){name}.*(学|一起|约)|托{name}", what)
    told = re.search(rf"told (?:only )?{name}|告诉了?{name}", what)
    seeds = [row.text for row in past.theirs(Memory, other) if row.kind == "seed" and past.me in row.about]
    of = past.log.words.of
    alike = any(2 * len(of(what) & of(text)) >= min(len(of(what)), len(of(text))) for text in seeds)
    return bool(together or told) or alike or knows(past, other, what)


@claim("told somebody")
def has_told(past: Past, said: Said) -> str:
    """The agent said it to them, and they did not hold it before."""
    other, what = said.one["other"], said.text["what"]
    if not past.told(past.me, other, what):
        return "no line of the agent tells them so"
    seeds = [row for row in past.theirs(Memory, other) if row.kind == "seed"]
    return "they knew it from the start" if any(past.log.same(what, row.text) for row in seeds) else ""


@claim("told somebody and is lighter")
def told_and_lighter(past: Past, said: Said) -> str:
    """The agent said it to them, and its mood did not fall with that talk."""
    wrong = has_told(past, said)
    if wrong:
        return wrong
    line = past.told(past.me, said.one["other"], said.text["what"])[-1]
    before, after = past.mood(line.minute - 1), past.mood(line.minute)
    return f"its mood fell from {before} to {after}" if before and after and after < before else ""


@claim("talked over an old story")
def talked_over_story(past: Past, said: Said) -> str:
    """They talked; and what lay under it is something lived, no sentence of an author's."""
    return lived(past, said.text["what"]) if past.talks(said.one["other"]) else "they have not talked"


@claim("has an old quarrel that talk did not settle")
def old_quarrel(past: Past, said: Said, least: int = 1) -> str:
    """The agent has not liked them from the start and does not now, and they have talked."""
    other = said.one["other"]
    relations = [row for row in past.mine(Relation) if row.other == other]
    if not relations or relations[0].closeness >= 0 or past.closeness(other) >= 0:
        return "there is no old quarrel between them"
    talks = len(past.talks(other))
    return "" if talks >= least else f"they have talked {talks} time(s)"


@claim("has an old quarrel that each talk makes plainer")
def quarrel_in_each_talk(past: Past, said: Said) -> str:
    """The agent has not liked them from the start and does not now, and they have talked twice at least."""
    return old_quarrel(past, said, least=2)


@claim("talked with something coming")
def talked_before(past: Past, said: Said) -> str:
    """They talked, and what is quoted is still to come: a plan or intention, no author's sentence."""
    other, what = said.one["other"], said.text["what"]
    if not past.talks(other):
        return "they have not talked"
    if recites(past, what):
        return recites(past, what)
    ahead = [row for row in past.memories("plan", "talk") if row.when is not None and row.when > past.minute]
    held = [row for row in past.mine(Intention) if row.is_open]
    coming = [row.text for row in ahead] + [f"{row.deed} {row.what} {row.content}" for row in held]
    return (
        "" if any(past.log.words.within(what, text) for text in coming) else "nothing of the kind is to come"
    )


@claim("will be a guest with something on the mind")
def guest_with_something(past: Past, said: Said) -> str:
    """The occasion is still to come; and what is on the agent's mind is something it lived."""
    one = past.occasion(said.text["occasion"], said.one["other"])
    if one is None:
        return "they give no such occasion"
    return "it is over" if past.minute > one.ends else lived(past, said.text["what"])


@claim("knows it of somebody and did not say so")
def knows_of(past: Past, said: Said) -> str:
    """Somebody else told it of them, they talked since, and the agent said nothing of it."""
    other, what = said.one["other"], said.text["what"]
    if recites(past, what):
        return recites(past, what)
    sources = past.tellers(what) - {other}
    if not sources:
        return "nobody told it"
    first = min(line.minute for source in sources for line in past.told(source, past.me, what))
    if not any(row.minute >= first for row in past.talks(other)):
        return "they have not talked since"
    return "the agent told them" if past.told(past.me, other, what) else ""


# ---------------------------------------------------------------- heard, and seen


@claim("was told something of somebody, and saw them")
def told_and_saw(past: Past, said: Said) -> str:
    """They told it of themselves, and the agent saw them do what is said, later."""
    other, what = said.one["other"], said.text["what"]
    told = past.told(other, past.me, what)
    if not told:
        return f"they did not tell it: {what}"
    seen = past.saw(other, said.text["doing"])
    return (
        "" if any(act.minute >= told[0].minute for act in seen) else f"not seen since: {said.text['doing']}"
    )


@claim("heard of somebody from another, and saw them")
def heard_and_saw(past: Past, said: Said) -> str:
    """The one told it of the other, and the agent saw the other do what is said, later."""
    told = past.told(said.one["a"], past.me, said.text["what"])
    if not told:
        return f"{said.one['a']} did not tell it: {said.text['what']}"
    seen = past.saw(said.one["other"], said.text["doing"])
    return (
        "" if any(act.minute >= told[0].minute for act in seen) else f"not seen since: {said.text['doing']}"
    )


@claim("saw somebody and had something in mind")
def saw_and_had_in_mind(past: Past, said: Said) -> str:
    """The agent saw them do it; and what it had in mind is something lived, no author's sentence."""
    if not past.saw(said.one["other"], said.text["doing"]):
        return f"not seen: {said.text['doing']}"
    return lived(past, said.text["what"])


@claim("saw somebody do two things")
def saw_two_things(past: Past, said: Said) -> str:
    """The agent saw them do both, the one before the other."""
    other, why = said.one["other"], ""
    for first, second in two_of(said.text["doing"], said.text["heard"]):
        one, then = past.saw(other, first), past.saw(other, second)
        if one and then and one[0].minute <= then[-1].minute:
            return ""
        why = why or f"not seen in this order: {first}; {second}"
    return why


def two_of(first: str, second: str) -> list[tuple[str, str]]:
    """Return all pairs of doings that two texts may be, where the doings themselves have an `and`."""
    parts = f"{first} and {second}".split(" and ")
    pairs = [(" and ".join(parts[:at]), " and ".join(parts[at:])) for at in range(1, len(parts))]
    return [(first, second), *pairs]


@claim("two people say things of a third")
def two_say(past: Past, said: Said) -> str:
    """Each of them told the agent what is said, and both things are of the third."""
    for who, what in ((said.one["a"], said.text["what"]), (said.one["b"], said.text["topic"])):
        if not past.told(who, past.me, what):
            return f"{who} did not tell it: {what}"
    return ""


@claim("two want different things")
def want_different(past: Past, said: Said) -> str:
    """The other told the agent what they want; and its own wish is no sentence of its author's."""
    topic = said.text["topic"]
    if "other" in said.one and not past.told(said.one["other"], past.me, topic):
        return f"they did not tell it: {topic}"
    return lived(past, said.text["what"])


@claim("somebody says something that goes with an old story")
def goes_with_story(past: Past, said: Said) -> str:
    """They told the agent the one thing; and the other is something lived, no sentence of its author's."""
    if not past.told(said.one["other"], past.me, said.text["topic"]):
        return f"they did not tell it: {said.text['topic']}"
    return lived(past, said.text["what"])
