"""What EvalPlus 0.3.1's `sanitize` keeps of texts, told by Python's own parser alone.

Each line on standard input is {"text": text, "entry": name or null}; each line of the answer, in the same order, is
{"slices": [[start, end], ...]}: what is kept of that text, in UTF-16 units, to be joined by line ends. Every answer is
flushed before the next text is looked at, so that a text that ends this process costs no other its answer.

The tool takes the range of lines, two at least, that parses and has most lines that are not blank; the first line where none does. Of that
it keeps the imports, and the definitions and assignments of the module's top level that the entry point reaches by name.
It finds these with a grammar of its own; what that counts to a node is said where it differs from `ast`.
"""
from __future__ import annotations

import ast
import codeop
import heapq
import io
import json
import re
import sys
import tokenize
import warnings
from bisect import bisect_left
from itertools import accumulate

#: Absent before Python 3.11: then no start of a range is given up early, and long prose takes its time.
INCOMPLETE = getattr(codeop, "PyCF_ALLOW_INCOMPLETE_INPUT", 0)
LINE_END = re.compile(r"\r\n|\r|\n")
#: What may stand behind the last statement of a definition, on its line.
LINE_REST = re.compile(r"(?:[ \t\f]*;)*(?:[ \t\f]*#[^\n]*)?")
#: To the tool a carriage return belongs to the comment.
COMMENT_LINE = re.compile(r"(?:[ \t\f]*(?:\r\n|\r|\n))*([ \t\f]*)#[^\n]*")


def parsed(source):
    """The module; else whether more lines behind these could make it one."""
    try:
        return compile(source, "<text>", "exec", ast.PyCF_ONLY_AST | INCOMPLETE, dont_inherit=True), False
    except SyntaxError as error:
        return None, INCOMPLETE == 0 or "incomplete input" in str(error)
    except (MemoryError, RecursionError, ValueError):
        # The tool itself ends at the last two.
        return None, True


#: No statement begins with these.
CONTINUING = ("else", "elif", "except", "finally")

#: Tokens that are no part of a statement's own.
BETWEEN = {tokenize.NL, tokenize.NEWLINE, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


def outline(source):
    """(opened, starts) of a source that more lines could make a module: the line, from 0, of the outermost bracket that it
    leaves open, else of the string, None of neither; and the lines at which statements of the top level begin."""
    opened, starts, at_start = [], [], True
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            line, column = token.start
            if token.type in BETWEEN:
                at_start = at_start or token.type == tokenize.NEWLINE
                continue
            if at_start and column == 0 and token.string not in CONTINUING:
                starts.append(line - 1)
            at_start = False
            if token.type == tokenize.OP and token.string in "([{":
                opened.append(line - 1)
            elif token.type == tokenize.OP and token.string in ")]}" and opened:
                opened.pop()
    except tokenize.TokenError as error:
        message, (line, _) = error.args
        if not opened and "string" in message:
            opened = [line - 1]
    except SyntaxError:
        pass
    return (opened[0] if opened else None), starts


class LineRanges:
    """Ranges of a text's lines, those with most lines that are not blank first; then by first line, then by last."""

    def __init__(self, lines):
        self.lines = lines
        self.filled = [0, *accumulate(1 if line.strip() else 0 for line in lines)]
        #: For each first line that was looked at, the line behind which no range from it can end.
        self.dead = {}

    def source(self, first, last):
        return "\n".join(self.lines[first : last + 1])

    def hopeless(self, first, last):
        module, open_still = parsed(self.source(first, last))
        return module is None and not open_still

    def death_of(self, first):
        """The first line with which a range from `first` is beyond help. Tokens that were read stay what they are, however
        many lines follow: beyond it every range is, too."""
        step, alive, last = 1, first - 1, first
        end = len(self.lines) - 1
        while not self.hopeless(first, last):
            if last == end:
                return end + 1
            alive, last = last, min(end, last + step)
            step *= 4
        while last - alive > 1:
            middle = (alive + last) // 2
            if self.hopeless(first, middle):
                last = middle
            else:
                alive = middle
        return last

    def look_ahead(self, first):
        """Finds the end of the ranges from `first` that can parse: before they are beyond help, or before what the longest of
        them leaves open, as the shorter ones then do, too. From a later statement of its top level it is the same end."""
        if first in self.dead:
            return
        death = self.death_of(first)
        opened, starts = outline(self.source(first, death - 1))
        end = self.dead[first] = death if opened is None else first + opened
        for start in starts:
            if first + start < end:
                self.dead.setdefault(first + start, end)

    def next_range(self, first, before):
        """The range from `first` with most filled lines, of those with fewer than `before`, and the last line it may have."""
        beyond = self.dead[first]
        most = min(self.filled[beyond] - self.filled[first], before - 1)
        if most < 1:
            return None
        ends = self.filled[first] + most
        last = max(bisect_left(self.filled, ends) - 1, first + 1)
        return (-most, first, last) if last < beyond and self.filled[last + 1] == ends else None

    def longest(self):
        """(first, last, module) of the first range that parses; None: none does."""
        total = self.filled[-1]
        waiting = [(self.filled[first] - total, first, -1) for first in range(len(self.lines) - 1)]
        heapq.heapify(waiting)
        while waiting:
            key, first, last = heapq.heappop(waiting)
            if key == 0:
                break
            if last < 0:
                self.look_ahead(first)
                following = self.next_range(first, total + 1)
            else:
                module, _ = parsed(self.source(first, last))
                if module is not None:
                    return first, last, module
                # Blank lines behind it may be what it lacks: as many lines, and one further down.
                longer = last + 1 < self.dead[first] and self.filled[last + 2] == self.filled[last + 1]
                following = (key, first, last + 1) if longer else self.next_range(first, -key)
            if following is not None:
                heapq.heappush(waiting, following)
        return None


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
