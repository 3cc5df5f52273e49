"""Whether what happens in a game can be told: its events, their sentences, and who reads them.

Each check returns what is wrong, a line for each fault, and nothing if all is well. A game's code
is read, not run, so a kind that hardly ever happens is found as well.
"""

import ast
import dataclasses
import fnmatch
import functools
import itertools
import json
import posixpath
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from games.core import codec
from games.core.language.events import Event
from games.core.language.wording import COMMON, Wording
from games.core.log.takeback import may_take_back, take_back
from games.core.rng import Rng
from tests.conformance.playing import playout, secret_of

ANY = "*"  # what the code alone doesn't tell

Function = ast.FunctionDef | ast.AsyncFunctionDef
Node = TypeVar("Node")


# --- What the code makes --------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True, slots=True)
class Made:
    """Where events are made: of which kinds, and with which facts if they are written there."""

    where: str
    kinds: tuple[str, ...]
    facts: frozenset[str] | None


@dataclasses.dataclass(frozen=True, slots=True)
class Scope:
    """A place in the code: its file, and the function around it."""

    file: str
    tree: ast.Module
    function: Function | None = None


class Code:
    """A folder's code, and which texts an expression in it can be."""

    def __init__(self, folder: Path) -> None:
        self.functions: dict[str, list[tuple[Function, Scope]]] = defaultdict(list)
        self.calls: dict[str, list[tuple[ast.Call, Scope]]] = defaultdict(list)
        self.modules: list[Scope] = []
        for path in sorted(folder.rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            self._read(tree, Scope(path.relative_to(folder).as_posix(), tree))

    def _read(self, node: ast.AST, scope: Scope) -> None:
        if isinstance(node, Function):
            scope = dataclasses.replace(scope, function=node)
            self.functions[node.name].append((node, scope))
        if isinstance(node, ast.Module):
            self.modules.append(scope)
        if isinstance(node, ast.Call) and (name := _name_of(node.func)):
            self.calls[name].append((node, scope))
        for child in ast.iter_child_nodes(node):
            self._read(child, scope)

    def made(self) -> list[Made]:
        """Return all places where events are made."""
        found = []
        for call, scope in self.calls["Event"]:
            kind = _argument(call, 0, "kind")
            kinds = self.values(kind, scope) if kind else {ANY}
            where = f"{scope.file}:{call.lineno}"
            facts = _keys(_argument(call, 2, "facts"), scope)
            found.append(Made(where, tuple(sorted(kinds)), facts))
        return found

    def values(
        self,
        node: ast.expr,
        scope: Scope,
        part: int | None = None,
        seen: frozenset[object] = frozenset(),
    ) -> set[str]:
        """Return the texts that an expression, or a part of the tuple it is, can be."""
        if (node, part) in seen:
            return set()
        go = functools.partial(self.values, seen=seen | {(node, part)})
        match node:
            case ast.Constant(value=str(text)):
                return {text}
            case ast.IfExp():
                return go(node.body, scope, part) | go(node.orelse, scope, part)
            case ast.Tuple() if part is not None:
                return go(node.elts[part], scope)
            case ast.JoinedStr():
                pieces = [go(piece, scope) for piece in node.values]
                return {"".join(pieces) for pieces in itertools.product(*pieces)}
            case ast.FormattedValue(value=ast.Subscript()):
                return {ANY}  # not all that could be looked up need be
            case ast.FormattedValue():
                return go(node.value, scope)
        found = {text for value in self._sources(node, scope, part) for text in go(*value)}
        return found or {ANY}

    def _sources(
        self, node: ast.expr, scope: Scope, part: int | None
    ) -> Iterator[tuple[ast.expr, Scope, int | None]]:
        """Yield what a name was given, what was passed for it, or what a function returns."""
        match node:
            case ast.Name(id=name):
                yield from self._given(name, scope, part)
            case ast.Subscript(value=ast.Name(id=name)):
                for value, place, _ in self._given(name, scope, None):
                    yield from ((one, place, part) for one in _members(value))
            case ast.Call(func=called):
                for function, place in self._known(self.functions, _name_of(called), scope):
                    for one in ast.walk(function):
                        if isinstance(one, ast.Return) and one.value is not None:
                            yield one.value, place, part

    def _known(
        self, named: dict[str, list[tuple[Node, Scope]]], name: str, scope: Scope
    ) -> list[tuple[Node, Scope]]:
        """Return the functions or calls of a name; what begins with _ is a file's own."""
        own = name.startswith("_")
        return [one for one in named[name] if not own or one[1].file == scope.file]

    def _given(
        self, name: str, scope: Scope, part: int | None
    ) -> Iterator[tuple[ast.expr, Scope, int | None]]:
        found = []
        if scope.function is not None:
            nodes = ast.walk(scope.function)
            found += [(value, scope, at) for value, at in _assigned(name, nodes)]
            found += [(value, place, None) for value, place in self._passed(name, scope)]
        if not found:  # a name of the module's, or one it imports
            for place in self.modules:
                found += [(value, place, at) for value, at in _assigned(name, place.tree.body)]
        yield from ((value, place, part if at is None else at) for value, place, at in found)

    def _passed(self, name: str, scope: Scope) -> Iterator[tuple[ast.expr, Scope]]:
        """Yield what callers pass for a parameter of a function."""
        function = scope.function
        assert function is not None
        names = [one.arg for one in (*function.args.posonlyargs, *function.args.args)]
        keywords = [one.arg for one in function.args.kwonlyargs]
        if name not in (*names, *keywords):
            return
        own = int(names[:1] in (["self"], ["cls"]))
        at = names.index(name) - own if name in names else len(names)
        for call, place in self._known(self.calls, function.name, scope):
            if (value := _argument(call, at, name)) is not None:
                yield value, place


def _name_of(called: ast.expr) -> str:
    match called:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _argument(call: ast.Call, at: int, name: str) -> ast.expr | None:
    for keyword in call.keywords:
        if keyword.arg == name:
            return keyword.value
    return call.args[at] if at < len(call.args) else None


def _keys(facts: ast.expr | None, scope: Scope) -> frozenset[str] | None:
    """Return the names of facts that stand in the code; None if they come from elsewhere."""
    if facts is None:
        return frozenset()
    if isinstance(facts, ast.Name) and scope.function is not None:
        given = list(_assigned(facts.id, ast.walk(scope.function)))
        facts = given[0][0] if len(given) == 1 else facts
    if not isinstance(facts, ast.Dict):
        return None
    keys = [key.value for key in facts.keys if isinstance(key, ast.Constant)]
    names = frozenset(key for key in keys if isinstance(key, str))
    return names if len(names) == len(facts.keys) else None


def _members(value: ast.expr) -> list[ast.expr]:
    match value:
        case ast.Dict(values=members) | ast.Tuple(elts=members) | ast.List(elts=members):
            return members
    return []


def _assigned(name: str, nodes: Iterable[ast.AST]) -> Iterator[tuple[ast.expr, int | None]]:
    """Yield what a name is given by some nodes: the expression, and which part of it."""
    for node in nodes:
        if not isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr) or node.value is None:
            continue
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            parts = target.elts if isinstance(target, ast.Tuple) else []
            for at, one in [(None, target), *enumerate(parts)]:
                if isinstance(one, ast.Name) and one.id == name:
                    yield node.value, at


