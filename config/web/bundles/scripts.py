"""Scripts as pages get them: what a page names brings along all it needs, and nothing runs twice.

An entry is a module that a page names, or that is imported when it's needed. It becomes a file
with all the modules it is made of. Each of these is a function that runs when it's first asked for
what the module gives, so that they run in the order in which a browser would run the modules. What
entries of one page have in common is in ``SHARED``, from which they take it: there is one of each.
"""

import fnmatch
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from posixpath import dirname, relpath

from config.web.bundles.modules import BadModule, Import, Module, read

SHARED = "shell/shared.js"
ONCE = "const $once = (make) => { let made; return () => (made ??= make() ?? {}); };"
# Of each of these a page has one at most, so what they have in common can be in each of them.
ONE_OF = (
    ("games/*/board.js",),
    (
        "shell/match/match.js",
        "shell/lessons/lesson.js",
        "shell/proofs/replay.js",
        "shell/reviews/review.js",
        "shell/studies/study.js",
    ),
)


def bundled(sources: Mapping[str, str], named: Collection[str]) -> dict[str, str]:
    """Return the files that browsers get for these sources, by name.

    ``named`` are the modules that pages name. A module that nobody imports is an entry, too. Each
    shared module can still be imported by its own name, and then is the one that there is.
    """
    modules = {name: read(name, text) for name, text in sources.items()}
    order = _ordered(modules)
    entries = _entries(modules, named)
    reached = {entry: set(_reached(modules, entry)) for entry in entries}
    shared = _shared(modules, reached)
    files = {SHARED: _shared_file(modules, [name for name in order if name in shared])}
    for name in sorted(shared):
        files[name] = _stand_in(modules[name])
    for entry in sorted(entries - shared):
        own = [name for name in order if name in reached[entry] - shared - {entry}]
        files[entry] = _entry_file(modules, entry, own, shared)
    return files


def _ordered(modules: Mapping[str, Module]) -> list[str]:
    """Return all modules, each after those it imports."""
    done: dict[str, None] = {}
    above: list[str] = []

    def visit(name: str) -> None:
        if name in done:
            return
        if name not in modules:
            raise BadModule(f"{above[-1]} imports {name}, which isn't there.")
        if name in above:
            raise BadModule(f"Modules import each other: {' > '.join([*above, name])}.")
        above.append(name)
        for target in modules[name].targets:
            visit(target)
        done[above.pop()] = None

    for name in sorted(modules):
        visit(name)
    return list(done)


def _entries(modules: Mapping[str, Module], named: Iterable[str]) -> set[str]:
    imported = {target for module in modules.values() for target in module.targets}
    later = {target for module in modules.values() for target in module.later}
    return (modules.keys() - imported) | later | (modules.keys() & set(named))


def _reached(modules: Mapping[str, Module], name: str) -> Iterator[str]:
    yield name
    for target in modules[name].targets:
        yield from _reached(modules, target)


def _shared(modules: Mapping[str, Module], reached: Mapping[str, set[str]]) -> set[str]:
    """Return what more than one entry of a page may need, with all that itself needs."""
    users = defaultdict(set)
    for entry, names in reached.items():
        for name in names:
            users[name].add(_kind(entry))
    several = {name for name, kinds in users.items() if len(kinds) > 1}
    return {name for one in several for name in _reached(modules, one)}


def _kind(entry: str) -> str:
    return next(
        (kind[0] for kind in ONE_OF if any(fnmatch.fnmatch(entry, one) for one in kind)), entry
    )


# --- The files ------------------------------------------------------------------------------------


def _variable(name: str) -> str:
    """Return what the module is called in the files that are made."""
    return "$" + re.sub(r"\W", "_", name.removesuffix(".js"))


def _shared_file(modules: Mapping[str, Module], names: Iterable[str]) -> str:
    names = list(names)
    parts = [_wrapped(modules[name], SHARED) for name in names]
    given = ", ".join(["$once", *map(_variable, names)])
    return "\n".join([ONCE, *parts, f"export {{ {given} }};\n"])


def _stand_in(module: Module) -> str:
    """Return a module that gives what the shared one of its name gives."""
    taken = f"{_taken([_variable(module.name)], module.name)}\n"
    outside = [*module.gives, *(name for one in module.passes_on for name in one.names)]
    named = ", ".join(sorted(outside))
    return f"{taken}export const {{ {named} }} = {_variable(module.name)}();\n"


def _entry_file(
    modules: Mapping[str, Module], entry: str, own: Iterable[str], shared: Collection[str]
) -> str:
    own = list(own)
    needed = {target for name in [*own, entry] for target in modules[name].targets}
    common = [_variable(name) for name in sorted(needed & set(shared))]
    parts = [_taken(["$once", *common] if own else common, entry)]
    parts += [_wrapped(modules[name], entry) for name in own]
    module = modules[entry]
    parts += [_header(module.imports), module.text(entry), _passed_on(module)]
    if module.gives:
        given = (_as(here, outside, " as ") for outside, here in module.gives.items())
        parts.append(f"export {{ {', '.join(given)} }};")
    return "\n".join(filter(None, parts)) + "\n"


def _taken(variables: Collection[str], place: str) -> str:
    address = f"./{relpath(SHARED, dirname(place) or '.')}"
    return f'import {{ {", ".join(variables)} }} from "{address}";' if variables else ""


def _wrapped(module: Module, place: str) -> str:
    """Return a module as a function that gives what it gives, by name."""
    if module.waits:
        raise BadModule(f"{module.name} waits for something; only a page's own script may do so.")
    given = [_as(outside, here, ": ") for outside, here in module.gives.items()]
    given += [
        f"{outside}: {_variable(one.target)}().{there}"
        for one in module.passes_on
        for outside, there in one.names.items()
    ]
    back = f"return {{ {', '.join(given)} }};" if given else ""
    body = "\n".join(filter(None, [_header(module.imports), module.text(place), back]))
    return f"const {_variable(module.name)} = $once(() => {{\n{body}\n}});"


def _passed_on(module: Module) -> str:
    """Return what an entry gives that is another module's."""
    return "\n".join(
        f"export const {outside} = {_variable(one.target)}().{there};"
        for one in module.passes_on
        for outside, there in one.names.items()
    )


def _header(imports: Iterable[Import]) -> str:
    """Return the lines by which a module has what it imports."""
    lines = []
    for one in imports:
        taken = ", ".join(_as(there, here, ": ") for here, there in one.names.items())
        had = one.whole or (taken and f"{{ {taken} }}")
        lines.append(f"{f'const {had} = ' if had else ''}{_variable(one.target)}();")
    return "\n".join(lines)


def _as(one: str, other: str, between: str) -> str:
    return one if one == other else f"{one}{between}{other}"
