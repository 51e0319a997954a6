"""Names that Python brings itself: all of CPython 3.9 to 3.13 together, written down so that the Python which reads a file does
not decide what is in it. Taken from `sys.stdlib_module_names` and `dir(builtins)` of each."""
from __future__ import annotations

STANDARD_MODULES = frozenset((
    "__future__ _collections_abc _thread _typing _weakref abc aifc antigravity argparse array ast asynchat "
    "asyncio asyncore atexit audioop base64 bdb binascii binhex bisect builtins bz2 cProfile calendar cgi "
    "cgitb chunk cmath cmd code codecs codeop collections colorsys compileall concurrent configparser "
    "contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis "
    "distutils doctest email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch "
    "fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq "
    "hmac html http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3 "
    "linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder msilib msvcrt "
    "multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator optparse os ossaudiodev "
    "pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile "
    "pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline reprlib "
    "resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtpd smtplib "
    "sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string "
    "stringprep struct subprocess sunau symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile "
    "termios textwrap this threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc "
    "tty turtle turtledemo types typing unicodedata unittest urllib uu uuid venv warnings wave weakref "
    "webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo "
).split())

BUILTIN_TYPES = frozenset((
    "ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError "
    "BrokenPipeError BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError "
    "ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError EncodingWarning EnvironmentError "
    "Exception ExceptionGroup FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit "
    "IOError ImportError ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError "
    "KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError NotADirectoryError "
    "NotImplementedError OSError OverflowError PendingDeprecationWarning PermissionError ProcessLookupError "
    "PythonFinalizationError RecursionError ReferenceError ResourceWarning RuntimeError RuntimeWarning "
    "StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError "
    "TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError "
    "UnicodeWarning UserWarning ValueError Warning ZeroDivisionError _IncompleteInputError bool bytearray "
    "bytes classmethod complex dict enumerate filter float frozenset int list map memoryview object property "
    "range reversed set slice staticmethod str super tuple type zip "
).split())

BUILTINS = frozenset((
    "ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError "
    "BrokenPipeError BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError "
    "ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError Ellipsis EncodingWarning "
    "EnvironmentError Exception ExceptionGroup False FileExistsError FileNotFoundError FloatingPointError "
    "FutureWarning GeneratorExit IOError ImportError ImportWarning IndentationError IndexError "
    "InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError ModuleNotFoundError "
    "NameError None NotADirectoryError NotImplemented NotImplementedError OSError OverflowError "
    "PendingDeprecationWarning PermissionError ProcessLookupError PythonFinalizationError RecursionError "
    "ReferenceError ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration StopIteration SyntaxError "
    "SyntaxWarning SystemError SystemExit TabError TimeoutError True TypeError UnboundLocalError "
    "UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning UserWarning "
    "ValueError Warning WindowsError ZeroDivisionError _IncompleteInputError __annotations__ __debug__ __doc__ "
    "__file__ __import__ __loader__ __name__ __package__ __path__ __spec__ abs aiter all anext any ascii bin "
    "bool breakpoint bytearray bytes callable chr classmethod compile complex copyright credits delattr dict "
    "dir divmod enumerate eval exec exit filter float format frozenset getattr globals hasattr hash help hex "
    "id input int isinstance issubclass iter len license list locals map max memoryview min next object oct "
    "open ord pow print property quit range repr reversed round set setattr slice sorted staticmethod str sum "
    "super tuple type vars zip "
).split())

# What every module has by itself.
MODULE_NAMES = frozenset(("__name__", "__file__", "__doc__", "__path__", "__package__", "__spec__", "__loader__", "__dict__",
                           "__builtins__", "__all__", "__version__"))