def unworded(folder: Path, wording: Wording) -> list[str]:
    """Return what the code makes and no sentence tells."""
    return [
        f"{made.where}: {_unworded(kind)}"
        for made in Code(folder).made()
        for kind in made.kinds
        if kind == ANY or not fnmatch.filter(wording.keys() | COMMON.keys(), kind)
    ]


def _unworded(kind: str) -> str:
    if kind == ANY:
        return "nobody can tell which kind this is"
    return f"{kind}: there is no wording for it"


def unmade(folder: Path, wording: Wording) -> list[str]:
    """Return sentences of the wording that tell nothing the code makes."""
    return [f"{kind}: nothing that happens is of this kind" for kind in unknown(folder, wording)]


def unknown(folder: Path, kinds: Iterable[str]) -> list[str]:
    """Return the kinds that no event in the code can be of."""
    made = {kind for made in Code(folder).made() for kind in made.kinds if kind != ANY}
    return [
        kind for kind in kinds if not any(fnmatch.fnmatchcase(kind, pattern) for pattern in made)
    ]


def miswritten(folder: Path, wording: Wording) -> list[str]:
    """Return where the code makes an event with other facts than its sentence tells."""
    return [
        f"{made.where}: {fault}"
        for made in Code(folder).made()
        if made.facts is not None
        for kind in made.kinds
        if kind in wording
        for fault in untold(wording, iter([Event(kind, 0, dict.fromkeys(made.facts, ""))]))
    ]


# --- What happens in games ------------------------------------------------------------------------


def happened(game: Any, players: int, number: int) -> Iterator[Event]:
    """Yield the events of a whole game at random, and of taking back what can be taken back."""
    secret = secret_of(number)
    yield from game.initial_state(players, Rng(secret, 0)).events
    for state, action, after in playout(game, players, secret):
        yield from after.events
        if may_take_back(game, state, action):
            yield from take_back(game, state, action).events


def mistold(wording: Wording, events: Iterable[Event]) -> list[str]:
    """Return what is wrong with events, each fault once."""
    faults = {}
    for event in events:
        faults.update(dict.fromkeys(untold(wording, iter([event]))))
        if not _comes_back(event):
            faults[f"{event.kind}: these facts are not stored as they are: {event.facts}"] = None
    return list(faults)


