"""Hand-made minds for the tests of the rehearsal model, and arbitrary ones."""

from __future__ import annotations

import asyncio
import codecs
import datetime
import re

from hypothesis import strategies as st

from engine.clock import minute_at
from engine.language.languages import PACKS
from engine.prompts import questions as q
from engine.prompts.known import Acquaintance, Asker, KnownRoom, KnownThing, Told
from engine.records import Bond, Event, Hours, Line, Memory, Name, Names, Persona, RoutineItem, Step
from engine.rehearsal import Rehearsal
from engine.rehearsal.language.pack import read_packs
from engine.row_ids import row_id

MODEL = Rehearsal()
CAFE, KITCHEN, WASHROOM = "Harbour Café/counter", "Harbour Café/kitchen", "Harbour Café/washroom"
QUAY, YARD = "Quay", "Boatyard"
ISABEL_HOME, TOMAS_HOME = "Moreno Flat/bedroom", "Lind House/attic"
PLACES = (CAFE, KITCHEN, WASHROOM, QUAY, YARD, ISABEL_HOME, TOMAS_HOME)
NAMES = {
    "isabel": Name(full="Isabel Moreno", called="Isabel", pronouns="she"),
    "tomas": Name(full="Tomas Lind", called="Tomas", pronouns="he"),
    "nora": Name(full="Nora Bloom", called="Nora", pronouns="she"),
}
PARTY = "Isabel Moreno is giving a lantern party at the Harbour Café on day 2 at 17:00."
PARTY_AT = minute_at(2, 17 * 60)

ISABEL = Persona(
    id="isabel",
    name="Isabel Moreno",
    pronouns="she",
    age=34,
    traits=("warm", "quick"),
    home=ISABEL_HOME,
    work=CAFE,
    wake=6 * 60,
    sleep=23 * 60,
    routine=(
        RoutineItem(start=8 * 60, activity="open the café and serve breakfast", place=CAFE),
        RoutineItem(start=14 * 60, activity="walk by the quay", place=QUAY),
    ),
    currently="Isabel Moreno is getting ready for her lantern party.",
    bonds=(Bond(other="tomas", kind="friend", closeness=0.6),),
)
TOMAS = Persona(
    id="tomas",
    name="Tomas Lind",
    pronouns="he",
    age=36,
    traits=("loyal",),
    home=TOMAS_HOME,
    work=YARD,
    wake=390,
    sleep=1350,
)
NORA = Persona(id="nora", name="Nora Bloom", pronouns="she", home=TOMAS_HOME)

STOVE = KnownThing(path=f"{KITCHEN}/stove", state="off", states=("off", "on", "burning"))
MACHINE = KnownThing(path=f"{CAFE}/espresso machine", state="cold", states=("cold", "brewing", "broken"))
ROOMS = (
    KnownRoom(path=CAFE, open=Hours(opens=480, closes=1200), walk=5, things=(MACHINE,)),
    KnownRoom(path=KITCHEN, open=Hours(opens=480, closes=1200), walk=5, things=(STOVE,)),
    KnownRoom(path=WASHROOM, open=Hours(opens=480, closes=1200), walk=5),
    KnownRoom(path=QUAY, walk=7),
    KnownRoom(path=YARD, walk=9),
)
CHOICES = {
    "place": PLACES,
    "person": tuple(name.full for name in NAMES.values()),
    "thing": (MACHINE.path, STOVE.path),
}


def common(persona=ISABEL, now=600, **fields):
    """The fields every prompt carries."""
    return {
        "persona": persona,
        "town": "Willow Bay",
        "language": "en",
        "starts": datetime.date(2026, 3, 2),
        "now": now,
        "seed": 7,
        "choices": CHOICES,
        "names": Names(NAMES),
        **fields,
    }


def ask(prompt):
    """The rehearsal model's answer."""
    return asyncio.run(MODEL.ask(prompt))


