"""What EvalPlus 0.3.1's `sanitize` keeps of texts, told by Python's own parser alone.

Each line on standard input is {"text": text, "entry": name or null}; each line of the answer, in the same order, is
{"slices": [[start, end], ...]}: what is kept of that text, in UTF-16 units, to be joined by line ends. Every answer is
flushed before the next text is looked at, so that a text that ends this process costs no other its answer.

The tool takes the range of lines, two at least, that parses and has most lines that are not blank; the first line where
none does. It tries them all; here every statement is parsed once, and how far ranges can go follows from that.
Of the range it keeps the imports, and the definitions and assignments of the module's top level that the entry point
reaches by name. It finds these with a grammar of its own; what that counts to a node is said where `ast` does not.
"""
from __future__ import annotations

import ast
import json
import keyword
import re
import sys
import tokenize
import warnings
from bisect import bisect_left, bisect_right
from itertools import accumulate
from typing import NamedTuple

LINE_END = re.compile(r"\r\n|\r|\n")
#: What may stand behind the last statement of a definition, on its line.
LINE_REST = re.compile(r"(?:[ \t\f]*;)*(?:[ \t\f]*#[^\n]*)?")
#: To the tool a carriage return belongs to the comment.
COMMENT_LINE = re.compile(r"(?:[ \t\f]*(?:\r\n|\r|\n))*([ \t\f]*)#[^\n]*")


def parsed(source):
    """(module, 0); of what is none (None, the line at which the parser gave up, from 1)."""
    try:
        return compile(source, "<text>", "exec", ast.PyCF_ONLY_AST, dont_inherit=True), 0
    except SyntaxError as error:
        return None, error.lineno or 1
    except (MemoryError, RecursionError, ValueError):
        # The tool itself ends at the last two.
        return None, 1


#: Fields of a formatted string may hold its own quotes, comments and line ends.
NESTS_STRINGS = sys.version_info >= (3, 12)
#: How what is behind a backslash alone is indented; older versions have it otherwise, and nothing is said of it there.
KNOWS_INDENT = sys.version_info >= (3, 10, 2)
#: What a line can leave open beside brackets: a string, by its quotes; itself; a formatted string that may nest some.
STRINGS, JOINED, NESTED = ("'''", '"""', "'", '"'), "\\", "{"
OPENING = {")": "(", "]": "[", "}": "{"}
CODE = re.compile(r"""[^#'"\\()\[\]{}]*""")
#: The parser takes no text with one of these.
UNFIT = re.compile("[\0\ud800-\udfff]")


def string_rest(quotes, plain, other):
    """What follows the first quotes of a string up to its last, on one line."""
    quote = quotes[0]
    alone = "" if quotes == quote else f"|{quote}(?!{quote}{quote})"
    return re.compile(f"{plain}*(?:(?:{other}{alone}){plain}*)*{quotes}")


STRING_REST = {quotes: string_rest(quotes, rf"[^\\{quotes[0]}]", r"\\.") for quotes in STRINGS}
#: A line of a string that goes on behind a backslash at its end.
CONTINUED = {quote: re.compile(rf"[^\\{quote}]*(?:\\.[^\\{quote}]*)*\\\Z") for quote in "'\""}
FORMATTED = re.compile(r"[fFtT]\w?\Z")


def unnested_rest(quotes, other):
    """Of a formatted string, where it ends at the same place whether it may nest others or not."""
    part = rf"""(?:[^'"\\{{}}#]|{other}[^'"\\{{}}#]*{other})"""
    field = rf"\{{(?!\{{)(?:{part}|\{{{part}*\}})*\}}"
    return string_rest(quotes, rf"[^\\{{}}{quotes[0]}]", rf"\\[^N{{}}]|\{{\{{|\}}\}}|{field}")


UNNESTED_REST = {quotes: unnested_rest(quotes, other) for quotes, other in zip(STRINGS, "\"'\"'")}


class Line(NamedTuple):
    #: The brackets that it closes of lines before, and its own that it leaves open.
    closes: list[str]
    opens: list[str]
    left: str
    #: The last character of its code; empty: it has none.
    last: str


