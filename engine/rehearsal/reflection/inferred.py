"""Inferences: thoughts from two memories of different kinds, both quoted, and what is at stake."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from engine.language.phrases import phrases
from engine.records import AgentId, Memory, Name
from engine.rehearsal.language.practising import taking_part
from engine.rehearsal.language.text import bare
from engine.rehearsal.reflection.thought import Numbered, Reflecting, Thought, read_insight
from engine.rehearsal.reflection.town import deed_in, is_of_a_talk, own_deed, shares
from engine.rehearsal.speaker import about_others
from engine.rehearsal.understand import alike, mentioned

ANSWERS = {
    "kept_granted": "deep_yes_thing", "kept_deed_granted": "deep_yes_deed", "kept_backing": "deep_yes_aim",
    "kept_support": "deep_yes_stand", "kept_refused": "deep_no_thing", "kept_deed_refused": "deep_no_deed",
    "kept_backing_no": "deep_no_aim", "kept_support_no": "deep_no_stand",
}  # fmt: skip
_TELLS_OF_SOMEBODY = ("did", "feels", "owes", "has")
_SHORT = 120  # in letters: what is longer is no half of a thought


def about_what_follows(it: Reflecting) -> Iterator[Thought]:
    """Yield inferences from two memories of different kinds, about the most important people first."""
    people = dict.fromkeys(
        agent for _, memory in it.numbered for agent in about_others(memory, it.me.persona.id)
    )
    known = [agent for agent in people if agent in it.me.everybody.names]
    rows = [
        list(_of(agent, it)) for agent in sorted(known, key=lambda each: (-abs(it.closeness(each)), each))
    ]
    yield from (thought for row in rows for thought in row[:1])
    yield from _of_oneself(it)
    yield from (thought for row in rows for thought in row[1:])


def _of(agent: AgentId, it: Reflecting) -> Iterator[Thought]:
    """Yield the inferences about a person, the latest of each kind."""
    thoughts: dict[str, Thought] = {}
    for rule in _RULES:
        for thought in rule(agent, it):
            thoughts[thought.frame] = thought
    yield from thoughts.values()


def about_what_is_seen(it: Reflecting) -> Iterator[Thought]:
    """Yield thoughts from two observations of the same person, the closest people first."""
    people = dict.fromkeys(memory.about[0] for _, memory in it.numbered if memory.about)
    others = [agent for agent in people if agent in it.me.everybody.names and agent != it.me.persona.id]
    for agent in sorted(others, key=lambda each: (-abs(it.closeness(each)), each)):
        seen = {it.me.pack.activity(deed).kind: (row, deed) for row, deed in _seen_at(agent, it)}
        if len(seen) > 1:
            (one, first), (two, then) = sorted(seen.values(), key=lambda each: each[0][1].minute)[-2:]
            other = it.me.name_of(agent)
            yield _of_them("deep_two_deeds", other, [one, two], 4, it, doing=first, heard=then)


def _answered(agent: AgentId, it: Reflecting) -> Iterator[Thought]:
    """Yield thoughts on a person's yes or no, given earlier memories of them."""
    other = it.me.name_of(agent)
    for each in _about(agent, it, "talk"):
        for kept, frame in ANSWERS.items():
            found = it.me.pack.phrases.read(kept, each[1].text)
            if found and (found["asker"], found["who"]) == (it.me.name.full, other.full):
                own = [old for old in _own(it) if agent in old[1].about and _is_between(old, it)]
                story = [old for old in own if it.says(old[1]).relation != "thinks" or _blames(old, it)]
                besides = [row for row in _about(agent, it) if row != each]
                if story and frame.startswith("deep_no"):
                    yield _of_them("deep_no_story", other, [each, story[-1]], 7, it, topic=found["what"],
                                   what=put(story[-1], it))  # fmt: skip
                elif besides:
                    yield _of_them(frame, other, [each, besides[-1]], 6, it, topic=found["what"])


def _promised(agent: AgentId, it: Reflecting) -> Iterator[Thought]:
    """Yield thoughts of the agent's worries or views about a person whose guest it is or was."""
    other = it.me.name_of(agent)
    weighs = [old for old in _own(it) if agent in old[1].about and _is_between(old, it)]
    for each in _about(agent, it, "plan"):
        says = it.says(each[1])
        if weighs and says.occasion and says.host == other and says.who == it.me.name:
            yield _of_them("deep_promise_story", other, [each, weighs[-1]], 7, it, occasion=says.occasion,
                           what=put(weighs[-1], it))  # fmt: skip


def _known(agent: AgentId, it: Reflecting) -> Iterator[Thought]:
    """Yield thoughts that a person has not told the agent something it knows, although they have talked."""
    other = it.me.name_of(agent)
    talks = [each for each in _about(agent, it, "talk") if it.says(each[1]).source in (other, None)]
    for each in (*_about(agent, it, "seed"), *_about(agent, it, "talk")):
        says = it.says(each[1])
        met = [talk for talk in talks if talk[1].minute >= each[1].minute and talk != each]
        secret = says.who == other and says.source not in (other, it.me.name) and not says.occasion
        tells = says.relation in _TELLS_OF_SOMEBODY and _is_grave(each[1], it) and can_be_said(each, it)
        if secret and met and tells:
            yield _of_them("deep_knows_of", other, [each, met[-1]], 6, it, what=put(each, it))