def memory(text, *, kind="observation", importance=5, at=300, n=1, agent="isabel", **fields):
    """One memory, made at a minute."""
    return Memory(id=row_id(at, 1, n), agent=agent, kind=kind, text=text, importance=importance, **fields)


def party(**fields):
    """Isabel's own knowledge of her party."""
    return memory(PARTY, kind="seed", importance=8, at=0, n=9, when=PARTY_AT, place=CAFE, **fields)


def line(speaker, text, *, at=600, n=0, tells=0):
    """Something said."""
    return Line(id=row_id(at, 1, n), conversation=1, speaker=speaker.id, said_at=at, text=text, tells=tells)


def friend(persona, closeness=0.6, **fields):
    """Somebody as the other one knows them."""
    return Acquaintance(agent=persona.id, name=persona.name, kind="friend", closeness=closeness, **fields)


TOLD = f"Tomas Lind told Isabel Moreno that {PARTY}"
LIVED = (
    memory(TOLD, kind="talk", importance=7, n=1, about=("isabel", "tomas")),
    memory(f"Nora Bloom told Isabel Moreno that {PARTY}", kind="talk", importance=7, n=2, about=("isabel",)),
    memory(
        "Tomas Lind repaired the shutter of the Harbour Café", importance=4, n=3, about=("tomas",), place=CAFE
    ),
    memory("Isabel Moreno is doing this: brewing coffee", importance=1, n=4, about=("isabel",), place=CAFE),
    memory("Isabel Moreno is doing this: serving guests", importance=1, n=5, about=("isabel",), place=CAFE),
)


def converse(one, other, recalled=(), other_recalled=(), closeness=0.6, now=600, most=16):
    """A whole conversation of two; returns its lines and whether somebody ended it."""
    return converse_all(((one, recalled), (other, other_recalled)), closeness, now=now, most=most)


def converse_all(minds, closeness=0.6, *, now=600, seed=7, most=16, **fields):
    """A whole conversation of (persona, what they know); its lines, and whether somebody ended it."""
    lines, told, ended = [], set(), False
    for turn in range(most):
        me, known = minds[turn % len(minds)]
        hearers = [each for each, _ in minds if each is not me]
        said = ask(
            q.Speak(
                **{
                    **common(me, now, seed=seed),
                    "place": QUAY,
                    "doing": "walking by the quay",
                    **fields,
                },
                people=tuple(friend(hearer, closeness) for hearer in hearers),
                lines=tuple(lines),
                closing=ended,
                recalled=tuple(known),
                engagements=tuple(row for row in known if row.when is not None),
                told=frozenset(told),
            )
        )
        if said.ends and not any(map(str.isalnum, said.says)):
            return lines, True  # it ends the talk without a word
        tells = known[said.tells - 1].id if said.tells else 0
        told |= {(tells, hearer.id) for hearer in hearers if tells}
        lines.append(line(me, said.says, at=now, n=turn, tells=tells))
        if ended:
            break
        ended = said.ends
    return lines, ended


def after(persona, other, lines, now=605):
    """What somebody takes away from those lines of two."""
    return after_all(persona, (other,), lines, now)


def after_all(persona, others, lines, now=605):
    """What somebody takes away from those lines."""
    people = tuple(friend(other) for other in others)
    return ask(q.TakeAway(**common(persona, now), place=QUAY, people=people, lines=tuple(lines)))


# ---------------------------------------------------------------- arbitrary minds

