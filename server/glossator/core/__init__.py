"""The pure core: no I/O, threads, clock, pygls, sqlite3 or llama_cpp. Everything else depends on it."""
