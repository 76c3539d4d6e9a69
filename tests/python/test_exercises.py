"""The exercises accept every right answer of a generated family and refuse near misses, each with its reason."""

import copy
import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from building import folders
from qkv import examples, exercises, figure
from qkv.problems import Refused
from qkv.state import read
from tests.helpers.words import WORDS
from tests.reference import attend

EXAMPLE = examples.PRESETS["example-15.1"]
integers = st.integers(-9, 9)


def judge(number, state=EXAMPLE, **answer):
    return exercises.judge(number, read(state), {name.replace("_", "-"): text for name, text in answer.items()})


def with_pins(*pins, **cells):
    state = copy.deepcopy(EXAMPLE) | {"pins": [list(pin) for pin in pins]}
    state["cells"] |= cells
    return state


def pinned_A(rows):
    return with_pins(*(("A", i, j, str(number)) for i, row in enumerate(rows) for j, number in enumerate(row)))


@given(st.lists(st.tuples(st.sampled_from(["0", "-0", "0/7", "0e5", "０"]), integers), min_size=2, max_size=2))
def test_1_accepts_a_zero_query_however_it_is_written_and_whatever_other_queries_are(cells):
    zeros = [("Q", 2, column, text) for column, (text, _) in enumerate(cells)]
    others = [("Q", 0, column, str(number)) for column, (_, number) in enumerate(cells)]
    verdict = judge(1, with_pins(*zeros, *others))
    assert verdict.code == "right" and verdict.places == {
        "weights": "[0.333333, 0.333333, 0.333333]",
        "output": "[1.333333, 1.333333]",
    }


@pytest.mark.parametrize("state, code", [
    (EXAMPLE, "query-not-zero"),
    (with_pins(("Q", 2, 0, "0")), "query-not-zero"),
    (with_pins(("Q", 2, 0, "0"), ("Q", 2, 1, "1e-9")), "query-not-zero"),
    (with_pins(("Q", 1, 0, "0"), ("Q", 1, 1, "0")), "query-not-zero"),  # another row
    (with_pins(X=[["1", "0"], ["0", "1"], ["0", "0"]]), "sources-changed"),
    (with_pins(("Q", 2, 0, "0"), ("Q", 2, 1, "0"), ("V", 0, 0, "2")), "sources-changed"),
    (with_pins(("Q", 2, 0, "0"), ("Q", 2, 1, "0"), ("A", 2, 0, "1")), "weights-overridden"),
    (with_pins(("Q", 2, 0, "0"), ("Q", 2, 1, "0"), ("O", 2, 0, "99")), "output-overridden"),
    (examples.PRESETS["one-position"], "no-third-row"),
])
def test_1_says_what_is_missing(state, code):
    assert judge(1, state).code == code


@st.composite
def counterexamples(draw):
    """Rows of fractions whose columns sum to 1 and whose first row is no mix."""
    rows = [
        [Fraction(draw(st.integers(-20, 20)), draw(st.sampled_from([1, 2, 4, 3, 7]))) for _ in range(3)]
        for _ in range(2)
    ]
    last = [1 - sum(column) for column in zip(*rows, strict=True)]
    rows.append(last)
    if sum(rows[0]) == 1 and min(rows[0]) >= 0:
        rows[0][0] += 1
        rows[2][0] -= 1
    return rows


@given(counterexamples())
def test_2_accepts_every_counterexample(rows):
    assert judge(2, pinned_A(rows)).code == "right"


@given(st.permutations(range(3)), st.integers(0, 10))
def test_2_refuses_columns_that_sum_to_one_where_the_first_row_is_still_a_mix(order, tenths):
    share = Fraction(tenths, 10)
    rows = [[Fraction(int(j == order[i])) for j in range(3)] for i in range(3)]
    rows = [[share * a + (1 - share) * Fraction(1, 3) for a in row] for row in rows]  # doubly stochastic
    assert judge(2, pinned_A(rows)).code == "still-a-mix"


@given(counterexamples(), st.integers(0, 2), st.sampled_from([Fraction(1, 1000), Fraction(-1, 10**6)]))
def test_2_refuses_near_misses_and_names_the_column(rows, column, slip):
    rows[1][column] += slip
    verdict = judge(2, pinned_A(rows))
    assert verdict.code == "column-sum" and verdict.places["column"] == column + 1


def test_2_wants_thirds_as_fractions():
    rows = [["0.333333"] * 3] * 3
    verdict = judge(2, pinned_A(rows))
    assert verdict.code == "column-sum" and verdict.places["got"] == "0.999999"
    assert judge(2).code == "column-sum"  # the head's own A
    assert judge(2, examples.PRESETS["exercise-4"]).code == "shape"


