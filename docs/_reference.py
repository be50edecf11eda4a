"""What the pages of the reference have beyond what autodoc makes: the names that users import, links, options."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any, cast

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.domains.python import PythonDomain
from sphinx.environment import BuildEnvironment

import rami
from rami.policies.declaring.fields import Option, options_of
from rami.policies.declaring.options import SLOTS

SPECIAL = re.compile(r"([\\*`_|])")


def import_name(module: str, name: str) -> str | None:
    """The name under which `rami` itself has something, if it does.

    Parameters:
        module: where it is defined.
        name: its name there, or that of one of its members.
    """
    top = name.partition(".")[0]
    known = top in rami.__all__ and getattr(import_module(module), top, None) is getattr(rami, top)
    return f"rami.{name}" if known else None


def name_as_imported(app: Sphinx, doctree: nodes.document) -> None:
    """Show the names that users import, and let links find them; leave out that a class is an object."""
    domain = cast("PythonDomain", app.env.domains.python_domain)
    for signature in doctree.findall(addnodes.desc_signature):
        module, name = signature.get("module"), signature.get("fullname")
        found = import_name(module, name) if module and name else None
        if found is None or not signature["ids"]:
            continue
        kind = domain.objects[f"{module}.{name}"].objtype
        domain.note_object(found, kind, signature["ids"][0], aliased=True, location=signature)
        for prefix in signature.findall(addnodes.desc_addname):
            prefix.children = [nodes.Text("rami.")]
    for line in list(doctree.findall(nodes.paragraph)):
        if line.astext() == "Bases: object":
            line.parent.remove(line)


def link_name(
    app: Sphinx, env: BuildEnvironment, node: addnodes.pending_xref, contnode: nodes.TextElement
) -> nodes.Element | None:
    """Link a name of a docstring: one that `rami` has, or a class, or its member, that only one module has."""
    if node.get("reftype") != "obj":
        return None
    domain = cast("PythonDomain", env.domains.python_domain)
    target = node["reftarget"].removesuffix("()")
    found = [f"rami.{target}"] if f"rami.{target}" in domain.objects else []
    if not found and target[:1].isupper():
        found = [
            name
            for name, entry in domain.objects.items()
            if name.endswith(f".{target}") and not entry.aliased
        ]
    if len(found) != 1 or not re.fullmatch(r"[\w.]+", target):
        return None
    return domain.resolve_xref(env, node["refdoc"], app.builder, "obj", found[0], node, contnode)


def hide_constructor(
    _app: Sphinx,
    what: str,
    _name: str,
    obj: Any,
    _options: object,
    signature: str | None,
    _result: str | None,
) -> tuple[str, None] | None:
    """Show no constructor of a class that other functions make."""
    doc = inspect.getdoc(obj) or ""
    hidden = what == "class" and signature and ("Made by `" in doc or "Parameters:" not in doc)
    return ("", None) if hidden else None


def list_options(_app: Sphinx, what: str, _name: str, obj: Any, _options: object, lines: list[str]) -> None:
    """Add the values of each option of a slot, with the rulebook's sentence for each."""
    if what != "class" or obj not in SLOTS.values():
        return
    lines += ["", "What the rulebook says of each value:", ""]
    lines += [".. list-table::", "   :header-rows: 1", "   :widths: 20 25 55", ""]
    for row in (("option", "value", "sentence"), *_rows(options_of(obj))):
        lines += [f"   {'*' if at == 0 else ' '} - {cell}" for at, cell in enumerate(row)]
    lines.append("")


def keep_sentences(
    _app: Sphinx, what: str, _name: str, _obj: object, _options: object, lines: list[str]
) -> None:
    """Keep Napoleon from reading the words before the first colon of an attribute's description as its type."""
    if what in {"attribute", "data", "property"}:
        lines[:0] = ["..", ""]


def _rows(options: dict[str, Option]) -> Iterator[tuple[str, str, str]]:
    for name, option in options.items():
        allowed = ", ".join(map(str, option.values.allowed))
        texts = {...: option.text} if isinstance(option.text, str) else option.text
        shown = f"``{name}``"
        for value, sentence in cast("dict[Any, str]", texts).items():
            if value is ...:
                # the first of several sentences leaves the others less
                told = f"``{allowed}``" if len(texts) == 1 else "any other"
            elif callable(value):
                told = value.__name__.replace("_", " ")
            else:
                told = f"``{_written(value)}``"
            yield shown, told, SPECIAL.sub(r"\\\1", sentence.replace("{", "<").replace("}", ">"))
            shown = ""


def _written(value: object) -> str:
    if isinstance(value, frozenset):
        return (
            f"{{{', '.join(sorted(map(repr, cast('frozenset[object]', value))))}}}"
            if value
            else "frozenset()"
        )
    return repr(value)


def setup(app: Sphinx) -> dict[str, bool]:
    """Be an extension of Sphinx."""
    app.connect("doctree-read", name_as_imported)
    app.connect("missing-reference", link_name)
    app.connect("autodoc-process-signature", hide_constructor)
    app.connect("autodoc-process-docstring", list_options)
    app.connect("autodoc-process-docstring", keep_sentences, priority=400)
    return {"parallel_read_safe": True}
