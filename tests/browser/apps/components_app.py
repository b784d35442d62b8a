"""One server for all component tests: the address says which page."""

import streamlit as st
from editor_page import editor_page
from feed_page import feed_page
from frame_page import frame_page
from graph_page import graph_page
from map_page import map_page

st.set_page_config(layout="wide")
PAGES = {"map": map_page, "editor": editor_page, "frame": frame_page, "graph": graph_page, "feed": feed_page}
PAGES[st.query_params.get("page", "map")]()
