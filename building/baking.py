"""Computes what stands in the pages before any script runs: the numbers of example 15.1, from the page's own Python."""

import ast
import json

from qkv import bridge, examples, exercises, figure, laboratory
from qkv.numerals import shown

from building.folders import ROOT
from templates import guide, prose

D_K_SHOWN, SEED = 64, 15  # the laboratory's first experiment


def answer(**message):
    """What the browser's Python will answer, from the same code; to compute, with what stands around the matrices."""
    reply = json.loads(bridge.handle(json.dumps({"id": 0} | message)))
    return answer(**message | {"type": "elaborate"}) | reply if reply["type"] == "computed" else reply


def bake():
    """Every number of 例 15.1, each receiving row's ledger and mix, and the laboratory's first experiment."""
    example = examples.PRESETS["example-15.1"]
    reply = answer(type="compute", state=example)
    followed = [answer(type="compute", state=example | {"followed": row}) for row in range(reply["sizes"]["T"])]
    for key in ("ledger", "pictures"):
        reply[key] = [of_row[key] for of_row in followed]
    cross = examples.PRESETS["cross"]
    return {
        "state": example, "reply": reply, "presets": examples.PRESETS, "beyond": examples.BEYOND,
        "figure": figure.described(),
        "sources": {"matrix": answer(type="compute", state=cross)["matrices"]["X_src"], "tokens": cross["source_tokens"]},
        "experiment": answer(type="experiment", d_k=D_K_SHOWN, seed=SEED) | {"seed": SEED},
    }


def chapter():
    """What the page around the figure is made of, the same in every language."""
    return {
        "guide": guide.GUIDE, "variants": list(figure.VARIANTS), "mistakes": list(figure.MISTAKES),
        "exercises": figure.EXERCISES, "matrices": list(figure.MATRICES), "max_size": figure.MAX_SIZE,
        "max_d_k": laboratory.MAX_D_K, "draws": laboratory.DRAWS, "sources_drawn": laboratory.KEYS, "seed": SEED,
        "sources": {
            "head.py": source_parts("head.py", made_by_verbs()),
            "mistakes.py": source_parts("mistakes.py", {
                about.verb: {"makes": about.replaces, "mistake": mistake} for mistake, about in figure.MISTAKES.items()
            }),
        },
    }


def made_by_verbs():
    """{function of head.py: {"makes": names of the matrices that it makes}}, for the code panel to light."""
    verbs = {"forbid_future": {"makes": "S-causal"}}
    for name, matrix in figure.MATRICES.items():
        if matrix.verb:
            made = verbs.get(matrix.verb, {}).get("makes")
            verbs[matrix.verb] = {"makes": f"{made} {name}" if made else name}
    return verbs


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