def read_line(line, quotes):
    """A line behind one that left a string of `quotes` open, or none. None: no range parses that has it there."""
    closes, opens, last, place = [], [], "", 0
    if UNFIT.search(line):
        return None
    while True:
        if quotes:
            rest, last = STRING_REST[quotes].match(line, place), quotes
            if rest is None:
                is_open = quotes not in CONTINUED or CONTINUED[quotes].match(line, place)
                return Line(closes, opens, quotes, last) if is_open else None
            place, quotes = rest.end(), ""
        code = CODE.match(line, place)
        last, place = code.group().rstrip(" \t\f")[-1:] or last, code.end()
        sign = line[place : place + 1]
        if sign in ("", "#"):
            return Line(closes, opens, "", last)
        if sign == "\\":
            return Line(closes, opens, JOINED, last) if place + 1 == len(line) else None
        if sign in "'\"":
            quotes = sign * 3 if line.startswith(sign * 3, place) else sign
            place += len(quotes)
            if NESTS_STRINGS and FORMATTED.search(code.group()) and not UNNESTED_REST[quotes].match(line, place):
                return Line(closes, opens, NESTED, quotes)
            continue
        if sign not in OPENING:
            opens.append(sign)
        elif not opens:
            closes.append(OPENING[sign])
        elif opens.pop() != OPENING[sign]:
            return None
        last, place = sign, place + 1


WITH_VALUE = (ast.Expr, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Return)
#: The part of a node that it ends with.
LAST_PART = {
    **{ast.Tuple: "elts", ast.BoolOp: "values", ast.Compare: "comparators", ast.BinOp: "right", ast.UnaryOp: "operand"},
    **{ast.Starred: "value", ast.IfExp: "orelse", ast.Lambda: "body"},
}
#: Where a match or a type may begin instead.
SOFT_WORD = re.compile(rf"(?:{'|'.join(['case', 'match', 'type', '_', *getattr(keyword, 'softkwlist', [])])})\b")
OPERAND = re.compile(r"""[\w"'(\[{~+*-]""")


def only_adds(line, following):
    """Whether a line, joined to the following one by a backslash, only adds operands or targets to the statement there:
    if they parse together, that does by itself."""
    if not line.endswith(JOINED) or SOFT_WORD.match(line) or not OPERAND.match(following):
        return False
    source = line[:-1] + " 0"
    module, _ = parsed(source)
    if module is None or not isinstance(module.body[0], WITH_VALUE):
        return False
    node = module.body[0].value
    while type(node) in LAST_PART:
        part = getattr(node, LAST_PART[type(node)])
        node = part[-1] if isinstance(part, list) and part else part
    return isinstance(node, ast.Constant) and node.col_offset == len(source.encode()) - 1


class LogicalLine(NamedTuple):
    first: int
    last: int
    #: `@` is one; empty: it begins otherwise; None: it is blank, or a comment.
    word: str | None
    indent: int
    #: It ends in a colon.
    opens_block: bool
    #: A range can end with it. Not with an empty line behind a backslash: as the last of a range that is nothing.
    can_end: bool


INDENT = re.compile(r"[ \t\f]*")
WORD = re.compile(r"[^\W\d]\w*|@|")
#: No statement begins with these; they go on with one that began with those.
CONTINUING = ("else", "elif", "except", "finally")
CONTINUABLE = ("if", "for", "while", "try", "async")
#: What goes on behind a decorator.
DECORATED = ("@", "def", "class", "async")


def indented(blanks, column):
    if not blanks.strip(" "):
        return column + len(blanks)
    for blank in blanks:
        column = 0 if blank == "\f" else column + 1 if blank == " " else column // 8 * 8 + 8
    return column


class Untold(Exception):
    """Of a line only the parser can tell what it is."""


class Statement(NamedTuple):
    """What is from a line on: a statement of the top level, or blank lines and comments."""

    #: Its first word; None: it is no statement.
    head: str | None
    #: With which lines ranges can end that have no further statement, and with no others; the last of those with only
    #: blank lines and comments between. If a range parses that goes to one of these, or further, so do those that go to
    #: the ones before: a line behind which no block has to begin, nothing is to be decorated and every `try` has its
    #: `except` can be the last.
    ends: list[int]
    #: With which line the next begins: a range that has it parses only if both of its parts do. None: none goes so far.
    following: int | None = None


