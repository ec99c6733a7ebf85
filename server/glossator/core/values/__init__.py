"""What is known of the types of values, read out of the source of one file.

A *value* is a name that holds something at run time: a variable, a parameter, a field, what a function gives back. To
find out which method `cart.price()` means, the resolver must know what `cart` is. The modules of this package note
what the text of the file says of that, as `core.symbols.Value`: the type that is declared, or the expression that the
name is bound to. Nothing is resolved here: which definition a type or an expression means is told by `core.resolve`,
which sees all files.

Types and expressions have one form each for all languages, so that the resolver needs to know of no syntax:

* a *type* is a name with its arguments (`map<string,[]<a.Foo>>`), see `types`;
* an *expression* is an access path: a name, and the steps that lead from it to the value (`self.items[].get()`), see
  `expressions`;
* the *arguments* of a call and the *parameters* of a definition are lists of them, see `arguments`.

`found_values` gathers what the query of a language captured, match by match; `binding` makes the values of the file
out of it, with the help of `bound_names` and `local_variables`, which know the scopes of names.
"""
