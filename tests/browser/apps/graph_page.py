"""A page with the graph of a town's relationships, of as many people as its address says."""

import streamlit as st

from engine.records import Relation
from engine.row_ids import row_id
from studio.relationships.graph_layout import layout
from studio.relationships.relationship_graph import Day, Figure, Graph, graph_file, relationship_graph
from studio.relationships.relationship_stats import ties_of
from studio.relationships.tie_days import tie_days

DAY = 1_440
DAYS = (0, DAY, 2 * DAY)


def graph_page():
    graph = small_graph(int(st.query_params.get("people", "8")), st.query_params.get("language") == "zh")
    if st.query_params.get("as") == "file":
        st.code(graph_file(graph, "en"))
        return

    def opened(number):
        st.session_state["opened"] = number

    def turned(day):
        st.query_params["day"] = str(day)

    day = int(st.query_params.get("day", len(DAYS) - 1))
    relationship_graph(graph, day, key="graph", alt="Relationships", opened=opened, turned=turned)
    st.text(f"day {day}, opened {st.session_state.get('opened')}")


def small_graph(count, chinese=False):
    """A town of which all know each other from the start, but for the first two, who meet on day 1 and fall
    out on day 2.
    """
    ids = tuple(f"p{n}" for n in range(count))
    name = "钟炳坤" if chinese else "Philomena Crake "
    felt = [
        Relation(id=n * 100 + m, agent=one, other=other, kind="friend", closeness=closeness)
        for n in range(count)
        for m in range(n + 1, count)
        if (n + m) % 4 == 0
        for one, other, closeness in (
            (f"p{n}", f"p{m}", 0.1 * ((n * m) % 9) - 0.2),
            (f"p{m}", f"p{n}", 0.5),
        )
    ]
    first = row_id(600, 1, 5)
    later = row_id(DAY + 600, 1, 5)
    felt += [
        Relation(
            id=first, agent="p0", other="p1", kind="friend", closeness=0.8, note="They met <b>at last</b>."
        ),
        Relation(id=later, agent="p0", other="p1", kind="rival", closeness=-0.6, note="They fell out."),
    ]
    places = layout(ids, ties_of(felt, ids))
    return Graph(
        town="Willow Bay",
        run="willow-bay-1",
        people=tuple(
            Figure(agent=one, name=f"{name}{n}", emoji="👵", number=n % 8, place=places[one])
            for n, one in enumerate(ids)
        ),
        days=tuple(Day(label=f"day {n}", words=f"Words of day {n}.") for n in range(len(DAYS))),
        ties=tie_days(tuple(felt), ids, DAYS, lambda value: "warm" if value > 0 else "cool"),
        least=0.1,
    )