def _comes_back(event: Event) -> bool:
    try:
        data = json.loads(json.dumps(codec.encode(event, Event)))
    except TypeError:
        return False
    return codec.decode(data, Event) == event


# --- What scripts read ----------------------------------------------------------------------------

TOLD = "shell/board/told.js"  # the one script that knows what a sentence is made of
SILENT = re.compile(
    r"""("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|`(?:\\.|[^`\\])*`|/\*.*?\*/|//[^\n]*""", re.DOTALL
)
IMPORT = re.compile(r"import\s*\{([^}]*)\}\s*from\s*[\"']([^\"']*)[\"']")
ASKS_FOR = r"(?:test|exec|match\w*|includes|\w*[iI]ndexOf|\w+With|search|split|replace\w*|has|get)"
READ_AFTER = re.compile(r"\s*(?:\??\.(?!\.)|\[|[=!]==?)|\s+in\b")
READ_BEFORE = re.compile(rf"(?:[=!]==?|\.{ASKS_FOR}\(|\bswitch\s*\(|\bRegExp\(|\bin\s)\s*$")
# An event's text, as there was one once, and the pieces of its sentence.
PIECES = (
    re.compile(r"\bevents?\??\.text\b"),
    re.compile(r"\bevents\b[^;\n]*\)\??\.text\b"),
    re.compile(r"\bevents\b[^;\n]*\(\s*\(?\{[^}\n]*\btext\b[^}\n]*\}\s*\)?\s*=>"),
    re.compile(r"\bgain\s*\(\s*\{[^}]*\btext\b"),
    re.compile(r"(?<!this)(?<!super)(?<=[\w)\]])\??\.told\b(?!\()"),
    re.compile(r"\{[^{}]*(?<![\w.:])told(?!\w|\s*[:(])[^{}]*\}\s*(?:\)\s*(?:=>|\{)|=(?!=))"),
)


def read_by_scripts(folder: Path) -> list[str]:
    """Return where a script below a folder does more with an event's sentence than show it."""
    return [
        f"{path.name}:{number}: a sentence is there to be shown: {line}"
        for path in sorted(folder.rglob("*.js"))
        if not path.as_posix().endswith(TOLD)
        for number, line in _lines_that_read(path)
    ]


def _lines_that_read(path: Path) -> list[tuple[int, str]]:
    source = path.read_text(encoding="utf-8")
    names = _imported(source, path)
    code = SILENT.sub(_silenced, source)
    places = [found.start() for pattern in PIECES for found in pattern.finditer(code)]
    places += [at for name in names for at in _readings(code, name)]
    lines = source.splitlines()
    numbers = sorted({code.count("\n", 0, at) for at in places})
    return [(number + 1, lines[number].strip()) for number in numbers]


def _silenced(found: re.Match[str]) -> str:
    """Return a script's string empty and its comment blank; what a template holds is code."""
    if found[0].startswith("`"):
        return found[0]
    return '""' if found[1] else "\n" * found[0].count("\n")


def _imported(source: str, path: Path) -> list[str]:
    """Return what a script calls the functions that return an event's sentence."""
    names = []
    for those, where in IMPORT.findall(source):
        if posixpath.normpath((path.parent / where).as_posix()).endswith(TOLD):
            names += [one.split(" as ")[-1].strip() for one in those.split(",") if one.strip()]
    return names


def _readings(code: str, name: str) -> Iterator[int]:
    """Yield where a sentence is read: as a function returns it, or under a name of its own."""
    for call in re.finditer(rf"(?<![\w.$]){name}\(", code):
        end = _closing(code, call.end())
        if _is_read(code, call.start(), end):
            yield call.start()
        if given := re.search(r"(?:const|let|var)\s+(\w+)\s*=\s*$", code[: call.start()]):
            for use in re.finditer(rf"(?<![\w.$]){given[1]}(?!\w)", code[call.start() :]):
                start, end = (call.start() + at for at in use.span())
                if _is_read(code, start, end):
                    yield start


def _closing(code: str, at: int) -> int:
    """Return the place after the bracket that closes the one just before a place."""
    depth = 1
    while depth and at < len(code):
        depth += {"(": 1, ")": -1}.get(code[at], 0)
        at += 1
    return at


def _is_read(code: str, start: int, end: int) -> bool:
    return bool(READ_AFTER.match(code, end) or READ_BEFORE.search(code[:start]))


def untold(wording: Wording, events: Iterator[Event]) -> Iterator[str]:
    """Yield what is wrong with events: a kind without a sentence, a fact that it doesn't tell."""
    for event in events:
        known = wording.get(event.kind) or COMMON.get(event.kind)
        if known is None:
            yield f"{event.kind}: there is no wording for it"
        elif event.facts.keys() != known.knows():
            differ = ", ".join(sorted(event.facts.keys() ^ known.knows()))
            yield f"{event.kind}: facts and sentence differ: {differ}"
