"""A page with a map, steered by its address."""

import streamlit as st
from scenes import busy, crowd, day, eight, hostile

from engine.api.run import draft_map_data
from engine.scenario import bundled_folder, load
from studio.town.town_map import town_map

SCENES = {"eight": eight, "crowd": crowd, "hostile": hostile, "day": eight, "busy": crowd}
DAYS = {"day": day, "busy": busy}


def drafted(town):
    """A bundled town as its author wrote it."""
    scenario = load(bundled_folder(town))
    return lambda minute, hours: draft_map_data(scenario)


def map_page():
    which = st.query_params.get("scene", "eight")
    if st.button("Next hour"):
        st.session_state["hours"] = st.session_state.get("hours", 0) + 1
    hours = st.session_state.get("hours", 0)
    scene = (SCENES.get(which) or drafted(which))(
        int(st.query_params.get("minute", "600")) + 60 * hours, hours
    )
    played = DAYS[which]() if which in DAYS else None
    who = st.query_params.get("follow", "") if played else None
    pick = town_map(scene, key="map", day=played, follow=who)
    st.text(f"hours: {hours}")
    st.text(f"picked: {pick.kind} {pick.id}" if pick else "picked: nothing")