class Statements:
    """How far, from each line, the ranges go that parse: brackets, strings, indentation and first words tell where the
    statements of the top level begin and can end, the parser of each by itself whether it is one.

    What is read without the parser has to be right of lines that do parse alone: of others it is that they do not.
    """

    def __init__(self, lines):
        """Of lines as Python divides them; an empty one is nothing where it is the last."""
        self.lines = lines
        self.readings = {}
        self.farthest = {}
        self.adding = {}

    def line(self, number, quotes):
        key = number, quotes
        if key not in self.readings:
            self.readings[key] = read_line(self.lines[number], quotes)
        return self.readings[key]

    def broken(self, first, last, behind=""):
        """The line at which the parser gives the range up; None: it parses."""
        module, line = parsed("\n".join(self.lines[first : last + 1]) + "\n" + behind)
        return None if module is not None else first + line - 1

    def logical_lines(self, first):
        """From a first line up to one that no range has."""
        brackets, quotes, joined = [], "", False
        begun, word, column, indent, last = first, None, 0, 0, ""
        number = first
        while number < len(self.lines):
            line = self.line(number, quotes)
            if line is None:
                return
            if word is None and (line.last or line.left == JOINED):
                blanks = INDENT.match(self.lines[number])
                column = indented(blanks.group(), column)
                indent = indent or column
                if line.last:
                    word = WORD.match(self.lines[number], blanks.end()).group()
                elif not KNOWS_INDENT:
                    raise Untold
            if line.left == NESTED:
                number, last = self.tokenized(begun)
                if number is None:
                    return
                brackets, quotes, joined, was_joined = [], "", False, True
            else:
                for bracket in line.closes:
                    if not brackets or brackets.pop() != bracket:
                        return
                brackets += line.opens
                was_joined, joined = joined, line.left == JOINED
                quotes, last = "" if joined else line.left, line.last or last
            if not (brackets or quotes or joined):
                can_end = not was_joined or self.lines[number] != ""
                yield LogicalLine(begun, number, word, indent, last == ":", can_end)
                begun, word, column, indent, last = number + 1, None, 0, 0, ""
            number += 1

    def tokenized(self, first):
        """(last line, last token) of the logical line from a first one, by Python's tokenizer, the parser's own since
        strings nest. (None, None): it has no end."""
        last = ""
        try:
            for token in tokenize.generate_tokens((line + "\n" for line in self.lines[first:]).__next__):
                if token.type == tokenize.NEWLINE:
                    return first + token.start[0] - 1, last
                if token.type not in (tokenize.COMMENT, tokenize.NL):
                    last = token.string
        except (tokenize.TokenError, SyntaxError, ValueError):
            pass
        return None, None

    def statement(self, first):
        head, ends, is_whole, is_listed = None, [], True, False
        #: How deep each `try` is indented that lacks its `except`.
        tries = []
        for line in self.logical_lines(first):
            if line.word is not None:
                begins = line.indent == 0 and line.word not in CONTINUING
                if line.first == first:
                    if not begins:
                        break
                    head = line.word
                elif begins or head is None:
                    follows = begins and (is_whole or head == "@" and line.word in DECORATED)
                    return Statement(head, ends, line.first if follows else None)
                elif head == "@" or line.indent == 0 and head not in CONTINUABLE:
                    break
                is_behind = bool(tries) and tries[-1] >= line.indent
                if is_behind and (tries.pop() != line.indent or line.word not in ("except", "finally")):
                    break
                if line.word == "try":
                    tries.append(line.indent)
                is_whole, is_listed = not (line.opens_block or line.word == "@" or tries), False
            if is_whole and line.can_end:
                if is_listed:
                    ends.pop()
                ends.append(line.last)
                is_listed = True
        return Statement(head, ends)

    def reach(self, first):
        """(farthest, following): with which line the farthest range ends that has but the statement of a first one,
        None of none; with which the next statement begins, None where no range has both."""
        try:
            head, ends, following = self.statement(first)
        except Untold:
            return len(self.lines) - 1, None
        if head == "@":
            decorates = following is not None and self.broken(first, following - 1, "def f(): pass") is None
            return None, following if decorates else None
        if following is None and not ends:
            return None, None
        last = ends[-1] if following is None else following - 1
        broken = None if head is None else self.broken(first, last)
        if broken is None:
            return (ends[-1] if ends else None), following
        good = self.good(first, ends[: bisect_left(ends, last)], broken)
        if good == 0:
            self.give_up(first, last)
        return (ends[good - 1] if good else None), None

    def good(self, first, ends, broken):
        """With how many of these ends ranges parse. Mostly the line that a longer one was given up at divides them."""
        low, high = 0, len(ends)
        likely = bisect_left(ends, broken)
        probes = [likely, likely - 1]
        while low < high:
            middle = probes.pop() if probes else (low + high) // 2
            if low <= middle < high:
                if self.broken(first, ends[middle]) is None:
                    low = middle + 1
                else:
                    high = middle
        return low

    def give_up(self, first, last):
        """Of lines that are no statement: nor are they from any that only adds to others that are none."""
        end = first
        while end + 1 < len(self.lines) and self.only_adds(end):
            end += 1
        low, high = first, end + 1
        while high - low > 1:
            middle = (low + high) // 2
            if self.broken(middle, last) is None:
                high = middle
            else:
                low = middle
        # The last may begin what goes on further down.
        for line in range(first + 1, min(low + 1, end)):
            self.farthest[line] = None

    def only_adds(self, number):
        if number not in self.adding:
            self.adding[number] = only_adds(*self.lines[number : number + 2])
        return self.adding[number]

    def last(self, first):
        """With which line the farthest range from a first one ends, at most; None: none parses."""
        path, line = [], first
        while line is not None and line not in self.farthest:
            path.append(line)
            self.farthest[line], following = self.reach(line)
            line = following
        farthest = self.farthest.get(line)
        for line in reversed(path):
            if farthest is None:
                farthest = self.farthest[line]
            self.farthest[line] = farthest
        return farthest


