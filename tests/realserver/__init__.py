"""A real llama.cpp server with a tiny random model, built here: no download, a second to start."""
