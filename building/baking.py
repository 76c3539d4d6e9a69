"""Computes what stands in the pages before any script runs: the numbers of example 15.1, from the page's own Python."""

import ast
import json

from qkv import bridge, examples, exercises, laboratory, mistakes, state
from qkv.cells import shown

from building.folders import ROOT
from templates import guide, prose

D_K_SHOWN, SEED = 64, 15  # the laboratory's first experiment
# The functions of head.py that the code panel lights, by what they make.
MADE_BY = {
    "project": {"makes": "Q K V"}, "compare": {"makes": "D"}, "scale": {"makes": "S"},
    "forbid_future": {"makes": "S-causal"}, "softmax_rows": {"makes": "A"}, "mix": {"makes": "O"},
}


def answer(**message):
    """What the browser's Python will answer, from the same code; to compute, with what stands around the matrices."""
    reply = json.loads(bridge.handle(json.dumps({"id": 0} | message)))
    return answer(**message | {"type": "elaborate"}) | reply if reply["type"] == "computed" else reply


def bake():
    """Every number of 例 15.1, each receiving row's steps and mix, and the laboratory's first experiment."""
    example = examples.PRESETS["example-15.1"]
    reply = answer(type="compute", state=example)
    followed = [answer(type="compute", state=example | {"followed": row}) for row in range(reply["sizes"]["T"])]
    for key in ("steps", "pictures"):
        reply[key] = [of_row[key] for of_row in followed]
    return {
        "state": example, "reply": reply, "presets": examples.PRESETS, "beyond": examples.BEYOND,
        "experiment": answer(type="experiment", d_k=D_K_SHOWN, seed=SEED) | {"seed": SEED},
    }


def chapter():
    """What the page around the figure is made of, the same in every language."""
    verbs = {
        verb.__name__: {"makes": made, "mistake": mistake}
        for mistake, instead in mistakes.INSTEAD.items() for made, verb in instead.items()
    }
    return {
        "guide": guide.GUIDE, "variants": state.VARIANTS, "mistakes": state.MISTAKES, "exercises": range(1, 6),
        "matrices": list(state.GIVEN | state.SOURCE | state.COMPUTED),
        "max_d_k": laboratory.MAX_D_K, "draws": laboratory.DRAWS, "sources_drawn": laboratory.KEYS, "seed": SEED,
        "sources": {"head.py": source_parts("head.py", MADE_BY), "mistakes.py": source_parts("mistakes.py", verbs)},
    }


def source_parts(name, known):
    """[first line, past its last, makes, mistake] of every function of a file of py/qkv that is known."""
    tree = ast.parse((ROOT / "py/qkv" / name).read_text(encoding="utf-8"))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name in known]
    return [[node.lineno - 1, node.end_lineno, known[node.name]["makes"], known[node.name].get("mistake")]
            for node in functions]


def numbers():
    """The numbers that the prose may name."""
    exact = answer(type="compute", state=examples.PRESETS["example-15.1"])["exact"]
    s, r = (exact[f"{name}_value"].split(" ")[1] for name in ("s", "r"))
    named = prose.named_numbers(shown(exercises.PREDICTION_TOLERANCE).rstrip("0"), examples.ADDED, s, r)
    return prose.Numbers(answer, examples.PRESETS, named)
