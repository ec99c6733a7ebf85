; A manifest binds no values.
