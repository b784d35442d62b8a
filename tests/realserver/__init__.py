"""A real llama.cpp server, from a wheel; with a tiny random model that is built here, or with any other."""
