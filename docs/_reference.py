"""Add to autodoc: show the names that users import, and link to them."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from typing import Any, cast

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.domains.python import PythonDomain
from sphinx.environment import BuildEnvironment

from rami.policies.declaring.options import SLOTS


def import_name(module: str, name: str) -> str:
    """Return the name under which users import something: from `rami`, or else from a package, or else from its module.

    Parameters:
        module: the module that defines it.
        name: its name in that module, or the name of one of its members.
    """
    top = name.partition(".")[0]
    value = getattr(import_module(module), top, None)
    parts = module.split(".")
    for depth in range(1, len(parts)):
        package = import_module(".".join(parts[:depth]))
        if top in getattr(package, "__all__", ()) and getattr(package, top, None) is value:
            return f"{package.__name__}.{name}"
    return f"{module}.{name}"


def name_as_imported(app: Sphinx, doctree: nodes.document) -> None:
    """Show the names that users import, and let links find them; remove "Bases: object"."""
    domain = cast("PythonDomain", app.env.domains.python_domain)
    for signature in doctree.findall(addnodes.desc_signature):
        module, name = signature.get("module"), signature.get("fullname")
        if not module or not name or not signature["ids"]:
            continue
        found, defined = import_name(module, name), f"{module}.{name}"
        if found == defined or defined not in domain.objects:
            continue
        kind = domain.objects[defined].objtype
        domain.note_object(found, kind, signature["ids"][0], aliased=True, location=signature)
        for prefix in signature.findall(addnodes.desc_addname):
            if prefix.astext() == f"{module}.":
                prefix.children = [nodes.Text(found.removesuffix(name))]
    for line in list(doctree.findall(nodes.paragraph)):
        if line.astext() == "Bases: object":
            line.parent.remove(line)


def find_as_imported(_app: Sphinx, env: BuildEnvironment) -> None:
    """Let the search find the names that users import: it skips aliases, so make the longer names the aliases."""
    objects = cast("PythonDomain", env.domains.python_domain).objects
    for name, entry in list(objects.items()):
        defined = entry.node_id
        if entry.aliased and defined in objects and name.count(".") < defined.count("."):
            objects[name], objects[defined] = entry._replace(aliased=False), entry


def link_name(
    app: Sphinx, env: BuildEnvironment, node: addnodes.pending_xref, contnode: nodes.TextElement
) -> nodes.Element | None:
    """Link a name in a docstring, if `rami` has it, or if only one module has a class or a member of that name."""
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
    """Hide the constructor of a class whose instances come from other functions."""
    doc = inspect.getdoc(obj) or ""
    hidden = what == "class" and signature and ("Made by `" in doc or "Parameters:" not in doc)
    return ("", None) if hidden else None


def link_rules(_app: Sphinx, what: str, _name: str, obj: Any, _options: object, lines: list[str]) -> None:
    """Add to each slot a link to the written rules behind its options."""
    if what == "class" and obj in SLOTS.values():
        lines += [
            "",
            f":doc:`/reference/rules/options-{obj.slot}` lists the written rules behind each option.",
        ]


def keep_sentences(
    _app: Sphinx, what: str, _name: str, _obj: object, _options: object, lines: list[str]
) -> None:
    """Keep Napoleon from reading the words before the first colon of an attribute's description as its type."""
    if what in {"attribute", "data", "property"}:
        lines[:0] = ["..", ""]


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the functions of this extension with Sphinx."""
    app.connect("doctree-read", name_as_imported)
    app.connect("env-updated", find_as_imported)
    app.connect("missing-reference", link_name)
    app.connect("autodoc-process-signature", hide_constructor)
    app.connect("autodoc-process-docstring", link_rules)
    app.connect("autodoc-process-docstring", keep_sentences, priority=400)
    return {"parallel_read_safe": True}
