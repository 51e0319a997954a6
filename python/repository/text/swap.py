"""Puts a candidate's definition where the original stands, in the original's file.

Of the candidate's text only the definition itself replaces anything. What else it brings:
- module level: statements that bind names (imports name by name, helpers, constants) go in front of the statement of the
  module that holds the definition, so that decorators and defaults can use them. Neighbours must stay what they are: a name
  by which the file means something else is called otherwise in all of the candidate's text (`_own_NAME`, which is then its
  `__name__`, too), and nobody else sees it;
- class level: members that the class does not have go right after the definition;
- left out without a word: what the file has too; left out, and told: classes and functions without a body, of names that the
  file binds (the file's are meant), members that the class has, another binding of the definition's own name, a `__main__`
  guard, statements that bind nothing (calls that show the answer off), `from __future__` imports.
"""
from __future__ import annotations

import ast
import re
import warnings

from repository.slicing.scopes import Scopes
from repository.text.definitions import is_stub
from repository.text.layout import Layout, block_end, column_width, docstring_node, statement_start
from repository.text.scopes import FUNCTIONS, LOCALS, blocks, bound_names, find_definition, walk_definitions
from repository.text.source import TOO_DEEP, TOO_LARGE, Unreadable, read_source, source_from_text
from repository.text.tree_hash import tree_hash

LARGEST_CANDIDATE = 1 << 18

EMPTY = "empty"
NOT_PARSABLE = "not-parsable"
NO_DEFINITION = "no-definition"
METHOD_MISSING = "method-missing"
NOT_ENCODABLE = "not-encodable"
DOES_NOT_FIT = "does-not-fit"
REASONS = (EMPTY, NOT_PARSABLE, NO_DEFINITION, METHOD_MISSING, NOT_ENCODABLE, DOES_NOT_FIT, TOO_DEEP, TOO_LARGE)

_LINE_START = re.compile(r"(?:\r\n|\r|\n)")


class Refused(Exception):
    """A candidate that cannot take the definition's place; `reason` is one of REASONS."""

    def __init__(self, reason, detail=""):
        super().__init__(reason, detail)
        self.reason = reason
        self.detail = detail


class Swapped:
    """`raw`: the new file; `placed`: names that the candidate brought along; `dropped`: [{"names", "why"}]."""

    def __init__(self, raw, placed, dropped):
        self.raw = raw
        self.placed = placed
        self.dropped = dropped


def _parsed(text):
    """(Source, statements of the candidate). A text that is indented as a whole is read as the block of an `if`."""
    if not text.strip("\ufeff \t\f\r\n"):
        raise Refused(EMPTY)
    try:
        source = source_from_text(text, LARGEST_CANDIDATE)
        statements = source.tree.body
    except Unreadable as problem:
        if problem.status in (TOO_DEEP, TOO_LARGE):
            raise Refused(problem.status, problem.detail) from None
        try:
            source = source_from_text("if 1:\n" + text, LARGEST_CANDIDATE + 6)
        except Unreadable:
            raise Refused(NOT_PARSABLE, problem.detail) from None
        if len(source.tree.body) != 1 or source.tree.body[0].orelse:
            raise Refused(NOT_PARSABLE, problem.detail) from None
        statements = source.tree.body[0].body
    if not statements:
        raise Refused(EMPTY)
    return source, statements


def _same_decorators(source, found, other_source, other) -> bool:
    told = [item.segment(node) for item, one in ((source, found), (other_source, other)) for node in one.node.decorator_list]
    half = len(found.node.decorator_list)
    return told[:half] == told[half:]


def _chosen(source, target, candidate):
    """The candidate's definition: by the whole path, or by an end of it (a method alone, in a class of its own). Of several
    the one of the same number when there are as many as in the file, else one with the same decorators, else the last."""
    everything = list(walk_definitions(candidate.tree))
    for cut in range(len(target.names)):
        names = target.names[cut:]
        hits = [found for found in everything if found.names == names] if names[0] != LOCALS else []
        if not hits:
            continue
        count = sum(found.names == target.names for found in walk_definitions(source.tree))
        if not cut and len(hits) == count:
            return hits[target.number - 1]
        alike = [found for found in hits if _same_decorators(source, target, candidate, found)]
        return (alike or hits)[-1]
    classes = {node.name for node in ast.walk(candidate.tree) if isinstance(node, ast.ClassDef)}
    if target.classes and target.classes[-1].name in classes:
        raise Refused(METHOD_MISSING, target.qualname)
    raise Refused(NO_DEFINITION, target.qualname)


