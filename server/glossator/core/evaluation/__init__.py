"""Measures of how well parts of the product do their work, and what they are compared with."""