LONG = "Ä" * 4_000
TEXT = st.one_of(
    st.text(max_size=60),
    st.sampled_from(
        [
            "",
            " ",
            "\x00\x1b[31m\n---\n$identity",
            LONG,
            "a " * 3_000,
            "he",
            "I",
            "my",
            "{core} {0} %s $now",
            "party",
            "<script>alert(1)</script>",
            "Isabel told Tomas that I am giving a party at the Quay tomorrow at five",
            "A told B that C heard from D that day 99999 at 99:99",
            "You must run at 25:00 on day 0",
            "明天下午五点",
            "苏玉筝第2天17:00在半闲茶馆办斗粽会",
            "跟你说件事：我明天下午五点在半闲茶馆办斗粽会。来不来？",
            "Isabel Moreno and Tomas Lind both want to be warden",
            "You said you'd come to Isabel's party, and I looked for you.",
            "The stove at the kitchen is burning; somebody should turn it off",
            "Have you heard? ",
            "Will you come?",
            "the the the",
            "...",
            "“”",
            "’s",
        ]
    ),
)
SHORT = st.one_of(
    st.text(min_size=1, max_size=12), st.sampled_from([LONG, "a/b", "a/b/c", "Isabel Moreno", "\n", "/"])
)
MINUTE = st.integers(0, 30 * 1440)
PATHS = st.one_of(st.sampled_from(PLACES), SHORT)
IDS = st.integers(0, 10**12)


@st.composite
def memories(draw):
    return draw(
        st.lists(
            st.builds(
                Memory,
                id=IDS,
                agent=SHORT,
                text=TEXT,
                importance=st.integers(1, 10),
                place=PATHS,
                kind=st.sampled_from(["seed", "observation", "reflection", "plan", "talk", "whisper"]),
                when=st.none() | MINUTE,
                about=st.lists(SHORT, max_size=2).map(tuple),
                evidence=st.lists(IDS, max_size=1).map(tuple),
            ),
            max_size=6,
        ).map(tuple)
    )


PERSONAS = st.builds(
    Persona,
    id=SHORT,
    name=TEXT,
    age=st.integers(0, 200),
    traits=st.lists(TEXT, max_size=3).map(tuple),
    home=PATHS,
    work=st.just("") | PATHS,
    seed=st.lists(TEXT, max_size=3).map(tuple),
    currently=TEXT,
    wake=st.integers(0, 1439),
    sleep=st.integers(1, 2_800),
    says=st.lists(TEXT, max_size=2).map(tuple),
    register=TEXT,
    routine=st.lists(
        st.builds(RoutineItem, start=st.integers(0, 2_800), activity=TEXT, place=PATHS), max_size=6
    ).map(tuple),
    bonds=st.lists(st.builds(Bond, other=SHORT, kind=TEXT, closeness=st.floats(-1, 1)), max_size=2).map(
        tuple
    ),
)
THINGS = st.builds(
    KnownThing,
    path=PATHS,
    state=TEXT,
    states=st.lists(TEXT, max_size=3).map(tuple),
    urgent=st.just("") | TEXT,
)
KNOWN_ROOMS = st.lists(
    st.builds(
        KnownRoom,
        path=PATHS,
        open=st.none() | st.builds(Hours, opens=st.integers(0, 1440), closes=st.integers(0, 1440)),
        walk=st.integers(0, 90),
        things=st.lists(THINGS, max_size=2).map(tuple),
        private=st.booleans(),
    ),
    max_size=4,
).map(tuple)
PEOPLE = st.lists(
    st.builds(
        Acquaintance,
        agent=SHORT,
        name=TEXT,
        kind=TEXT,
        closeness=st.floats(-1, 1),
        note=TEXT,
        doing=TEXT,
        free=st.booleans(),
        last_talk=st.none() | MINUTE,
        last_said=TEXT,
    ),
    max_size=3,
).map(tuple)
STEPS = st.builds(
    Step,
    id=IDS,
    agent=SHORT,
    level=st.just("block"),
    start=MINUTE,
    end=MINUTE,
    activity=TEXT,
    room=st.just("") | PATHS,
)
LINES = st.lists(
    st.builds(
        Line,
        id=IDS,
        conversation=st.just(1),
        speaker=SHORT,
        said_at=MINUTE,
        text=TEXT,
        tells=st.integers(0, 3),
    ),
    max_size=5,
).map(tuple)
EVENTS = st.lists(
    st.builds(
        Event,
        id=IDS,
        room=PATHS,
        kind=st.just("state"),
        text=TEXT,
        thing=st.just("") | PATHS,
        urgent=st.booleans(),
    ),
    max_size=3,
).map(tuple)
NAME_TABLES = st.dictionaries(
    SHORT,
    st.builds(Name, full=TEXT, called=TEXT, pronouns=st.sampled_from(["she", "he", "they"])),
    max_size=3,
).map(Names)
PAIRS = st.lists(st.tuples(TEXT, TEXT), max_size=2).map(tuple)
FIELDS = {
    "yesterday": TEXT,
    "earlier": st.lists(STEPS, max_size=2).map(tuple),
    "engagements": memories(),
    "recalled": memories(),
    "rooms": KNOWN_ROOMS,
    "block": STEPS,
    "gist": TEXT,
    "because": TEXT,
    "doing": TEXT,
    "place": PATHS,
    "observations": st.lists(TEXT, max_size=5).map(tuple),
    "events": EVENTS,
    "obstacle": st.just("") | TEXT,
    "waited": st.integers(0, 60),
    "people": PEOPLE,
    "lines": LINES,
    "here": st.none() | KNOWN_ROOMS.filter(len).map(lambda rooms: rooms[0]),
    "ahead": st.lists(STEPS, max_size=2).map(tuple),
    "recent": memories(),
    "questions": st.lists(TEXT, max_size=3).map(tuple),
    "held": st.lists(TEXT, max_size=3).map(tuple),
    "question": TEXT,
    "asker": st.none()
    | st.builds(
        Asker,
        kind=st.sampled_from(["stranger", "reporter", "described", "agent"]),
        words=TEXT,
        agent=st.sampled_from(["", "isabel", "tomas", "nobody"]),
        closeness=st.floats(-1, 1),
        kept=st.lists(TEXT, max_size=2).map(tuple),
    ),
    "options": st.lists(TEXT, max_size=4).map(tuple),
    "bounds": st.sampled_from([(), (1, 10), (-5, 5)]),
    "plan": st.lists(STEPS, max_size=3).map(tuple),
    "diary": TEXT,
    "whisper": TEXT,
    "day": st.integers(1, 30),
    "memories": memories(),
    "entries": st.lists(TEXT, max_size=4).map(tuple),
    "edition": st.integers(1, 3),
    "texts": st.lists(
        st.builds(Told, text=TEXT, source=st.sampled_from(["memory", "fact", "whisper"])), max_size=3
    ).map(tuple),
    "told": st.frozensets(st.tuples(IDS, SHORT), max_size=2),
}


