"""A page with a map, steered by its address."""

import streamlit as st
from scenes import crowd, day, eight

from studio.components.town_map import town_map

st.set_page_config(layout="wide")
which = st.query_params.get("scene", "eight")
minute = int(st.query_params.get("minute", "600"))
if st.button("Next hour"):
    st.session_state["hours"] = st.session_state.get("hours", 0) + 1
minute += 60 * st.session_state.get("hours", 0)
scene = crowd(minute) if which == "crowd" else eight(minute)
pick = town_map(scene, key="map", frames=day() if which == "day" else ())
st.text(f"picked: {pick.kind} {pick.id}" if pick else "picked: nothing")
