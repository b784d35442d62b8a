"""Towns for the map tests: the same every time."""

from dataclasses import replace

from engine.api.run import MapAgent, MapData, MapDay, MapFrame, MapLine, MapPlace, MapRoom


def place(name, emoji, x, y, *rooms, private=False, is_open=True):
    key = name.lower().replace(" ", "-")
    inside = tuple(MapRoom(f"{key}/{room}", room) for room in rooms)
    return MapPlace(key, name, emoji, x, y, is_open, inside, private)


PLACES = (
    place("Harbour Café", "☕", 4, 2, "counter", "kitchen", "washroom"),
    place("Quay", "⚓", 5, 4),
    place("Town Hall", "🏛️", 7, 1, "hall", "office"),
    place("Library", "📚", 9, 2, "reading room", "stacks", is_open=False),
    place("Bakery", "🥐", 1, 1, "shop", "oven room"),
    place("School", "🏫", 9, 4, "classroom", "yard"),
    place("Green", "🌳", 6, 3),
    place("Moreno Flat", "🏠", 3, 0, "bedroom", "kitchen", private=True),
    place("Lind House", "🏠", 1, 3, "bedroom", "workshop", private=True),
    place("Okafor House", "🏠", 8, 0, "bedroom", "study", private=True),
    place("Boat Yard", "🛶", 2, 4, "slip", "shed"),
    place("Clinic", "🩺", 11, 1, "waiting room", "surgery"),
)

CAST = (
    (
        "isabel",
        "Isabel Moreno",
        "👩‍🍳",
        "harbour-café/counter",
        "☕",
        "opening the café",
        "Sit, sit. I'll bring it over.",
    ),
    ("tomas", "Tomas Lind", "🧔", "boat-yard/shed", "🔨", "mending a hull", ""),
    ("ada", "Ada Okafor", "👩🏾‍⚕️", "clinic/surgery", "🩺", "seeing a patient", ""),
    (
        "wen",
        "Wen Li",
        "👵",
        "harbour-café/counter",
        "🍵",
        "drinking tea",
        "Will you hang the lanterns on the quay again?",
    ),
    ("pavel", "Pavel Novak", "👨‍🏫", "school/classroom", "📐", "teaching fractions", ""),
    ("noor", "Noor Haddad", "👩‍🎨", "green", "🎨", "painting the elm", ""),
    ("jonah", "Jonah Reed", "👮", "town-hall/office", "📝", "writing a permit", ""),
    ("mei", "Mei Tanaka", "👧", "quay", "🎏", "flying a kite", ""),
)
EMOJI = [
    "👩",
    "👨",
    "🧑",
    "👵",
    "👴",
    "👩\u200d🌾",
    "👨\u200d🍳",
    "👩\u200d🔧",
    "👨\u200d🎨",
    "👩\u200d🚀",
    "👨\u200d🌾",
    "🧕",
    "👳",
    "👱",
    "👩\u200d🦰",
    "👨\u200d🦳",
    "🧑\u200d🎓",
]


def eight(minute=10 * 60, hours=0):
    agents = [
        MapAgent(key, name, face, n, room, act_emoji=act, doing=doing, speech=said)
        for n, (key, name, face, room, act, doing, said) in enumerate(CAST)
    ]
    noor = MapAgent(
        "noor",
        "Noor Haddad",
        "👩‍🎨",
        5,
        "harbour-café/counter",
        hours == 0,
        "green",
        "🚶",
        "walking to the café",
    )
    agents[5] = noor
    if hours > 1:
        agents[1] = replace(agents[1], room="green", act_emoji="🧺", doing="having a picnic")
    return MapData(PLACES, tuple(agents), minute, "Willow Bay")


def crowd(minute=18 * 60 + 50, hours=0):
    walkers = {10, 11, 12, 13}
    more = tuple(
        MapAgent(
            f"more{n}",
            f"Person{n}",
            EMOJI[n],
            n,
            "harbour-café/counter" if n < 9 else PLACES[n % 12].id,
            n in walkers,
            "quay" if n in walkers else "",
            "🏮",
            "at the party",
        )
        for n in range(17)
    )
    scene = eight(minute, hours)
    return MapData(scene.places, scene.agents + more, minute, scene.title)


def hostile(minute=600, hours=0):
    nasty = "<img src='https://evil.test/x' onerror='top.hurt=1'><script>top.hurt=1</script>"
    where = MapPlace("a]\"'<b>", nasty, nasty, 1, 1, True, (MapRoom("r<", nasty), MapRoom('s"', nasty)))
    who = MapAgent('x"]<', nasty, "<b>", 3, "r<", act_emoji="<i>", doing=nasty, speech=nasty)
    return MapData((where, MapPlace("z", "Z", "", 1, 1)), (who,), minute, nasty)


def day():
    rooms = [room for each in PLACES for room in ([r.id for r in each.rooms] or [each.id])]
    frames = (
        MapFrame(
            6 * 60 + 30 * step,
            tuple(
                MapAgent(
                    key,
                    name,
                    face,
                    n,
                    rooms[(n * 5 + (step + n) // 4 * 7) % len(rooms)],
                    act_emoji="🚶",
                    doing="about",
                )
                for n, (key, name, face, *_rest) in enumerate(CAST)
            ),
            ("library",) if step < 6 or step > 24 else (),
        )
        for step in range(34)
    )
    return MapDay(tuple(frames))


def busy():
    """A morning of 25 people who walk about, gather in the café at noon, and all talk."""
    people = crowd(9 * 60).agents
    rooms = [room for each in PLACES for room in ([r.id for r in each.rooms] or [each.id])]
    frames = []
    for minute in range(9 * 60, 13 * 60, 10):
        step = minute // 10
        agents = [
            replace(
                agent,
                speech="",
                room=PLACES[0].rooms[0].id if minute >= 12 * 60 else rooms[(n * 5 + step) % len(rooms)],
                walking=(n + step) % 3 == 0 and minute < 12 * 60,
                from_room=rooms[(n * 5 + step - 1) % len(rooms)],
                left=minute,
                arrives=minute + 10,
            )
            for n, agent in enumerate(people)
        ]
        frames.append(MapFrame(minute, tuple(agents)))
    lines = [
        MapLine(
            minute * 100 + n, minute, minute + 7, agent.id, minute, f"What {agent.name} says at {minute}."
        )
        for minute in range(9 * 60, 13 * 60, 8)
        for n, agent in enumerate(people)
        if (n + minute // 8) % 2
    ]
    return MapDay(tuple(frames), tuple(lines))