def _is_grave(memory: Memory, it: Reflecting) -> bool:
    """Return whether something known of a person is a fact or misfortune, rather than a view of them."""
    says, pack = it.says(memory), it.me.pack
    bad = phrases(pack.language).news(says.text) == "bad" or says.private or pack.finds("worry", says.text)
    return not pack.finds("blames", says.text) and (says.relation != "has" or bad)


def _confided(agent: AgentId, it: Reflecting) -> Iterator[Thought]:
    """Yield thoughts that compare a worry or wish a person told with what they were seen doing since."""
    other = it.me.name_of(agent)
    for each in _told_of_oneself(other, it):
        says = it.says(each[1])
        since = [row for row in _seen_at(agent, it) if row[0][1].minute > each[1].minute]
        worry, longs = it.me.pack.finds("worry", says.text), it.me.pack.finds("longs", says.does)
        of_one = it.me.name in says.people  # is between the two, and nothing to be looked for in their day
        if since and (worry or longs) and not of_one:
            row, doing = since[-1]
            frame = "deep_worry_seen" if worry else "deep_want_seen"
            yield _of_them(frame, other, [each, row], 6, it, what=put(each, it), doing=doing)


def _seen(agent: AgentId, it: Reflecting) -> Iterator[Thought]:
    """Yield thoughts comparing the agent's view of, or debt to, a person with what they were seen doing."""
    other = it.me.name_of(agent)
    for each in _own(it):
        says, seen = it.says(each[1]), list(_seen_at(agent, it))
        frame = {"thinks": "deep_view_seen", "owes": "deep_owes_seen"}.get(says.relation, "")
        if seen and frame and other in says.people:
            row, doing = seen[-1]
            yield _of_them(frame, other, [each, row], 6, it, what=put(each, it), doing=doing)


def _wanted(agent: AgentId, it: Reflecting) -> Iterator[Thought]:
    """Yield thoughts that a person wants something of the agent while it wants something else."""
    other = it.me.name_of(agent)
    mine = [each for each in _own(it) if it.me.pack.finds("longs", it.says(each[1]).does)]
    for each in _told_of_oneself(other, it):
        says = it.says(each[1])
        if mine and it.me.name in says.people and it.me.pack.finds("longs", says.does):
            yield _of_them("deep_aims_cross", other, [each, mine[-1]], 7, it, topic=put(each, it),
                           what=put(mine[-1], it))  # fmt: skip


def _told_by_two(agent: AgentId, it: Reflecting) -> Iterator[Thought]:
    """Yield thoughts that combine two people's statements about a third."""
    other = it.me.name_of(agent)
    of_them = [
        each for each in _about(agent, it, "talk")
        if (says := it.says(each[1])).who == other and not says.occasion and can_be_said(each, it)
        and says.source not in (None, other, it.me.name) and says.relation in _TELLS_OF_SOMEBODY
    ]  # fmt: skip
    for one, two in combinations(of_them, 2):
        a, b = it.says(one[1]).source, it.says(two[1]).source
        if a and b and a != b and not alike(it.says(one[1]).words, it.says(two[1]).words):
            yield _of_them("deep_two_say", other, [one, two], 6, it, a=a.full, b=b.full,
                           what=put(one, it), topic=put(two, it))  # fmt: skip


def _heard_of(agent: AgentId, it: Reflecting) -> Iterator[Thought]:
    """Yield thoughts that compare a statement about a person with what they were seen doing since."""
    other = it.me.name_of(agent)
    for each in _about(agent, it, "talk"):
        says = it.says(each[1])
        told = says.who == other and says.source not in (None, other, it.me.name) and not says.occasion
        since = [row for row in _seen_at(agent, it) if row[0][1].minute > each[1].minute]
        bad = it.me.pack.finds("worry", says.text) or it.me.pack.finds("blames", says.text)
        news = phrases(it.me.pack.language).news(says.text) == "bad"
        if told and since and (bad or news) and says.relation and says.source and can_be_said(each, it):
            row, doing = since[-1]
            a, what = says.source.full, put(each, it)
            yield _of_them("deep_heard_seen", other, [each, row], 6, it, a=a, what=what, doing=doing)


def _of_old(agent: AgentId, it: Reflecting) -> Iterator[Thought]:
    """Yield thoughts that compare what a person told of themselves with the history of the two."""
    other = it.me.name_of(agent)
    story = [each for each in _own(it) if agent in each[1].about]
    for each in _told_of_oneself(other, it):
        if (
            story
            and shares(story[-1][1], each[1], it)
            and not alike(it.says(each[1]).words, it.says(story[-1][1]).words)
        ):
            yield _of_them("deep_story_told", other, [each, story[-1]], 6, it, what=put(story[-1], it),
                           topic=put(each, it))  # fmt: skip


