"""The five exercises, judged on the live figure."""

import pytest
from playwright.sync_api import expect

from qkv import figure


def exercise(page, number):
    return page.locator(f'[data-exercise="{number}"]')


def check(page, number):
    exercise(page, number).locator('[data-do="check"]').click()
    return exercise(page, number).locator(".verdict")


def is_right(page, number):
    expect(check(page, number)).to_have_attribute("data-judged", "right")
    expect(exercise(page, number).locator(".done")).to_be_visible()


def answer(page, number, **texts):
    for name, text in texts.items():
        exercise(page, number).locator(f'[data-answer="{name.replace("_", "-")}"]').fill(text)


def test_exercise_1_is_solved_in_the_figure(page):
    expect(check(page, 1)).to_contain_text("[1, 1]")
    page.type("Q", 2, 0, "0")
    page.type("Q", 2, 1, "0")
    page.settled()
    is_right(page, 1)
    assert page.read()["A"][2] == ["0.333333"] * 3 and page.read()["O"][2] == ["1.333333"] * 2
    expect(exercise(page, 1).locator(".verdict")).to_contain_text("[1.333333, 1.333333]")


def test_exercise_2_takes_one_s_own_counterexample_and_says_why_another_is_none(page):
    def enter(rows):
        for i, row in enumerate(rows):
            for j, text in enumerate(row):
                page.type("A", i, j, text)

    enter([["1/3"] * 3] * 3)
    expect(check(page, 2)).to_contain_text("仍是合法的混合")
    enter([["1/2", "1/2", "1/2"], ["1/2", "1/4", "1/4"], ["0", "1/4", "0.2"]])
    expect(check(page, 2)).to_contain_text("第 3 列的和是 0.950000")
    page.type("A", 2, 2, "1/4")
    is_right(page, 2)


def test_exercise_3_is_predicted_before_it_is_shown(page):
    see = exercise(page, 3).locator('[data-do="see"]')
    expect(see.first).to_be_hidden()
    answer(page, 3, every_1="3.401", every_2="0.198", first_1="3.401", first_2="0.198")
    expect(check(page, 3)).to_contain_text("只有一个来源变了")
    answer(page, 3, first_1="2.2033", first_2="0.7967")
    is_right(page, 3)
    see.first.click()
    page.settled()
    assert page.read()["O"][0] == ["3.401112", "0.197776"]


def test_exercise_3_stands_by_its_answer_after_showing_it(page):
    answer(page, 3, every_1="3.401", every_2="0.198", first_1="2.2033", first_2="0.7967")
    is_right(page, 3)
    exercise(page, 3).locator('[data-do="see"]').first.click()
    page.settled()
    is_right(page, 3)


def test_an_answer_that_does_not_read_is_kept_and_its_field_is_named(page):
    answer(page, 3, every_1="3,4", every_2="0", first_1="0", first_2="0")
    expect(check(page, 3)).to_contain_text("带逗号")
    field = exercise(page, 3).locator('[data-answer="every-1"]')
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_value("3,4")


def test_exercise_4_is_answered_and_then_seen_by_resizing(page):
    answer(page, 4, scores_rows="5", scores_columns="5", output_rows="5", output_columns="3", divisor="5")
    exercise(page, 4).locator("select").select_option("keys")
    expect(check(page, 4)).to_contain_text("5 来自来源的个数")
    answer(page, 4, divisor="√4")
    expect(check(page, 4)).to_contain_text("dₖ = 4")
    for axis, size in {"T": 5, "d_k": 4, "d_v": 3}.items():
        page.resize(axis, size)
    page.settled()
    is_right(page, 4)
    assert (page.matrix("S").get_attribute("data-rows"), page.matrix("O").get_attribute("data-cols")) == ("5", "3")


def test_exercise_5_runs_the_controlled_comparison(page):
    expect(check(page, 5)).to_contain_text("先选一种证据")
    exercise(page, 5).locator('[value="larger"]').check()
    expect(check(page, 5)).to_contain_text("份额")
    exercise(page, 5).locator('[value="controlled"]').check()
    expect(check(page, 5)).to_contain_text("V 全是零")
    page.preset("example-15.2")
    is_right(page, 5)