def outputs(state):
    """O₁ by the tests' own arithmetic: with [2,-1] added to every row of V, and to the first one."""
    found = attend(state["cells"])
    every = [float(a + b) for a, b in zip(found["O"][0], (2, -1), strict=True)]
    first = [float(a + found["A"][0][0] * b) for a, b in zip(found["O"][0], (2, -1), strict=True)]
    return [float(a) for a in found["O"][0]], every, first


def prediction(every, first):
    return {
        f"{part}-{c + 1}": repr(pair[c]) for part, pair in {"every": every, "first": first}.items() for c in range(2)
    }


@given(st.lists(st.lists(integers, min_size=2, max_size=2), min_size=1, max_size=4), st.floats(-4.9e-4, 4.9e-4))
def test_3_accepts_predictions_within_the_tolerance_for_whatever_stands_in_the_figure(X, slip):
    state = with_pins(X=[[str(number) for number in row] for row in X])
    state["tokens"] = [""] * len(X)
    _, every, first = outputs(state)
    assert (
        exercises.judge(3, read(state), prediction([n + slip for n in every], [n - slip for n in first])).code
        == "right"
    )
    off = [every[0] + 6e-4, every[1]]
    assert exercises.judge(3, read(state), prediction(off, first)).code != "right"


def test_3_accepts_the_chapter_s_figures_and_knows_the_usual_confusions():
    old, every, first = outputs(EXAMPLE)
    assert every == pytest.approx([3.401112092679786, 0.1977758146404283]) and first[0] == pytest.approx(
        1.401112092679786 + 2 * 0.4011120926797859
    )

    def code(a, b):
        return exercises.judge(3, read(EXAMPLE), prediction(a, b)).code

    assert code([3.401, 0.198], [2.203, 0.797]) == "right"
    assert code(old, first) == "every-unchanged" and code([old[0] - 2, old[1] + 1], first) == "every-wrong-sign"
    assert code(first, first) == "every-only-weighted" and code([9, 9], first) == "every-off"
    assert code(every, old) == "first-unchanged" and code(every, every) == "first-whole-vector"
    assert code(every, [old[0] - 2, old[1] + 1]) == "first-wrong-sign" and code(every, [9, 9]) == "first-off"
    assert exercises.judge(3, read(EXAMPLE), prediction(every, [9, 9])).parts == ["every"]
    assert judge(3, examples.PRESETS["exercise-4"]).code == "two-coordinates"


def test_an_answer_that_does_not_read_names_its_field(ask):
    reply = ask(type="judge", exercise=3, state=EXAMPLE, answer={"every-1": "three"})
    (problem,) = reply["problems"]
    assert reply["type"] == "rejected" and (problem["code"], problem["field"]) == ("cell-syntax", "every-1")
    assert ask(type="judge", exercise=3, state=EXAMPLE, answer={})["problems"][0]["code"] == "cell-empty"


SIZES = {
    "scores-rows": "5",
    "scores-columns": "5",
    "output-rows": "5",
    "output-columns": "3",
    "divisor": "2",
    "axis": "keys",
}


@pytest.mark.parametrize("divisor", ["2", "√4", "sqrt(4)", "4/2", "２"])
def test_4_accepts_the_divisor_however_it_is_written_and_then_wants_to_see_the_figure(divisor):
    answer = SIZES | {"divisor": divisor}
    assert exercises.judge(4, read(EXAMPLE), answer).code == "resize"
    verdict = exercises.judge(4, read(examples.PRESETS["exercise-4"]), answer)
    assert verdict.code == "right" and verdict.places == {"scores": "[5,5]", "output": "[5,3]"}


@given(integers, integers)
def test_4_accepts_any_figure_of_those_sizes_whatever_its_numbers(a, b):
    state = copy.deepcopy(examples.PRESETS["exercise-4"])
    state["cells"]["X"][0][0], state["cells"]["W_Q"][1][1] = str(a), str(b)
    assert exercises.judge(4, read(state), SIZES).code == "right"


