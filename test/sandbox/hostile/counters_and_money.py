from collections import Counter, defaultdict
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
def add(kind, *args):
    if kind == "count": return Counter(args[0])
    if kind == "group":
        groups = defaultdict(list)
        for word in args: groups[len(word)].append(word)
        return groups
    if kind == "money": return (args[0] * Decimal("1.19")).quantize(Decimal("0.01"))
    if kind == "ratio": return Fraction(args[0], args[1])
    if kind == "days": return args[0] + timedelta(days=args[1])
    if kind == "utc": return datetime.fromtimestamp(args[0], timezone.utc)
