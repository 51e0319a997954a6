"""Small changes of one definition, and whether the cases of a harness notice them.

Why not a kept library: `mutmut` and `cosmic-ray` are made for a whole project and its own test command. The one copies the project and writes
every mutant of every function beside it, switched by an environment variable that pytest runs under; the other keeps a session in a database
and runs one command per mutant with the file changed on disk. Here one definition is changed in memory, its cases are run in forked children
of a process which has imported it once, nothing on disk is touched, and a mutant has to be told as a span and words. What would remain of
them is their lists of operators, and those are the small part.
"""