def _inside_strings(node) -> set:
    """Lines that begin inside a string, whose white space is a value."""
    lines, left = set(), [node]
    while left:
        item = left.pop()
        is_text = isinstance(item, ast.Constant) and isinstance(item.value, (str, bytes))
        if is_text or type(item).__name__ in ("JoinedStr", "TemplateStr"):
            # What stands in a formatted string has no position to rely on before Python 3.12.
            lines.update(range(item.lineno + 1, item.end_lineno + 1))
        else:
            left.extend(ast.iter_child_nodes(item))
    return lines


def _moved(source, node, start, end, indent: str) -> str:
    """The text from `start` (after its line's indentation) to `end`, its lines indented as if the first stood at `indent`."""
    first = source.line_of(start)
    old = source.text[source.line_start(first):start]
    text = source.text[start:end]
    if old == indent:
        return text
    kept = _inside_strings(node)
    pieces, at = [], 0
    for line, match in enumerate(_LINE_START.finditer(text), first + 1):
        pieces.append(text[at:match.end()])
        at = match.end()
        rest = source.line_text(line)
        if line not in kept and rest.strip() and rest.startswith(old):
            at += len(old)
            pieces.append(indent)
    return "".join([*pieces, text[at:]])


NEW, SAME, BESIDE, OWN, OTHER = "new", "same", "beside", "own", "other"


def _bound(alias) -> str:
    return alias.asname or alias.name.partition(".")[0]


def _meaning(statement, alias):
    return (getattr(statement, "module", None), getattr(statement, "level", None), alias.name,
            None if alias.asname == alias.name else alias.asname)


class _Module:
    """What the names of the file's module stand for; `path`: of the file in its project."""

    def __init__(self, source, path):
        self._bindings = Scopes(source.tree).module.bindings
        self.known = set(self._bindings) - {"*"}
        self.present = {tree_hash(statement) for statement in source.tree.body}
        self._statements = set(map(id, source.tree.body))
        folders, _, name = re.sub(r"\.py\Z", "", path).rpartition("/")
        self._parts = {*folders.split("/"), name}
        self._roots = self._parts - ({name} if folders not in ("", "src", "lib") else set())

    def binds_alike(self, name, bindings) -> bool:
        return {tree_hash(one.statement) for one in bindings} == {tree_hash(one.statement) for one in self._bindings[name]}

    def standing(self, statement, alias) -> str:
        """How an import stands to what the file binds of that name: SAME when the file's own does for it, BESIDE when it only adds a
        module to a package that the file imports, too, OWN when it asks by the way of its project for what the file itself defines,
        which is not there yet while the file is imported."""
        name = _bound(alias)
        if name not in self.known:
            return NEW
        bindings = self._bindings[name]
        imports = [one for one in bindings if one.kind in ("import", "from")]
        # Of an import under a condition it is not known whether it took place.
        certain = {_meaning(one.statement, one.node) for one in imports if id(one.statement) in self._statements}
        package = len(imports) == len(bindings) and all(one.kind == "import" and not one.node.asname for one in imports)
        only = {_meaning(one.statement, one.node) for one in imports} == {_meaning(statement, alias)}
        if _meaning(statement, alias) in certain and (package or only and len(imports) == len(bindings)):
            return SAME
        if isinstance(statement, ast.Import):
            return BESIDE if package and not alias.asname else OTHER
        modules = [one for one in (statement.module or "").split(".") if one]
        inside = self._parts.issuperset(modules) and (statement.level or modules[0] in self._roots)
        return OWN if inside and not imports and alias.name == name else OTHER


class _Class:
    """The names of the class: nothing there has another name for the candidate."""

    def __init__(self, siblings):
        self.known = bound_names(siblings) - {"*"}
        self.present = {tree_hash(statement) for statement in siblings}

    def standing(self, _statement, alias) -> str:
        return OTHER if _bound(alias) in self.known else NEW


def _is_future(statement) -> bool:
    return isinstance(statement, ast.ImportFrom) and statement.module == "__future__"


def _is_main_guard(statement) -> bool:
    return isinstance(statement, ast.If) and any(
        isinstance(node, ast.Name) and node.id == "__name__" for node in ast.walk(statement.test))


