"""The two processes that run boxes: one talks to the host, one forks."""
