"""Benchmark problems as they look when somebody hides where they come from, in three strengths.

Reads JSON lines {id, text, code} from standard input and writes one line {id, strength, text, code} for each strength:
renamed      the same statement; other names in the program, no comments, another layout
paraphrased  no examples, every other word of the table below replaced; besides the other names, `x += 1` as `x = x + 1`
rewritten    no examples, every word of the table replaced, no articles, sentences in reverse order; besides, comparisons turned round,
             results held in a variable, conditional expressions as statements
"""

import ast
import builtins
import json
import re
import sys

SYNONYMS = dict(
    pair.split("=")
    for pair in (
        "return=give back|returns=gives back|list=sequence|lists=sequences|function=routine|number=value|numbers=values|string=text|"
        "strings=texts|given=supplied|integer=whole number|integers=whole numbers|check=verify|elements=members|element=member|"
        "array=series|input=argument|positive=above zero|negative=below zero|write=create|create=build|takes=accepts|find=determine|"
        "only=just|should=must|words=terms|word=term|character=letter|characters=letters|two=a pair of|between=among|length=size|"
        "largest=biggest|smallest=least|sum=total|true=yes|false=no|empty=blank|first=leading|last=final|sorted=ordered|order=sequence|"
        "all=every one of|which=that|contains=has|contain=have|equal=identical|than=compared with|if=whenever|otherwise=else|"
        "each=every|example=instance|following=next|using=with|from=out of|for=about|is=happens to be|are=happen to be|"
        "any=some|same=identical|after=following|before=ahead of|into=to|with=having|and=as well as|or=or else|you=one"
    ).split("|")
)
ARTICLES = {"a", "an", "the"}
STRENGTHS = ("renamed", "paraphrased", "rewritten")


class Rename(ast.NodeTransformer):
    """Every name that the program gives itself gets another one."""

    def __init__(self, tree):
        self.names = {}
        for node in ast.walk(tree):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                self.name(node.name)
            elif isinstance(node, ast.arg):
                self.name(node.arg)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                self.name(node.id)

    def name(self, old):
        if not hasattr(builtins, old):
            self.names.setdefault(old, f"item_{len(self.names)}")

    def visit_FunctionDef(self, node):
        node.name = self.names.get(node.name, node.name)
        return self.generic_visit(node)

    def visit_arg(self, node):
        node.arg = self.names.get(node.arg, node.arg)
        return self.generic_visit(node)

    def visit_Name(self, node):
        node.id = self.names.get(node.id, node.id)
        return node


class Longhand(ast.NodeTransformer):
    def visit_AugAssign(self, node):
        if not isinstance(node.target, ast.Name):
            return node
        read = ast.Name(node.target.id, ast.Load())
        return ast.Assign([node.target], ast.BinOp(read, node.op, self.generic_visit(node).value))


class Turn(ast.NodeTransformer):
    TURNED = {ast.Lt: ast.Gt, ast.Gt: ast.Lt, ast.LtE: ast.GtE, ast.GtE: ast.LtE, ast.Eq: ast.Eq, ast.NotEq: ast.NotEq}

    def visit_Compare(self, node):
        self.generic_visit(node)
        turned = self.TURNED.get(type(node.ops[0])) if len(node.ops) == 1 else None
        return node if turned is None else ast.Compare(node.comparators[0], [turned()], [node.left])

    def visit_Return(self, node):
        self.generic_visit(node)
        value = node.value
        if isinstance(value, ast.IfExp):
            return ast.If(value.test, [ast.Return(value.body)], [ast.Return(value.orelse)])
        if value is None or isinstance(value, (ast.Name, ast.Constant)):
            return node
        held = ast.Name("outcome", ast.Store())
        return [ast.Assign([held], value), ast.Return(ast.Name("outcome", ast.Load()))]


def without_docstrings(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return tree


def program(code, strength):
    tree = without_docstrings(ast.parse(code))
    tree = Rename(tree).visit(tree)
    if strength != "renamed":
        tree = Longhand().visit(tree)
    if strength == "rewritten":
        tree = Turn().visit(tree)
    return ast.unparse(ast.fix_missing_locations(tree))


def prose(text):
    """The statement without its code: what stands in docstrings, or all of a text that has none."""
    quoted = re.findall(r'"""(.*?)"""|\'\'\'(.*?)\'\'\'', text, re.S)
    found = "\n".join(first or second for first, second in quoted)
    return found if found.strip() else text


def without_examples(text):
    kept = re.split(r"(?im)^\s*(?:>>>|examples?\b|for example\b|e\.g\.|note:)", text)[0]
    return re.sub(r"(?m)^.*(?:=>|==>|➞|->).*$", "", kept).strip() or text


def statement(text, strength):
    if strength == "renamed":
        return text
    words_seen = 0

    def other(match):
        nonlocal words_seen
        word = match.group(0)
        synonym = SYNONYMS.get(word.lower())
        if synonym is None:
            return "" if strength == "rewritten" and word.lower() in ARTICLES else word
        words_seen += 1
        return synonym if strength == "rewritten" or words_seen % 2 == 1 else word

    changed = re.sub(r"[A-Za-z]+", other, without_examples(prose(text)))
    if strength == "rewritten":
        changed = " ".join(reversed(re.split(r"(?<=[.!?])\s+", changed)))
    return re.sub(r"[ \t]+", " ", changed)


def main():
    for line in sys.stdin:
        row = json.loads(line)
        for strength in STRENGTHS:
            code = program(row["code"], strength)
            print(json.dumps({"id": row["id"], "strength": strength, "text": statement(row["text"], strength), "code": code}))


if __name__ == "__main__":
    main()
