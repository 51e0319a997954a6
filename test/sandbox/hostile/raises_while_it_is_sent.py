from datetime import datetime, tzinfo
class Zone(tzinfo):
    def utcoffset(self, moment): raise KeyError(1)
def add(a): return datetime(2020, 1, 1, tzinfo=Zone())