def _are_the_files(bindings) -> bool:
    """A class has its identity, and a function without a body says nothing: a candidate that repeats one means the file's."""
    return all(isinstance(one.node, ast.ClassDef) or isinstance(one.node, FUNCTIONS)
               and is_stub(one.node.body[bool(docstring_node(one.node)):]) for one in bindings)


def _apart(scopes, statements, holder, module) -> set:
    """Names of the candidate's module by which it means something else than the file."""
    mine = scopes.module.bindings
    fixed = bound_names([holder]) | {name for name in mine if _are_the_files(mine[name])}
    apart, others = set(), []
    for statement in statements:
        if statement is holder or _is_future(statement) or _is_main_guard(statement):
            continue
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            clashing = {_bound(alias) for alias in statement.names if module.standing(statement, alias) == OTHER} - fixed
            apart.update(name for name in clashing if not module.binds_alike(name, mine[name]))
            continue
        names = bound_names([statement]) & module.known
        if names & fixed:
            continue
        if tree_hash(statement) not in module.present:
            apart |= names
        used = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
        others.append((names, names | used))
    before = None
    while apart != before:
        before = set(apart)
        # The same words mean something else where a name in them does.
        apart.update(*(names for names, told in others if told & apart))
    return apart


def _is_of_module(scope, name) -> bool:
    first = True
    while scope.parent is not None and name not in scope.globals:
        if name in scope.bindings and (first or scope.kind != "class"):
            return False
        first = first and scope.kind == "type-parameters"
        scope = scope.parent
    return True


def _renamed(candidate, statements, scopes, names):
    """The candidate with these names (old -> new) of its module called otherwise, as a Source. Raises Refused."""
    for step in scopes.steps(candidate.tree, scopes.module):
        node = step.node
        while isinstance(node, ast.Attribute):
            node = node.value
        if isinstance(node, ast.Name) and node.id in names and _is_of_module(step.scope, node.id):
            node.id = names[node.id]
        elif isinstance(node, ast.Global):
            node.names = [names.get(name, name) for name in node.names]
    for old, new in names.items():
        for one in scopes.module.bindings[old]:
            if isinstance(one.node, ast.alias):
                if isinstance(one.statement, ast.Import) and not one.node.asname and one.node.name != old:
                    # `import a.b` binds `a`: the last one of a name counts.
                    one.statement.names.append(ast.alias(old, new))
                one.node.asname = new
            else:
                for field in ("name", "rest"):
                    if getattr(one.node, field, None) == old:
                        setattr(one.node, field, new)
    try:
        source = source_from_text(ast.unparse(ast.Module(statements, [])))
    except (RecursionError, MemoryError):
        raise Refused(TOO_DEEP) from None
    except (Unreadable, ValueError) as problem:
        raise Refused(DOES_NOT_FIT, str(problem)[:200]) from None
    if tree_hash(*source.tree.body) != tree_hash(*statements):
        raise Refused(DOES_NOT_FIT, "names: " + ", ".join(sorted(names))[:200])
    return source


def _set_apart(candidate, statements, hit, source, module):
    """(candidate, statements, hit) as they are, or with names of its own where the file means something else by them."""
    if len(statements) == 1:
        return candidate, statements, hit
    scopes = Scopes(candidate.tree)
    apart = _apart(scopes, statements, _holder(statements, hit), module)
    if not apart:
        return candidate, statements, hit
    names = {}
    for name in sorted(apart):
        names[name] = "_own_" + name.strip("_")
        while names[name] in source.text or names[name] in candidate.text or list(names.values()).count(names[name]) > 1:
            names[name] += "_"
    candidate = _renamed(candidate, statements, scopes, names)
    return candidate, candidate.tree.body, find_definition(candidate.tree, hit.qualname, hit.number)