def test_progress_is_kept_and_can_be_started_over(cold):
    page = cold()
    page.ready()
    page.preset("exercise-1")
    is_right(page, 1)
    answer(page, 3, every_1="3.4")
    page.tab.reload()
    expect(exercise(page, 1).locator(".done")).to_be_visible()
    expect(exercise(page, 3).locator('[data-answer="every-1"]')).to_have_value("3.4")
    expect(page.locator("#exercises-progress")).to_have_text("已完成 1 / 5")
    exercise(page, 1).locator('[data-do="restart"]').click()
    exercise(page, 3).locator('[data-do="restart"]').click()
    expect(exercise(page, 1).locator(".done")).to_be_hidden()
    page.tab.reload()
    expect(page.locator("#exercises-progress")).to_have_text("已完成 0 / 5")
    expect(exercise(page, 3).locator('[data-answer="every-1"]')).to_have_value("")


@pytest.mark.parametrize(
    "kept",
    ["{", "[]", '{"3": {"answer": null}}', '{"1": null, "9": {"done": true}, "toString": {"done": true}}', '"x"', "7"],
)
def test_progress_that_is_damaged_is_forgotten(cold, kept):
    page = cold(prepare=lambda tab: tab.add_init_script(f"localStorage.setItem('qkv-flow-exercises', {kept!r})"))
    page.ready()
    expect(page.locator("#exercises-progress")).to_have_text("已完成 0 / 5")


def test_a_verdict_goes_when_the_figure_changes_and_a_check_started_over_is_not_heard(page):
    verdict = check(page, 1)
    expect(verdict).to_contain_text("[1, 1]")
    page.type("Q", 2, 0, "0")
    expect(verdict).to_have_text("")
    page.type("Q", 2, 1, "0")
    page.settled()
    exercise(page, 1).evaluate("""article => {
        for (const act of ['check', 'restart']) article.querySelector(`[data-do=${act}]`).click(); }""")
    check(page, 2)
    expect(exercise(page, 2).locator(".verdict")).to_have_attribute("data-judged", "wrong")
    expect(exercise(page, 1).locator(".verdict")).to_have_text("")
    expect(exercise(page, 1).locator(".done")).to_be_hidden()


def test_every_solution_opens(page):
    for number in range(1, 6):
        expect(exercise(page, number).locator("details p")).to_be_hidden()
        exercise(page, number).locator("summary").click()
        expect(exercise(page, number).locator("details p")).to_be_visible()


def entered(page):
    """{number: {name: text or choice}} as the page holds it."""
    script = """articles => Object.fromEntries(articles.map(article => [article.dataset.exercise,
        Object.fromEntries([...article.querySelectorAll('[data-answer]')].filter(
            field => field.type !== 'radio' || field.checked).map(field => [field.dataset.answer, field.value]))]))"""
    return page.locator("[data-exercise]").evaluate_all(script)


def test_progress_of_every_declared_exercise_survives_a_reload(cold):
    page = cold()
    page.ready()
    answer(page, 3, every_1="3.401", every_2="0.198", first_1="2.2033", first_2="0.7967")
    answer(page, 4, scores_rows="5", scores_columns="5", output_rows="5", output_columns="3", divisor="2")
    exercise(page, 4).locator("select").select_option("keys")
    exercise(page, 5).locator('[value="controlled"]').check()
    solved = {3: "example-15.1", 1: "exercise-1", 2: "exercise-2", 4: "exercise-4", 5: "example-15.2"}
    assert solved.keys() == figure.EXERCISES.keys()
    for number, preset in solved.items():
        page.preset(preset)
        is_right(page, number)
    before = entered(page)
    fields = {str(number): about.fields for number, about in figure.EXERCISES.items()}
    assert {number: {name for name, text in texts.items() if text} for number, texts in before.items()} == {
        number: {f"{one.name}-{part}" if one.parts else one.name for one in several for part in one.parts or [""]}
        for number, several in fields.items()}
    page.tab.reload()
    expect(page.locator("#exercises-progress")).to_have_text("已完成 5 / 5")
    for number in figure.EXERCISES:
        expect(exercise(page, number).locator(".done")).to_be_visible()
        for button in exercise(page, number).locator('[data-do="see"]').all():
            expect(button).to_be_visible()
    assert entered(page) == before


def test_a_verdict_stands_while_only_labels_and_the_followed_row_change(page):
    page.preset("exercise-1")
    is_right(page, 1)
    verdict = exercise(page, 1).locator(".verdict")
    said = verdict.inner_text()
    page.change_no_number()
    assert (verdict.get_attribute("data-judged"), verdict.inner_text()) == ("right", said)
    page.type("X", 0, 0, "7")
    expect(verdict).to_have_text("")
    expect(verdict).to_have_attribute("data-judged", "")
