# expect: failed, exited-early, raised
import builtins
import operator
import sys

builtins.AssertionError = RuntimeError
operator.eq = lambda a, b: True
for name, module in list(sys.modules.items()):
    if name.startswith("sandbox_tools"):
        for attribute in list(vars(module)):
            if callable(getattr(module, attribute)):
                setattr(module, attribute, lambda *_, **__: True)


def add(a, b):
    return 41
