"""Models served over HTTP by anything that speaks the OpenAI protocol: how they are asked, and safely.

`openai_compatible`, beside this folder, sends one request. Here `ladder` knows to which form of answer a
server can be held, `retry` asks again where that helps, and `language_model` makes a checked answer of it.
"""
