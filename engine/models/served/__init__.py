"""Models served over HTTP by anything that speaks the OpenAI protocol: how they are asked, and safely.

`client/` sends requests and asks again where that helps, `answers/` knows to which form of answer a server
can be held, and `language_model` makes a checked answer of it.
"""