class LineRanges:
    """Ranges of a text's lines, of two at least."""

    def __init__(self, lines):
        self.lines = lines
        self.filled = [0, *accumulate(1 if line.strip() else 0 for line in lines)]
        parts = [[part or " " for part in line.removesuffix("\r").split("\r")] for line in lines]
        for number, line in enumerate(lines):
            # Behind a carriage return Python does see an empty last line.
            if line == "" and not (number and lines[number - 1].endswith("\r")):
                parts[number] = [""]
        #: With which of Python's lines each begins.
        self.starts = [0, *accumulate(map(len, parts))]
        self.statements = Statements([part for of_line in parts for part in of_line])

    def source(self, first, last):
        return "\n".join(self.lines[first : last + 1])

    def longest(self):
        """(first, last, module) of the range that parses and has most lines that are not blank; of several the one that
        begins first, then the one that ends first. None: none does."""
        found, most = None, 0
        for first in range(len(self.lines) - 1):
            if self.filled[-1] - self.filled[first] <= most:
                break
            for last in self.lasts(first, most):
                module, _ = parsed(self.source(first, last))
                if module is not None:
                    found, most = (first, last, module), self.filled[last + 1] - self.filled[first]
                    break
        return found

    def lasts(self, first, most):
        """With which lines ranges from a first one can end that have more filled lines than so many: most first."""
        farthest = self.statements.last(self.starts[first])
        end = first if farthest is None else bisect_right(self.starts, farthest + 1) - 2
        if self.filled[end + 1] - self.filled[first] <= most:
            return []
        longer = (last for last in range(first + 1, end + 1) if self.filled[last + 1] - self.filled[first] > most)
        # Nearly always the first of these is it.
        return sorted(longer, key=lambda last: (-self.filled[last + 1], last))


def extracted(text):
    """(start, end, module) of the lines that are taken; no module where they are no Python."""
    lines = text.split("\n")
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    first, last, module = LineRanges(lines).longest() or (0, 0, parsed(lines[0])[0])
    return starts[first], starts[last + 1] - 1, module


