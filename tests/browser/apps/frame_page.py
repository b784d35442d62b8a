"""A page with a pyvis graph in the walled frame."""

import streamlit as st
from pyvis.network import Network

from studio.basics.iframe import Hearing, offline_page, sandboxed
from studio.relationships.graph_library import address


def frame_page():
    net = Network(
        height="400px", width="100%", cdn_resources="remote", bgcolor="#FBF8F3", font_color="#2B2A33"
    )
    net.add_node(
        "a", label="</script><script>top.hurt=1</script>", title="<b onmouseover='top.hurt=1'>", x=0, y=0
    )
    net.add_node("b", label="Tomas", x=150, y=0)
    net.add_edge("a", "b", label="<img src='https://evil.test/z'>")
    net.toggle_physics(False)
    hearing = Hearing(doors=2, opened=heard("opened"), days=3, turned=heard("turned"))
    sandboxed(
        offline_page(net),
        key="frame",
        height=420,
        title='Who knows "whom"',
        library=address(),
        hearing=hearing,
    )
    st.text(f"opened: {st.session_state.get('opened')}, turned: {st.session_state.get('turned')}")


def heard(name):
    def hear(number):
        st.session_state[name] = number

    return hear
