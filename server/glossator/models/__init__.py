"""Embedding and language models behind ports; llama_cpp is imported only in their child processes."""
