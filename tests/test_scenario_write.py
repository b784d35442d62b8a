"""What is written reads back the same, whatever the texts look like."""

import datetime
import unicodedata

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from engine.records import Bond, Fact, Hours, Persona, Place, Room, RoutineItem, Scenario, Thing
from engine.scenario import generate, read_scenario, to_files
from engine.scenario.lint.world import alike
from engine.scenario.reading.reader import forbidden

TRICKY = [
    "no", "Yes", "on", "off", "true", "null", "~", "012", "12", "1_000", "0x1f",
    "1e3", ".5", "-1", "10:30", 
    "22:00:00", "2026-03-02", "=", "<<", "?", "- x", "a: b", "a:b",
    "x #y", "#x", "'q'", '"d"', "{b}", "[c]", "&a", "*b",
    "!t", "%d", "|", "> x", "a\\b", "a, b", "; ", "；", "Café", "咖啡馆", "角の喫茶店", "👩‍🍳",
    "🏴‍☠️", "naïve", "Ω", "مقهى", "é", "x\u3000y", "\\n", "--- a",
    "about it", "a long text " * 20, "word" * 40,
]  # fmt: skip


LAST = "!" * 70  # longer than any drawn name


def one_line(text):
    return " ".join(text.split())


def texts(most, least=1):
    free = st.text(st.characters(exclude_categories=("Cs", "Cc", "Cf", "Zl", "Zp", "Cn")), max_size=most)
    words = st.one_of(
        st.sampled_from(TRICKY), free, st.lists(st.sampled_from(TRICKY), max_size=4).map(" ".join)
    )
    return (
        words.map(one_line)
        .map(lambda text: unicodedata.normalize("NFC", text))  # as a scenario has every text
        .map(lambda text: text[:most].strip())
        .filter(lambda text: len(text) >= least and not forbidden(text))
    )


names = texts(60).filter(lambda name: not set(name) & set("/@"))
thing_names = names.filter(lambda name: name not in ("about", "capacity"))
percents = st.one_of(st.integers(0, 100).map(float), st.floats(0, 100))
clocks = st.integers(0, 1439)


def unique(elements, **sizes):
    return st.lists(elements, unique_by=alike, **sizes)


@st.composite
def things(draw, room):
    made = []
    for name in draw(unique(thing_names, max_size=2)):
        states = tuple(draw(st.lists(texts(40), max_size=3, unique=True)))
        made.append(
            Thing(
                path=f"{room}/{name}",
                name=name,
                about=draw(texts(60, 0)),
                state=draw(st.sampled_from(states)) if states else "",
                states=states,
                urgent={state: draw(texts(60)) for state in states if draw(st.booleans())},
            )
        )
    return tuple(made)


@st.composite
def places(draw, name):
    about, capacity = draw(texts(200, 0)), st.none() | st.integers(1, 999)
    inner = draw(unique(names, max_size=3))
    rooms = [
        Room(
            path=f"{name}/{room}",
            name=room,
            about=draw(texts(60, 0)),
            capacity=draw(capacity),
            things=draw(things(f"{name}/{room}")),
        )
        for room in inner
    ] or [Room(path=name, name=name, about=about, capacity=draw(capacity), things=draw(things(name)))]
    hours = st.none() | st.tuples(clocks, st.integers(0, 1440)).filter(
        lambda pair: pair[0] % 1440 != pair[1] % 1440
    )
    pair = draw(hours)
    return Place(
        name=name,
        about=about,
        emoji=draw(st.sampled_from(["📍", "☕", "⛵"])),
        open=Hours(opens=pair[0], closes=pair[1]) if pair else None,
        x=draw(percents),
        y=draw(percents),
        private=draw(st.booleans()),
        rooms=tuple(rooms),
    )


@st.composite
def personas(draw, agent, others, rooms):
    wake = draw(clocks)
    sleep = draw(st.integers(wake + 1, wake + 1439))
    home, work = draw(st.sampled_from(rooms)), draw(st.sampled_from(["", *rooms]))
    known = {home, work, *(room for room in rooms if draw(st.booleans()))}
    starts = draw(st.lists(st.integers(wake, sleep - 1), max_size=3, unique=True))
    return Persona(
        id=agent,
        name=f"{agent} {draw(texts(40))}",
        age=draw(st.integers(0, 150)),
        emoji=draw(st.sampled_from(["🙂", "👩‍🍳", "🧑🏾‍🔧"])),
        traits=tuple(draw(st.lists(texts(40), max_size=3))),
        home=home,
        work=work,
        seed=tuple(draw(st.lists(texts(300).filter(lambda text: text.strip(";； ")), max_size=3))),
        currently=draw(texts(200, 0)),
        wake=wake,
        sleep=sleep,
        routine=tuple(
            RoutineItem(
                start=start,
                activity=draw(texts(60).filter(lambda text: text.strip("@ "))),
                place=draw(st.sampled_from(rooms)),
            )
            for start in sorted(starts)
        ),
        register=draw(texts(60, 0)),
        says=tuple(draw(st.lists(texts(60), max_size=2))),
        bonds=tuple(
            Bond(other=other, kind=draw(texts(40)), closeness=draw(st.floats(-1, 1))) for other in others
        ),
        knows=tuple(room for room in rooms if room in known),
        status={name: draw(percents) for name in draw(st.lists(texts(20), max_size=2, unique=True))},
        forgetting=draw(st.floats(0, 1)),
    )


