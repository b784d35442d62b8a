"""Models served over HTTP by any server that speaks the OpenAI protocol.

`client/` sends requests and repeats them when that helps, `answers/` knows how a server can be held to the
form of an answer, and `language_model` makes a checked answer of it.
"""
