"""What does not end by itself is ended within the limit of a case and five seconds, and says why; nothing is left."""
# criterion: A14

# %% source stuck/__init__.py

# %% source stuck/ways.py
"""Functions that do not come to an end by themselves."""
import os
import signal
import sys
import threading
import time


def looped(n):
    """Counts for ever."""
    while True:
        n += 1


def locked(n):
    """Waits for a lock that nobody gives back."""
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()
    return n


def deaf(n):
    """Ignores what would end it."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        time.sleep(n)


def forked(n):
    """Makes processes until there are no more."""
    while True:
        try:
            if os.fork() == 0:
                time.sleep(600)
            n += 1
        except OSError:
            time.sleep(0.01)


def swollen(n):
    """Two gigabytes and more."""
    return len(bytearray(n * 1024 ** 3)) + len(bytearray(n * 1024 ** 3))


def flooding(n):
    """Says more than anybody reads."""
    for _ in range(100000):
        sys.stdout.write("x" * 100000)
    return n


def orphaned(n):
    """Leaves a daemon behind, and does not wait for it."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(600)
        os._exit(0)
    return n

# %% probe looped
# function: stuck/ways.py::looped#1
# plan: timeout
# within: 30 s
def case_it():
    observe(looped(2))

# %% probe locked
# function: stuck/ways.py::locked#1
# plan: timeout
# within: 45 s
def case_it():
    observe(locked(2))

# %% probe deaf
# function: stuck/ways.py::deaf#1
# plan: timeout
# within: 45 s
def case_it():
    observe(deaf(2))

# %% probe forked
# function: stuck/ways.py::forked#1
# plan: timeout or killed
# within: 45 s
def case_it():
    observe(forked(2))

# %% probe swollen
# function: stuck/ways.py::swollen#1
# plan: oom or killed
# within: 30 s
def case_it():
    observe(swollen(2))

# %% probe flooding
# function: stuck/ways.py::flooding#1
# plan: env_error
# within: 30 s
def case_it():
    observe(flooding(2))

# %% probe orphaned
# function: stuck/ways.py::orphaned#1
# plan: low_coverage
# within: 30 s
def case_it():
    observe(orphaned(2))