_RULES = (
    _answered, _promised, _known, _confided, _seen, _wanted, _told_by_two, _heard_of, _of_old,
)  # fmt: skip


def _of_oneself(it: Reflecting) -> Iterator[Thought]:
    """Yield thoughts that compare the agent's aims with its days, and its worries with what it hears."""
    deeds = [
        (each, deed) for each in it.numbered if (deed := own_deed(each[1], it)) and _is_telling(deed, it)
    ]
    for each in _own(it):
        says, what = it.says(each[1]), put(each, it)
        if deeds and not says.occasion and it.me.pack.finds("longs", says.does):
            row, doing = deeds[-1]
            yield it.think("deep_aim_day", [each, row], 6, what, what=what, doing=doing)
        heard = [
            row for row in it.numbered
            if row[1].kind == "talk" and it.says(row[1]).source not in (None, it.me.name)
            and shares(each[1], row[1], it) and can_be_said(row, it)
        ]  # fmt: skip
        if heard and it.me.pack.finds("worry", says.text):
            told = heard[-1]
            yield it.think("deep_worry_heard", [each, told], 7, what, what=what, heard=put(told, it))


def _of_them(
    frame: str, other: Name, found: list[Numbered], importance: int, it: Reflecting, **values: str
) -> Thought:
    return it.think(frame, found, importance, other.full, other=other.full, **values)


def _about(agent: AgentId, it: Reflecting, kind: str = "") -> list[Numbered]:
    return [each for each in it.numbered if agent in each[1].about and kind in ("", each[1].kind)]


def _own(it: Reflecting) -> list[Numbered]:
    """Return the agent's seed memories about itself that can be quoted."""
    return [
        each for each in it.numbered
        if each[1].kind == "seed" and it.says(each[1]).who == it.me.name and can_be_said(each, it)
    ]  # fmt: skip


def _told_of_oneself(other: Name, it: Reflecting) -> list[Numbered]:
    """Return the memories of a person's words about themselves that can be quoted, but no invitations."""
    return [
        each for each in it.numbered
        if each[1].kind == "talk" and (says := it.says(each[1])).who == other == says.source
        and not says.occasion and says.relation in ("plans", "thinks", "does", *_TELLS_OF_SOMEBODY)
        and can_be_said(each, it)
    ]  # fmt: skip


def can_be_said(each: Numbered, it: Reflecting) -> bool:
    """Return whether a memory can be quoted in a thought.

    It must be short, and no secret, common knowledge, conclusion or note of a request. It must not be
    something that the agent is to say or do at an hour, since that is said or done, not recited.
    """
    says, pack = it.says(each[1]), it.me.pack
    concluded = read_insight(says.text, pack, pack.phrases.beginning("insight_"))
    kept = concluded is not None or is_of_a_talk(each[1].text, pack)
    plain = says.private or pack.finds("all_know", says.text) or pack.finds("said", each[1].text)
    written = each[1].kind == "seed" and (says.who is None or _is_of_an_hour(each[1], it))
    to_be_done = each[1].kind == "whisper" or written or each[1].id in it.prompt.pursued
    return not (kept or plain or says.sides or to_be_done) and len(says.text) <= _SHORT


def _is_of_an_hour(memory: Memory, it: Reflecting) -> bool:
    read = it.me.pack.calendar.read(memory.text, it.me.now, it.prompt.starts)
    return memory.when is not None or read.clock is not None


def _is_between(each: Numbered, it: Reflecting) -> bool:
    """Return whether a memory of the agent is a debt, a view or a worry that stands between it and others."""
    says = it.says(each[1])
    return says.relation in ("owes", "thinks") or it.me.pack.finds("worry", says.text)


def _blames(each: Numbered, it: Reflecting) -> bool:
    return it.me.pack.finds("blames", it.says(each[1]).text)


def _seen_at(agent: AgentId, it: Reflecting) -> Iterator[tuple[Numbered, str]]:
    """Yield the observations of a person with a deed that says something about them, and the deed."""
    for each in it.numbered:
        deed = deed_in(each[1], agent, it.me.pack)
        if deed and _is_telling(deed, it):
            yield each, deed


def _is_telling(deed: str, it: Reflecting) -> bool:
    """Return whether a deed says something about who does it.

    Searches, talks, meals, pastimes, and hosting or attending an occasion do not.
    """
    pack = it.me.pack
    elsewhere = bool(mentioned(deed, it.me.everybody) or taking_part(deed, pack)[1])
    idle = deed in pack.by_the_way or pack.finds("waiting", deed) or pack.has("meals", deed)
    kind = pack.activity(deed).kind
    return not (elsewhere or idle or kind in pack.words["anybodys_doing"])


def put(each: Numbered, it: Reflecting) -> str:
    """Return the statement in a memory as it stands inside a sentence."""
    return it.me.inside(bare(it.says(each[1]).text))
