"""Small changes to a function: another comparison, a number increased by 1, or a condition or statement removed."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, FunctionType

ANNOTATIONS = ast.parse("from __future__ import annotations").body
FLIPPED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}


def changed(function: FunctionType) -> Iterator[tuple[str, CodeType]]:
    """Yield each small change of a function: the changed line, and the code of the changed function."""
    name, line = function.__code__.co_qualname, function.__code__.co_firstlineno
    for whole in _tree(function.__module__).body:
        # Each class or function of the module is compiled alone.
        alone = ast.Module([*ANNOTATIONS, whole], [])
        for node in ast.walk(whole):
            if isinstance(node, ast.FunctionDef) and line == _first_line(node):
                for each in _changed(node):
                    code = _code(_compiled(alone, function), name, line)
                    if code is not None and code.co_freevars == function.__code__.co_freevars:
                        yield f"{name}: {ast.unparse(each).splitlines()[0]}", code


def _compiled(module: ast.Module, function: FunctionType) -> CodeType:
    with warnings.catch_warnings():
        # Python warns of `True[0]`, which is a change like any other.
        warnings.simplefilter("ignore", SyntaxWarning)
        return compile(module, function.__code__.co_filename, "exec", dont_inherit=True)


@cache
def _tree(module: str) -> ast.Module:
    spec = find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    return ast.parse(Path(spec.origin).read_text(encoding="utf-8"))


def _first_line(node: ast.FunctionDef) -> int:
    return min([node.lineno, *(mark.lineno for mark in node.decorator_list)])


def _code(module: CodeType, name: str, line: int) -> CodeType | None:
    """Return the function with this name and line, at any depth; None if there is none."""
    for each in module.co_consts:
        if isinstance(each, CodeType):
            if (each.co_qualname, each.co_firstlineno) == (name, line):
                return each
            if found := _code(each, name, line):
                return found
    return None


def _changed(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """Yield each statement in its changed form, while the tree contains the change."""
    for statement in function.body:
        yield from _within(function, statement, statement)


def _within(parent: ast.AST, node: ast.AST, statement: ast.stmt) -> Iterator[ast.AST]:
    if isinstance(node, ast.stmt):
        statement = node
    if isinstance(node, ast.arguments | ast.JoinedStr):
        return
    for other in _others(node):
        ast.copy_location(other, node)
        ast.fix_missing_locations(other)
        _replace(parent, node, other)
        yield other if node is statement else statement
        _replace(parent, other, node)
    for name, value in list(ast.iter_fields(node)):
        if name not in ("annotation", "returns", "type_comment", "decorator_list"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from _within(node, child, statement)


def _replace(parent: ast.AST, old: ast.AST, new: ast.AST) -> None:
    for name, value in ast.iter_fields(parent):
        if value is old:
            setattr(parent, name, new)
        elif isinstance(value, list):
            value[:] = [new if each is old else each for each in value]


def _others(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the possible replacements of a node."""
    match node:
        case ast.Compare(left, [flipped], rest):
            for other in FLIPPED[type(flipped)]:
                yield ast.Compare(left, [other()], rest)
        case ast.BoolOp(joined, values):
            for left_out in values:
                rest = [each for each in values if each is not left_out]
                yield rest[0] if len(rest) == 1 else ast.BoolOp(joined, rest)
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
        case ast.BinOp(left, joined, right):
            yield left
            yield right
            yield ast.BinOp(right, joined, left)
        case ast.IfExp(_, body, other):
            yield body
            yield other
        case ast.Constant(bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(int() as value):
            yield ast.Constant(value + 1)
            yield ast.Constant(value - 1)
        case ast.Call(called, [first, second, *rest], keywords) if not _starred(first, second):
            yield first
            yield second
            yield ast.Call(called, [second, first, *rest], keywords)
        case ast.Call(ast.Attribute(owner), [], []):
            yield owner
        case ast.Call(_, [only], _) if not _starred(only):
            yield only
        case ast.Slice(lower, upper, step) if lower or upper:
            yield ast.Slice(None, upper, step)
            yield ast.Slice(lower, None, step)
        case ast.comprehension(target, source, [_, *_]):
            yield ast.comprehension(target, source, [], 0)
        case ast.For(target, _, body, otherwise):
            yield ast.For(target, ast.Tuple([], ast.Load()), body, otherwise)
        case (
            ast.Expr(ast.Call() | ast.Yield() | ast.YieldFrom())
            | ast.AugAssign()
            | ast.Raise()
            | ast.Continue()
        ):
            yield ast.Pass()
        case _:
            pass
    if isinstance(node, ast.Compare | ast.BoolOp) or (
        isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    ):
        yield ast.Constant(False)
        yield ast.Constant(True)


def _starred(*nodes: ast.expr) -> bool:
    return any(isinstance(node, ast.Starred) for node in nodes)
