"""What the graph of symbols says as a whole: who is used from where, groups, entry points, and how it is drawn.

Everything here is pure and deterministic, works on integers and arrays, and takes time linear in the edges (or n log n
where something is sorted). Nothing recurses, so that no depth of a program is too great.
"""
