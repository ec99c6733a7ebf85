"""Stands in for the library of the models, which prints while it loads a model and while it works."""

import loud

native = loud.stand_in("llama_cpp")
for name in ("llama_model_load_from_file", "llama_decode", "llama_encode", "llama_tokenize"):
    setattr(native, name, loud.loudly(getattr(native, name), name))
