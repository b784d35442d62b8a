"""A page with the graph of a town's relationships, of as many people as its address says."""

import streamlit as st

from engine.records import Persona
from studio.relationships.relationship_graph import layout, relationship_graph
from studio.relationships.relationship_stats import Tie


def graph_page():
    count = int(st.query_params.get("people", "8"))
    chinese = st.query_params.get("language") == "zh"
    people = [
        Persona(id=f"p{n}", name=f"钟炳坤{n}" if chinese else f"Philomena Crake {n}", emoji="👵", home="x")
        for n in range(count)
    ]
    ties = tuple(
        Tie(one=f"p{n}", other=f"p{m}", there=0.1 * ((n * m) % 9) - 0.2, back=0.5)
        for n in range(count)
        for m in range(n + 1, count)
        if (n + m) % 4 == 0
    )
    places = layout(tuple(persona.id for persona in people), ties)
    relationship_graph([(persona, n % 8) for n, persona in enumerate(people)], ties, places, alt="Ties")