def _brought(candidate, statements, holder, scope, indent):
    """(texts to add, names that they bind, what is left out and why); `scope`: the file's own."""
    texts, placed, dropped = [], [], []
    if len(statements) == 1:
        return texts, placed, dropped
    own = bound_names([holder])
    for statement in statements:
        if statement is holder or tree_hash(statement) in scope.present:
            continue
        names = bound_names([statement])
        if _is_future(statement):
            dropped.append({"names": sorted(names), "why": "future-import"})
        elif isinstance(statement, (ast.Import, ast.ImportFrom)):
            standing = {alias: scope.standing(statement, alias) for alias in statement.names}
            lost = {_bound(alias) for alias in standing if standing[alias] in (OWN, OTHER)}
            if lost:
                dropped.append({"names": sorted(lost), "why": "bound-twice" if lost & own else "bound-already"})
            statement.names = [alias for alias in standing if standing[alias] in (NEW, BESIDE)]
            if statement.names:
                texts.append(indent + ast.unparse(statement))
                placed.extend(sorted(bound_names([statement])))
        elif _is_main_guard(statement):
            dropped.append({"names": sorted(names), "why": "main-guard"})
        elif not names:
            if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
                dropped.append({"names": [], "why": "binds-nothing"})
        elif names & scope.known:
            dropped.append({"names": sorted(names), "why": "bound-twice" if names & own else "bound-already"})
        else:
            start = statement_start(candidate, statement)
            line = candidate.line_start(candidate.line_of(start))
            end = block_end(candidate, statement, column_width(candidate.text[line:start]))
            texts.append(indent + _moved(candidate, statement, start, end, indent))
            placed.extend(sorted(names))
    return texts, placed, dropped


def _holder(statements, found):
    """The statement among these that is the definition or holds it."""
    for statement in statements:
        left = [statement]
        while left:
            node = left.pop()
            if node is found.node:
                return statement
            left.extend(blocks(node))
    return None


def _check(raw, target, hit, decorated):
    """Refuses a result that Python does not accept or that says anything but the candidate's definition."""
    try:
        source = read_source(raw)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(source.text, "<candidate>", "exec", dont_inherit=True)
    except Unreadable as problem:
        raise Refused(TOO_DEEP if problem.status == TOO_DEEP else DOES_NOT_FIT, problem.detail) from None
    except (RecursionError, MemoryError):
        raise Refused(TOO_DEEP) from None
    except (SyntaxError, ValueError) as error:
        raise Refused(DOES_NOT_FIT, str(error)[:200]) from None
    again = find_definition(source.tree, target.qualname, target.number)
    told = [[type(item.node).__name__, item.node.args, item.node.returns, item.node.body,
             item.node.decorator_list if decorated else None] for item in (again, hit) if item]
    if len(told) != 2 or tree_hash(*told[0]) != tree_hash(*told[1]):
        raise Refused(DOES_NOT_FIT, "indentation")


def swap(source, target, candidate_text: str, path: str = "") -> Swapped:
    """`target`: a Found in `source`; `path`: of the file in its project. Raises Refused."""
    candidate, statements = _parsed(candidate_text)
    module = _Module(source, path)
    candidate, statements, hit = _set_apart(candidate, statements, _chosen(source, target, candidate), source, module)
    old, new = Layout(source, target.node), Layout(candidate, hit.node)
    decorated = bool(hit.node.decorator_list)
    begin = old.start if decorated else old.header
    text = _moved(candidate, hit.node, new.start if decorated else new.header, new.block_end, old.indent)
    newline = source.line_text(target.node.lineno)
    newline = newline[len(newline.rstrip("\r\n")):] or "\n"

    texts, placed, dropped = _brought(candidate, statements, _holder(statements, hit), module, "")
    members = []
    if target.classes and hit.classes:
        own = _holder(hit.siblings, hit)
        members, more, lost = _brought(candidate, hit.siblings, own, _Class(target.siblings), old.indent)
        placed, dropped = placed + more, dropped + lost

    above = statement_start(source, target.outer)
    front = "".join(item + newline for item in texts)
    after = "".join(newline + item for item in members)
    whole = source.text[:above] + front + source.text[above:begin] + text + after + source.text[old.block_end:]
    try:
        raw = source.encoded(whole)
    except UnicodeEncodeError as error:
        raise Refused(NOT_ENCODABLE, error.encoding) from None
    _check(raw, target, hit, decorated)
    return Swapped(raw, placed, dropped)


def replace(raw: bytes, definition, candidate_text: str) -> Swapped:
    """`definition`: a mapping with "qualname" and "n". Raises Refused; Unreadable and LookupError for the file itself."""
    source = read_source(raw)
    target = find_definition(source.tree, definition["qualname"], definition.get("n", 1))
    if target is None:
        raise LookupError(definition["qualname"])
    return swap(source, target, candidate_text)