@st.composite
def scenarios(draw):
    town = []
    for name in draw(unique(names, min_size=1, max_size=3)):
        town.append(draw(places(name)))
    rooms = [room.path for place in town for room in place.rooms if room.capacity is None]
    if not rooms:
        town = [*town, Place(name=LAST, x=1.0, y=1.0, rooms=(Room(path=LAST, name=LAST),))]
        rooms = [LAST]
    every = [room.path for place in town for room in place.rooms]
    agents = sorted(
        draw(st.lists(st.sampled_from(["ann", "bob", "陈", "no", "ö-2"]), min_size=1, unique=True))
    )
    people = [draw(personas(agent, [other for other in agents if other != agent], rooms)) for agent in agents]
    people = [
        Persona(**{**fields(person), "knows": tuple(room for room in every if room in set(person.knows))})
        for person in people
    ]
    return Scenario(
        id="test",
        town=draw(texts(60)),
        summary=draw(texts(300, 0)),
        language=draw(st.sampled_from(["en", "zh", "no", "pt-BR"])),
        starts=draw(st.dates(datetime.date(1900, 1, 1), datetime.date(2999, 12, 31))),
        seed=draw(st.integers(0, 2**53 - 1)),
        facts=tuple(
            Fact(
                id=f"fact-{n}",
                text=draw(texts(200)),
                known_by=tuple(agents[: n + 1]),
                key_words=tuple(draw(st.lists(texts(20), max_size=2))),
            )
            for n in range(draw(st.integers(0, 2)))
        ),
        places=tuple(town),
        personas=tuple(people),
        cognition=draw(
            st.sampled_from(
                [{}, {"reflect_at": 120}, {"planning": False, "acting": {"recency": 0.25}, "decay": 0.99}]
            )
        ),
    )


def fields(record):
    return {name: getattr(record, name) for name in record.__dataclass_fields__}


@pytest.mark.soak
@settings(deadline=None, max_examples=12, suppress_health_check=list(HealthCheck))
@given(scenarios())
def test_what_is_written_reads_back_the_same(scenario):
    checked = read_scenario(to_files(scenario), "test")
    assert not checked.errors, [str(problem) for problem in checked.errors]
    assert checked.scenario == scenario


@pytest.mark.nightly
@settings(deadline=None, max_examples=1_000, suppress_health_check=list(HealthCheck))
@given(scenarios())
def test_a_thousand_odd_towns_read_back_the_same(scenario):
    assert read_scenario(to_files(scenario), "test").scenario == scenario


@pytest.mark.parametrize("text", ["10:30", "no", "012", "2026-03-02", "null", "1e3", "[x]", "off"])
def test_a_text_that_looks_like_something_else_stays_a_text(text):
    world = f"Quay:\n  objects:\n    thing: {{state: {text!r}, states: [{text!r}]}}\n"
    files = {
        "town.yaml": f"town: {text!r}",
        "world.yaml": world,
        "personas/a.yaml": f"name: {text!r}\nhome: Quay\n",
    }
    checked = read_scenario(files, "x")
    assert checked.scenario is not None
    assert checked.scenario.town == checked.scenario.personas[0].name == text
    assert checked.scenario.places[0].rooms[0].things[0].states == (text,)
    if text in ("null", "[x]"):
        return  # without quotes these say nothing, or a list
    plain = {file: content.replace("'", "") for file, content in files.items()}
    assert (again := read_scenario(plain, "x").scenario) is not None
    assert again.town == text


def test_files_are_pleasant_to_edit():
    files = to_files(generate("green-hill", 3, 5))
    assert list(files)[:2] == ["town.yaml", "world.yaml"]
    assert files["town.yaml"].startswith("town: Green Hill\n")
    assert "starts: 2026-03-02\n" in files["town.yaml"]
    persona = files[list(files)[2]]
    assert "seed: >-\n" in persona
    assert "\\u" not in persona
    assert all(len(line) < 130 for text in files.values() for line in text.splitlines())
