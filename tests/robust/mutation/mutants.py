"""The mutants of a module: the small changes of mutmut, each as the code object of the changed function.

The runner of mutmut is not used, because its copies of all functions make the search for melds many times slower, and
because it collects the tests again for each mutant.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cached_property
from hashlib import sha256
from importlib.util import find_spec
from itertools import accumulate
from pathlib import Path
from types import CodeType

import libcst as cst
from attrs import field, frozen
from libcst.metadata import CodeRange, MetadataWrapper, ParentNodeProvider, PositionProvider
from mutmut.mutation.file_mutation import Mutation, MutationVisitor
from mutmut.mutation.mutators import mutation_operators
from mutmut.mutation.pragma_handling import get_ignored_lines

Place = tuple[str, int]
"""The place of a code object in a module: its qualified name and its first line."""


@frozen
class Mutant:
    """One change.

    Parameters:
        module: the name of the module.
        function: the function or "Class.method", the outermost one.
        before: the changed lines without the margin, joined by a blank.
        after: the same lines with the change.
        lines: the lines of the statement that is changed, first and last.
        number: the number of the mutant among changes of this function that look alike.
    """

    module: str
    function: str
    before: str
    after: str
    lines: tuple[int, int]
    number: int
    where: Place
    _source: Source = field(eq=False, repr=False)
    _text: str = field(eq=False, repr=False)

    @property
    def identity(self) -> str:
        """A key that does not change when the code around the change moves."""
        return f"{self.module} {self.function}: {self.before} => {self.after} #{self.number}"

    @property
    def path(self) -> Path:
        """The file of the module."""
        return self._source.path

    def order(self, seed: str) -> str:
        """Return a key that shuffles the mutants."""
        return sha256(f"{seed} {self.identity}".encode()).hexdigest()

    def code(self) -> CodeType | None:
        """Return the code object of the changed function; None if the change leaves no such function."""
        return self._source.codes(self._text).get(self.where)


class Source:
    """The text of a module, with its possible changes."""

    def __init__(self, module: str) -> None:
        spec = find_spec(module)
        if spec is None or spec.origin is None:
            raise ValueError(f"there is no module {module}")
        self.module = module
        self.path = Path(spec.origin)
        self.text = self.path.read_text(encoding="utf-8")

    @cached_property
    def original(self) -> dict[Place, CodeType]:
        """The code objects of the unchanged module."""
        return _codes(self.text, self.path)

    def codes(self, text: str) -> dict[Place, CodeType]:
        """Return the code objects of the changed module."""
        try:
            return _codes(text, self.path)
        except SyntaxError:
            return {}

    @cached_property
    def _wrapper(self) -> MetadataWrapper:
        return MetadataWrapper(cst.parse_module(self.text))

    def mutants(self) -> Iterator[Mutant]:
        """Yield every mutant of a function or method; class bodies and module code are not changed."""
        wrapper = self._wrapper
        visitor = MutationVisitor(
            mutation_operators, get_ignored_lines(str(self.path), self.text, wrapper), None
        )
        wrapper.visit(visitor)
        positions = wrapper.resolve(PositionProvider)
        parents = wrapper.resolve(ParentNodeProvider)
        lines = self.text.splitlines()
        seen: dict[tuple[str, str, str], int] = {}
        for mutation in visitor.mutations:
            function = mutation.contained_by_top_level_function
            if not isinstance(function, cst.FunctionDef) or _is_prose(mutation.original_node):
                continue
            owner = parents.get(parents[function])
            inside = f"{owner.name.value}." if isinstance(owner, cst.ClassDef) else ""
            name = inside + function.name.value
            statement: cst.CSTNode = mutation.original_node
            while not isinstance(statement, cst.SimpleStatementLine | cst.BaseCompoundStatement):
                statement = parents[statement]
            if isinstance(statement, cst.FunctionDef):
                continue
            first, last = positions[statement].start.line, positions[statement].end.line
            if isinstance(statement, cst.BaseCompoundStatement):
                last = positions[mutation.original_node].end.line
            changed = self._changed(mutation, first, positions[mutation.original_node])
            before, after = _lines(lines, changed.splitlines())
            number = seen[name, before, after] = seen.get((name, before, after), 0) + 1
            decorated = min(positions[node].start.line for node in [function, *function.decorators])
            yield Mutant(
                self.module, name, before, after, (first, last), number, (name, decorated), self, changed
            )

    def _changed(self, mutation: Mutation, first: int, at: CodeRange) -> str:
        module = self._wrapper.module
        start = self._starts[at.start.line - 1] + at.start.column
        end = self._starts[at.end.line - 1] + at.end.column
        old, new = mutation.original_node, mutation.mutated_node
        if len(getattr(old, "lpar", ())) == len(getattr(new, "lpar", ())) > 0:
            # The position of an expression does not include its parentheses.
            old, new = (node.with_changes(lpar=[], rpar=[]) for node in (old, new))
        margin = re.match(" *", self.text.splitlines()[first - 1])
        assert margin is not None
        here, there = (
            module.code_for_node(node).strip().replace("\n", "\n" + margin[0]) for node in (old, new)
        )
        if self.text[start:end].strip() == here:
            return self.text[:start] + self.text[start:end].replace(here, there) + self.text[end:]
        replaced = module.deep_replace(mutation.original_node, mutation.mutated_node)
        assert isinstance(replaced, cst.Module)
        return replaced.code

    @cached_property
    def _starts(self) -> list[int]:
        """The offset of each line in the text."""
        return list(accumulate(map(len, self.text.splitlines(keepends=True)), initial=0))


def _is_prose(node: cst.CSTNode) -> bool:
    """Return whether a text is a sentence or a type, which tests do not repeat word for word."""
    return isinstance(node, cst.SimpleString) and any(sign in node.value for sign in " [")


def _lines(old: list[str], new: list[str]) -> tuple[str, str]:
    """Return the lines that differ, joined into one line for each side."""
    first = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), 0)
    same = next((i for i, (a, b) in enumerate(zip(old[::-1], new[::-1], strict=False)) if a != b), 0)
    same = min(same, len(old) - first - 1, len(new) - first - 1)
    return _flat(old[first : len(old) - same]), _flat(new[first : len(new) - same])


def _flat(lines: list[str]) -> str:
    return " ".join(" ".join(lines).split())


def _codes(text: str, path: Path) -> dict[Place, CodeType]:
    found: dict[Place, CodeType] = {}
    left = [compile(ast.parse(text), str(path), "exec", dont_inherit=True)]
    while left:
        code = left.pop()
        found[code.co_qualname, code.co_firstlineno] = code
        left += [each for each in code.co_consts if isinstance(each, CodeType)]
    return found


def same(one: CodeType, other: CodeType) -> bool:
    """Return whether two code objects do the same, regardless of their place in the text."""
    if one.co_code != other.co_code or one.co_names != other.co_names or one.co_varnames != other.co_varnames:
        return False
    if one.co_cellvars != other.co_cellvars or one.co_freevars != other.co_freevars:
        return False
    pairs = list(zip(one.co_consts, other.co_consts, strict=False))
    return len(one.co_consts) == len(other.co_consts) and all(
        same(a, b) if isinstance(a, CodeType) and isinstance(b, CodeType) else repr(a) == repr(b)
        for a, b in pairs
    )
