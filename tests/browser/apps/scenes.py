"""Towns for the map tests: the same every time."""

from studio.components.town_map import MapAgent, MapFrame, MapPlace, MapRoom, MapScene


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
    ("isabel", "Isabel Moreno", "👩‍🍳", "harbour-café/counter", "☕", "opening the café", "Sit, sit. I'll bring it over."),
    ("tomas", "Tomas Lind", "🧔", "boat-yard/shed", "🔨", "mending a hull", ""),
    ("ada", "Ada Okafor", "👩🏾‍⚕️", "clinic/surgery", "🩺", "seeing a patient", ""),
    ("wen", "Wen Li", "👵", "harbour-café/counter", "🍵", "drinking tea", "Will you hang the lanterns on the quay again?"),
    ("pavel", "Pavel Novak", "👨‍🏫", "school/classroom", "📐", "teaching fractions", ""),
    ("noor", "Noor Haddad", "👩‍🎨", "green", "🎨", "painting the elm", ""),
    ("jonah", "Jonah Reed", "👮", "town-hall/office", "📝", "writing a permit", ""),
    ("mei", "Mei Tanaka", "👧", "quay", "🎏", "flying a kite", ""),
)
EMOJI = "👩 👨 🧑 👵 👴 👩‍🌾 👨‍🍳 👩‍🔧 👨‍🎨 👩‍🚀 👨‍🌾 🧕 👳 👱 👩‍🦰 👨‍🦳 🧑‍🎓".split()


def eight(minute=10 * 60, **changes):
    agents = [MapAgent(key, name, face, n, room, act_emoji=act, doing=doing, speech=said)
              for n, (key, name, face, room, act, doing, said) in enumerate(CAST)]
    agents[5] = MapAgent("noor", "Noor Haddad", "👩‍🎨", 5, "harbour-café/counter", True, "green", "🚶", "walking to the café")
    return MapScene(PLACES, tuple(agents), minute, "Willow Bay", **changes)


def crowd(minute=18 * 60 + 50):
    more = tuple(
        MapAgent(f"more{n}", f"Person{n}", EMOJI[n], n, "harbour-café/counter" if n < 9 else PLACES[n % 12].id,
                 n in {10, 11, 12, 13}, "quay" if n in {10, 11, 12, 13} else "", "🏮", "at the party")
        for n in range(17)
    )
    scene = eight(minute)
    return MapScene(scene.places, scene.agents + more, minute, scene.title)


def day():
    rooms = [room for each in PLACES for room in ([r.id for r in each.rooms] or [each.id])]
    return [
        MapFrame(6 * 60 + 30 * step, tuple(
            MapAgent(key, name, face, n, rooms[(n * 5 + (step + n) // 4 * 7) % len(rooms)], act_emoji="🚶", doing="about")
            for n, (key, name, face, *_rest) in enumerate(CAST)
        ), ("library",) if step < 6 or step > 24 else ())
        for step in range(34)
    ]
