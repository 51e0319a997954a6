"""sha256 without the library that `hashlib` loads for it: every box is forked with all that is loaded here."""
try:
    from _sha256 import sha256
except ImportError:
    try:
        from _sha2 import sha256  # its name since Python 3.12
    except ImportError:
        from hashlib import sha256

__all__ = ["sha256"]