@pytest.mark.parametrize(
    "slip, code",
    [
        ({"scores-columns": "4"}, "scores-wrong"),
        ({"scores-rows": "3"}, "scores-wrong"),
        ({"output-columns": "4"}, "output-d_k"),
        ({"output-rows": "3", "output-columns": "5"}, "output-wrong"),
        ({"divisor": "5"}, "divisor-sources"),
        ({"divisor": "√5"}, "divisor-sources"),
        ({"divisor": "2.236"}, "divisor-sources"),
        ({"divisor": "4"}, "divisor-d_k"),
        ({"divisor": "√3"}, "divisor-wrong"),
        ({"divisor": "2.0001"}, "divisor-wrong"),
        ({"axis": "queries"}, "axis-wrong"),
        ({"axis": ""}, "axis-wrong"),
    ],
)
def test_4_says_what_is_wrong(slip, code):
    assert exercises.judge(4, read(examples.PRESETS["exercise-4"]), SIZES | slip).code == code


ZERO_V = [("V", i, c, "0") for i in range(3) for c in range(2)]


@pytest.mark.parametrize("state", [examples.PRESETS["example-15.2"], with_pins(*ZERO_V)], ids=["W_V = 0", "V = 0"])
def test_5_accepts_both_ways_to_send_nothing(state):
    verdict = judge(5, state, evidence="controlled")
    assert verdict.code == "right" and verdict.places == {"weight": "0.401112", "output": "[0, 0]"}


@pytest.mark.parametrize(
    "state, evidence, code",
    [
        (examples.PRESETS["example-15.2"], None, "evidence-none"),
        (examples.PRESETS["example-15.2"], "larger", "evidence-larger"),
        (examples.PRESETS["example-15.2"], "more-rows", "evidence-more-rows"),
        (EXAMPLE, "controlled", "values-not-zero"),
        (with_pins(*ZERO_V[:-1]), "controlled", "values-not-zero"),
        (with_pins(*ZERO_V, ("Q", 0, 0, "5")), "controlled", "weights-changed"),
        (with_pins(("O", 0, 0, "1"), *ZERO_V), "controlled", "output-overridden"),
        (with_pins(X=[["0", "0"]] * 3), "controlled", "weights-changed"),
    ],
)
def test_5_says_what_is_missing(state, evidence, code):
    assert judge(5, state, **({"evidence": evidence} if evidence else {})).code == code


@pytest.mark.parametrize("number", range(1, 6))
def test_exercises_are_about_the_plain_head(number):
    assert judge(number, examples.PRESETS["causal"]).code == "not-plain"
    assert judge(number, EXAMPLE | {"mistake": "columns"}).code == "not-plain"


def test_every_verdict_has_words_in_every_language():
    source = (folders.ROOT / "py/qkv/exercises.py").read_text()
    codes = set(re.findall(r'Verdict\(\s*"([a-z_-]+)"', source)) | set(re.findall(r'code = "([a-z_-]+)"', source))
    codes |= set(re.findall(r'else "(divisor-[a-z_]+)"', source)) | {
        "right",
        "scores-wrong",
        "output-wrong",
        "evidence-larger",
        "evidence-more-rows",
    }
    codes |= {f"{part}-{slip}" for part in ("every", "first") for slip in ("off", "unchanged", "wrong-sign")} | {
        "every-only-weighted",
        "first-whole-vector",
    }
    assert len(codes) > 30
    for locale, words in WORDS.items():
        said = words["exercises"]
        known = {code for verdicts in said.values() if isinstance(verdicts, dict) for code in verdicts} | set(said)
        assert codes <= known, (locale, codes - known)


def test_every_declared_exercise_has_a_judge():
    """Of whatever number is declared; what it says of an answer with nothing in it is that something is missing."""
    assert list(figure.EXERCISES) == [1, 2, 3, 4, 5]
    for number in figure.EXERCISES:
        try:
            assert judge(number).code != exercises.RIGHT, number
        except Refused as refused:  # a field that is empty
            names = {f"{one.name}-{part}" for one in figure.EXERCISES[number].fields for part in one.parts}
            assert {problem.field for problem in refused.problems} <= names
    with pytest.raises(KeyError):
        judge(len(figure.EXERCISES) + 1)


@pytest.mark.parametrize("language", WORDS)
def test_every_declared_exercise_and_its_fields_have_words(language):
    words = WORDS[language]["exercises"]
    assert [key for key in words if key.isdigit()] == [str(number) for number in figure.EXERCISES]
    for number, exercise in figure.EXERCISES.items():
        said = words[str(number)]
        needed = {"title", "task", "solution", "right"}
        for one in exercise.fields:
            prefix = "choice" if one.kind == "radio" else one.name
            needed |= {one.name, *(f"{prefix}_{option}" for option in one.options)}
            needed |= {f"{one.name}_choose"} if one.kind == "list" else set()
        assert needed <= said.keys() and all(said[name].strip() for name in needed)
        assert all(preset in examples.PRESETS for preset in exercise.shows)