class Places:
    """From the parser's lines and bytes to characters of a source."""

    def __init__(self, source):
        self.source = source
        ends = [found.end() for found in LINE_END.finditer(source)]
        self.lines = [0, *ends, len(source)]

    def at(self, line, column):
        start = self.lines[line - 1]
        text = self.source[start : self.lines[min(line, len(self.lines) - 1)]]
        return start + len(text.encode("utf-8", "surrogatepass")[:column].decode("utf-8", "surrogatepass"))

    def of(self, node):
        return self.at(node.lineno, node.col_offset), self.at(node.end_lineno, node.end_col_offset)

    def block(self, node):
        """Of a definition: what follows its last statement on the line is its own, and comments below that are indented
        as its block is, or deeper."""
        start, end = self.of(node)
        end = LINE_REST.match(self.source, end).end()
        body = node.body[0]
        indent = self.indent(self.source[self.lines[body.lineno - 1] : self.at(body.lineno, body.col_offset)])
        while True:
            comment = COMMENT_LINE.match(self.source, end)
            if comment is None or self.indent(comment.group(1)) < indent:
                return start, end
            end = comment.end()

    @staticmethod
    def indent(blanks):
        return sum(8 if blank == "\t" else 1 for blank in blanks)


def identifiers(tree):
    """Every name written in a tree: also attributes, parameters and keywords of calls, as the tool has it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant):
            continue
        for field, value in ast.iter_fields(node):
            for word in value if isinstance(value, list) else (value,):
                if isinstance(word, str) and field != "type_comment":
                    yield from word.split(".")


def assigned_name(node, places):
    """The first bare name among an assignment's own parts: of `F[0] = G` that is G. None: there is none."""
    start, end = places.of(node)
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    if isinstance(targets[0], ast.Name) and places.of(targets[0])[0] == start:
        return targets[0].id
    is_bare = len(targets) == 1 and isinstance(node.value, ast.Name) and places.of(node.value)[1] == end
    return node.value.id if is_bare else None


def definition(node, places):
    """(name, start, end) of a statement that defines something; None: it is dropped."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        has_use = isinstance(node, ast.ClassDef) or any(isinstance(part, ast.Return) for part in ast.walk(node))
        return (node.name, *places.block(node)) if has_use and not node.decorator_list else None
    if isinstance(node, (ast.Assign, ast.AnnAssign)):
        return (assigned_name(node, places), *places.of(node))
    return None


def reached(entry, trees):
    names, waiting = {entry}, [entry]
    while waiting:
        tree = trees.get(waiting.pop())
        for name in () if tree is None else identifiers(tree):
            if name not in names:
                names.add(name)
                waiting.append(name)
    return names


def kept_parts(module, source, entry):
    """(start, end) of the imports, then of the definitions."""
    places = Places(source)
    imports, definitions, trees = [], [], {}
    for node in module.body:
        if isinstance(node, ast.Import) or isinstance(node, ast.ImportFrom) and node.module != "__future__":
            imports.append(places.of(node))
            continue
        found = definition(node, places)
        if found is not None and found[0] not in trees:
            trees[found[0]] = node
            definitions.append(found)
    names = reached(entry, trees) if entry else trees
    return imports + [(start, end) for name, start, end in definitions if name in names]


def joined(parts, text):
    """Parts that a line end alone divides are one; white space at the end goes."""
    slices = []
    for start, end in parts:
        if slices and slices[-1][1] + 1 == start and text[start - 1] == "\n":
            slices[-1][1] = end
        else:
            slices.append([start, end])
    if slices:
        start, end = slices[-1]
        slices[-1][1] = start + len(text[start:end].rstrip())
    return slices


def sanitised(text, entry):
    start, end, module = extracted(text)
    parts = [] if module is None else kept_parts(module, text[start:end], entry)
    return joined([(start + first, start + last) for first, last in parts], text) or [[start, end]]


def in_units(text, place):
    return len(text[:place].encode("utf-16-le", "surrogatepass")) // 2


def main():
    warnings.simplefilter("ignore")
    for line in sys.stdin:
        job = json.loads(line)
        text = job["text"]
        slices = [[in_units(text, place) for place in ends] for ends in sanitised(text, job["entry"])]
        print(json.dumps({"slices": slices}), flush=True)


if __name__ == "__main__":
    main()