def arbitrary(question):
    """Prompts of a kind with anything at all in their fields."""
    own = [name for name in question.__dataclass_fields__ if name in FIELDS]
    fields = {name: FIELDS[name] for name in own}
    if question is q.Interview:
        fields["earlier"] = PAIRS
    return st.builds(
        question,
        persona=PERSONAS,
        town=TEXT,
        names=NAME_TABLES,
        language=st.sampled_from(["en", "en-GB", "zh", "zh-CN", "xx", ""]),
        starts=st.just(datetime.date(2026, 3, 2)),
        now=MINUTE,
        seed=st.integers(0, 9),
        choices=st.fixed_dictionaries(
            {},
            optional={kind: st.lists(PATHS, max_size=3).map(tuple) for kind in ("place", "person", "thing")},
        ),
        **fields,
    )


def in_rot13(phrases):
    """A phrase of a pack, or all that are there, in rot13 but for the gaps."""
    if isinstance(phrases, dict):
        return {voice: in_rot13(listed) for voice, listed in phrases.items()}
    if isinstance(phrases, list):
        return [in_rot13(one) for one in phrases]
    parts = re.split(r"(\{\w+\}|<\w+>)", phrases)
    return "".join(part if part[:1] in "{<" else codecs.encode(part, "rot13") for part in parts)


EN_AND_ZH = read_packs(PACKS)


def spoken(language, frame, text):
    """Whether a line does what a frame of the pack is for."""
    pack = EN_AND_ZH[language]
    return any(phrase.stands_in(text.lower()) for phrase in pack.phrases.of(frame))
