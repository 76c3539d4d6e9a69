"""The chapter around the figure, in the browser: guided path, exercises, laboratory, mistakes, variants, pictures, code."""

import re

import pytest
from playwright.sync_api import expect

import build
from qkv import laboratory
from tests.helpers.page import Companion
from tests.reference import SHOWN

WORDS = {locale: build.read_words(locale) for locale in build.LOCALES}
ZH = WORDS["zh"]


def action(page, name):
    return page.locator(f'[data-action="{name}"]')


def spoken(page):
    return {matrix.get_attribute("data-matrix") for matrix in page.locator("[data-matrix].spoken").all()}


def open_preset(page, name):
    page.locator(f'a[data-preset="{name}"]').click()
    page.settled()


# The guided path


def test_the_path_shows_one_step_at_a_time_lights_it_and_sets_its_state(page):
    steps = page.locator("[data-guide]")
    expect(steps).to_have_count(9)
    seen = []
    for position in range(9):
        current = page.locator("[data-guide]:visible")
        expect(current).to_have_count(1)
        seen.append(current.get_attribute("data-guide"))
        if position:
            assert spoken(page) == set(current.get_attribute("data-lights").split())
        page.settled()
        if seen[-1] == "silence":
            assert page.read()["O"] == [["0", "0"]] * 3 and page.read()["A"] == SHOWN["A"]
        if seen[-1] == "shift":
            assert page.read()["O"][0] == ["3.401112", "0.197776"]
        if position < 8:
            action(page, "guide-next").click()
    assert seen == ["project", "compare", "scale", "normalise", "mix", "silence", "shift", "check", "limits"]
    expect(action(page, "guide-next")).to_have_attribute("aria-disabled", "true")
    expect(action(page, "guide-next")).to_be_focused()


def test_one_click_leads_back_to_the_reader_s_own_state(page):
    expect(action(page, "guide-back")).to_be_hidden()
    page.type("X", 0, 0, "7/2")
    page.type("A", 1, 1, "0.5")
    page.settled()
    own, pins = page.read("data-value"), page.pins()
    for _ in range(6):
        action(page, "guide-next").click()
    page.settled()
    page.type("W_V", 0, 0, "3")  # playing with a step's state does not replace one's own
    action(page, "guide-next").click()
    action(page, "guide-back").click()
    page.settled()
    assert page.read("data-value") == own and page.pins() == pins
    expect(action(page, "guide-back")).to_be_hidden()
    assert spoken(page) == set()


def test_a_reader_s_edit_puts_the_light_out_and_the_path_never_sets_a_state_by_itself(page):
    assert spoken(page) == set() and page.read() == SHOWN
    action(page, "guide-show").click()
    assert spoken(page) == set("X W_Q W_K W_V Q K V".split())
    page.type("X", 0, 0, "2")
    assert spoken(page) == set()


def test_every_question_has_an_answer_to_open(page):
    for step in page.locator("[data-guide]").all():
        if step.is_visible():
            expect(step.locator("details p")).to_be_hidden()
            step.locator("summary").click()
            expect(step.locator("details p")).to_be_visible()


@pytest.mark.parametrize("path", ["", "en/"])
def test_without_script_the_whole_chapter_reads(cold, path):
    page = cold(path, java_script_enabled=False)
    expect(page.locator("[data-guide]:visible")).to_have_count(9)
    expect(page.locator("[data-exercise]:visible")).to_have_count(5)
    for part in ["#laboratory table", "#glossary", "#references", '#code a[href$="head.py"]']:
        expect(page.locator(part).first).to_be_visible()
    assert page.locator('[data-side="before"] [data-what="spread"]').inner_text() == "8"


@pytest.mark.parametrize("width, beside", [(1440, True), (820, False), (390, False)])
def test_the_path_stands_beside_the_figure_when_wide_and_above_it_when_narrow(cold, width, beside):
    page = cold(viewport={"width": width, "height": 900})
    page.ready()
    guide, panel = page.locator("#guide").bounding_box(), page.locator("#panel-project").bounding_box()
    assert (guide["x"] >= panel["x"] + panel["width"] and abs(guide["y"] - panel["y"]) < 2) if beside else guide["y"] + guide["height"] <= panel["y"]
    assert page.tab.evaluate("document.documentElement.scrollWidth") <= width


# The exercises


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
        page.locator(f'[data-size="{axis}"]').fill(str(size))
        page.locator(f'[data-size="{axis}"]').press("Enter")
    page.settled()
    is_right(page, 4)
    assert (page.matrix("S").get_attribute("data-rows"), page.matrix("O").get_attribute("data-cols")) == ("5", "3")


def test_exercise_5_runs_the_controlled_comparison(page):
    expect(check(page, 5)).to_contain_text("先选一种证据")
    exercise(page, 5).locator('[value="larger"]').check()
    expect(check(page, 5)).to_contain_text("份额")
    exercise(page, 5).locator('[value="controlled"]').check()
    expect(check(page, 5)).to_contain_text("V 全是零")
    open_preset(page, "example-15.2")
    is_right(page, 5)


def test_progress_is_kept_and_can_be_started_over(cold):
    page = cold()
    page.ready()
    open_preset(page, "exercise-1")
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


@pytest.mark.parametrize("kept", ["{", "[]", '{"3": {"answer": null}}', '{"1": null, "9": {"done": true}, "toString": {"done": true}}', '"x"', "7"])
def test_progress_that_is_damaged_is_forgotten(cold, kept):
    page = cold(prepare=lambda tab: tab.add_init_script(f"localStorage.setItem('qkv-flow-exercises', {kept!r})"))
    page.ready()
    expect(page.locator("#exercises-progress")).to_have_text("已完成 0 / 5")


def test_every_solution_opens(page):
    for number in range(1, 6):
        exercise(page, number).locator("summary").click()
        expect(exercise(page, number).locator("details p")).to_be_visible()


# The laboratory


def figures(page):
    return {side: {what: page.locator(f'#laboratory [data-side="{side}"] [data-what="{what}"]').inner_text()
                   for what in ("variance", "spread", "largest", "entropy")} for side in ("before", "after")}


def test_the_laboratory_draws_the_exact_distribution_and_says_its_figures(page):
    for d_k, spread in [(2, "1.414214"), (64, "8"), (1, "1"), (256, "16")]:
        page.locator("#laboratory-d_k").fill(str(d_k))
        page.locator("#laboratory-d_k").press("Enter")
        before = page.locator('#laboratory [data-side="before"]')
        expect(before.locator('[data-what="spread"]')).to_have_text(spread)
        expect(before.locator('[data-what="variance"]')).to_have_text(str(d_k))
        assert figures(page)["after"]["variance"] == "1" and figures(page)["after"]["spread"] == "1"
        expect(page.locator("#laboratory-before")).to_have_attribute("aria-label", f"点积的分布，d_k = {d_k}：不除，标准差 {spread}")
        stems = page.locator("#laboratory-before .stem").evaluate_all("all => all.map(stem => stem.y1.baseVal.value - stem.y2.baseVal.value)")
        chances = [float(chance) for value, chance in laboratory.distribution(d_k) if abs(value) <= max(4 * d_k ** 0.5, 4)]
        assert [height / max(stems) for height in stems] == pytest.approx([chance / max(chances) for chance in chances], abs=1e-3)


def test_the_slider_and_the_field_follow_each_other_and_another_seed_draws_anew(page):
    page.locator("#laboratory-range").fill("16")
    expect(page.locator("#laboratory-d_k")).to_have_value("16")
    expect(page.locator('#laboratory [data-side="before"] [data-what="spread"]')).to_have_text("4")
    before = figures(page)
    action(page, "redraw").click()
    expect(page.locator("#laboratory-draws")).to_contain_text("种子 16")
    after = figures(page)
    assert after["before"]["spread"] == before["before"]["spread"] and after["before"]["largest"] != before["before"]["largest"]
    page.locator("#laboratory-d_k").fill("999")
    page.locator("#laboratory-d_k").press("Enter")
    expect(page.locator("#laboratory-range")).to_have_value("256")


# Mistakes and variants


@pytest.mark.parametrize("mistake", ["columns", "root-T", "no-division", "no-shift"])
def test_each_mistake_is_named_really_made_and_leaves_no_trace(page, mistake):
    page.type("W_Q", 0, 0, "5/2")
    page.settled()
    before = (page.read("data-value"), page.read(), page.pins(), page.attributes("data-changed"), page.locator("#figure").inner_html())
    switch = page.locator(f'button[data-mistake="{mistake}"]')
    switch.click()
    page.settled()
    expect(switch).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#mistake-about")).to_have_text(ZH["mistakes"][mistake]["about"])
    expect(page.locator("#right table")).to_have_count(2)
    right = [[cell.inner_text() for cell in row.locator("td").all()] for row in page.locator("#right table").first.locator("tbody tr").all()]
    assert right == before[1]["A"]
    changed = page.read("data-value") != before[0]
    assert changed == (mistake != "no-shift") or page.read() == before[1]
    action(page, "no-mistake").click()
    page.settled()
    expect(switch).to_be_focused()
    expect(page.locator("#mistake-about")).to_be_hidden()
    page.cell("W_Q", 0, 0).click()  # where the focus was
    expect(page.locator("#figure .fresh")).to_have_count(0)
    after = (page.read("data-value"), page.read(), page.pins(), page.attributes("data-changed"))
    assert after == before[:4]


def test_a_mistake_changes_the_chips_that_it_speaks_of(page):
    chip = page.locator('[data-chip="scale"] b span:visible')
    expect(chip).to_have_text("÷ √dk")
    page.locator('button[data-mistake="root-T"]').click()
    expect(chip).to_have_text("÷ √T", use_inner_text=True)
    page.locator('button[data-mistake="columns"]').click()
    expect(chip).to_have_text("÷ √dk")
    expect(page.locator('[data-chip="normalise"] b span:visible')).to_have_text("÷ 列和")


def test_scores_near_a_thousand_show_inf_and_nan_beside_the_right_result(page):
    open_preset(page, "scores-near-1000")
    assert page.read()["A"][0] == ["NaN", "0", "NaN"]
    expect(page.locator('[data-step="exps"]')).to_contain_text("∞")
    expect(page.matrix("A").locator(".note")).to_contain_text("不是数")
    expect(page.locator("#right")).to_contain_text("0.500000")
    expect(page.locator('[data-picture-none="values"]')).to_have_text(ZH["pictures"]["not_drawable"])
    action(page, "verify").click()
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "fail")
    expect(page.locator("#verify-summary")).to_contain_text(ZH["mistakes"]["no-shift"]["title"])
    action(page, "no-mistake").click()
    page.settled()
    page.agrees_with_oracle()


def test_q_at_k_shows_the_shapes_that_do_not_meet(page):
    said = page.locator("#untransposed")
    expect(said).to_contain_text("[3,2] @ [3,2]：左边 2 列，右边 3 行")
    expect(page.locator("#transposed")).to_have_text("Q @ Kᵀ：[3,2] @ [2,3] → [3,3]")
    page.locator('[data-grow="T"][data-by="-1"]').click()
    expect(said).to_contain_text("恰好对得上")


def vary(page, variant):
    page.locator(f'button[data-variant="{variant}"]').click()
    page.settled()


def test_the_causal_mask_in_the_figure(page):
    vary(page, "causal")
    assert page.read()["S"][0] == ["0.707107", "-∞", "-∞"] and page.read()["A"][0] == ["1", "0", "0"]
    expect(page.locator('[data-chip="mask"]')).to_be_visible()
    page.agrees_with_oracle()
    before = page.read("data-value")["O"]
    page.type("X", 2, 0, "9")
    page.settled()
    assert page.read("data-value")["O"][:2] == before[:2]
    page.cell("S", 0, 2).click()
    expect(page.locator("#inspector-about")).to_contain_text("掩码不许读这个来源")
    vary(page, "self")
    expect(page.locator('[data-chip="mask"]')).to_be_hidden()


def test_cross_attention_brings_a_second_sequence_of_its_own_length(page):
    vary(page, "cross")
    sources = page.matrix("X_src")
    assert (sources.get_attribute("data-rows"), page.matrix("D").get_attribute("data-cols")) == ("4", "4")
    assert page.matrix("K").locator("tbody th").all_inner_texts() == ["le", "rouge", "clé", "."]
    assert page.matrix("A").locator("tbody th").all_inner_texts() == ["red", "key", "."]
    assert page.matrix("A").locator("thead th:not(.sum)").all_inner_texts() == ["le", "rouge", "clé", "."]
    page.agrees_with_oracle()
    expect(page.locator('[data-mirror="X_src"] .name')).to_have_attribute("href", "#matrix-X_src")
    sources.locator('[data-grow="T_src"][data-by="1"]').click()
    page.type("X_src", 4, 1, "-2")
    page.settled()
    assert page.matrix("A").get_attribute("data-cols") == "5"
    page.agrees_with_oracle()
    page.cell("V", 4, 0).click()
    expect(page.locator("#inspector-formula")).to_contain_text("V[5,1] = 0·1 + (−2)·1 = −2")
    assert sources.locator("td.lit").count() == 2
    page.locator('[data-source-token="0"]').fill("der")
    page.locator('[data-source-token="0"]').press("Enter")
    assert page.cell("A", 0, 0).get_attribute("aria-label").startswith("A，接收位置 1 red，来源位置 1 der，")
    vary(page, "self")
    expect(page.matrix("X_src")).to_have_count(0)
    expect(page.locator("[data-sources]")).to_have_attribute("data-mirror", "X")
    assert page.read() == SHOWN
    vary(page, "cross")
    expect(page.cell("X_src", 4, 1)).to_have_value("-2")  # nothing typed is lost
    for _ in range(6):
        action(page, "undo").click()
    page.settled()
    assert page.read() == SHOWN


def test_editing_one_sample_leaves_the_other_bitwise_unchanged_and_both_can_be_edited(page):
    vary(page, "batch")
    expect(page.locator("#resting table")).to_have_count(3)
    page.type("X", 0, 0, "4")
    expect(page.locator("#resting-said")).to_contain_text("69 个数")
    first = page.read("data-value")
    page.locator('[data-sample="1"]').click()
    page.settled()
    assert page.matrix("X").locator("tbody th").all_inner_texts() == ["blue", "key", "."]
    page.agrees_with_oracle()
    page.type("Q", 1, 1, "1/3")
    expect(page.locator("#resting-said")).to_contain_text("69 个数")
    page.locator('[data-sample="0"]').click()
    page.settled()
    assert page.read("data-value") == first and page.pins() == []
    page.type("W_K", 0, 0, "3")
    expect(page.locator("#resting-said")).to_have_text(ZH["variants"]["touched"])
    action(page, "verify").click()
    expect(page.locator('#verify-table [data-verified="O"]')).to_have_count(2)
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "pass")


@pytest.mark.parametrize("variant", ["causal", "cross", "batch"])
def test_a_variant_survives_a_link_and_a_reload(page, variant):
    vary(page, variant)
    page.type("W_V", 0, 1, "√2")
    page.locator('button[data-mistake="root-T"]').click()
    page.settled()
    values = page.read("data-value")
    action(page, "share").click()
    link = page.tab.evaluate("navigator.clipboard.readText()")
    other = Companion(page.tab.context.new_page(), page.site)
    other.tab.goto(link)
    other.ready()
    expect(other.locator(f'button[data-variant="{variant}"]')).to_have_attribute("aria-pressed", "true")
    expect(other.locator('button[data-mistake="root-T"]')).to_have_attribute("aria-pressed", "true")
    other.settled()
    assert other.read("data-value") == values
    other.tab.close()
    page.tab.reload()
    page.ready()
    page.settled()
    assert page.read("data-value") == values


# Pictures


def test_the_pictures_draw_what_the_matrices_hold(page):
    handles = page.locator("#picture-values [data-point]")
    assert [handle.get_attribute("aria-label").split("。")[0] for handle in handles.all()] == ["V 第 1 行 red：1，0", "V 第 2 行 key：1，2", "V 第 3 行 .：2，2"]
    expect(page.locator("#picture-values .output.followed[cx]")).to_have_count(1)
    expect(page.locator("#picture-values line.mix")).to_have_count(3)
    expect(page.locator("#picture-directions line.vector")).to_have_count(6)
    # outputs lie in the box
    box = page.locator("#picture-values .box").bounding_box()
    for dot in page.locator("#picture-values circle.output").all():
        mine = dot.bounding_box()
        x, y = mine["x"] + mine["width"] / 2, mine["y"] + mine["height"] / 2
        assert box["x"] <= x <= box["x"] + box["width"] and box["y"] <= y <= box["y"] + box["height"]


def test_dragging_a_value_moves_its_numbers_as_one_step(page):
    before = page.read("data-value")
    handle = page.locator('#picture-values [data-point="V"][data-position="0"]')
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.tab.mouse.move(x, y)
    page.tab.mouse.down()
    page.tab.mouse.move(x + 30, y - 20, steps=6)
    page.tab.mouse.up()
    page.settled()
    pins = page.pins()
    assert [pin[:3] for pin in pins] == [["V", 0, 0], ["V", 0, 1]] and float(pins[0][3]) > 1 and float(pins[1][3]) > 0
    page.agrees_with_oracle()
    action(page, "undo").click()
    page.settled()
    assert page.read("data-value") == before


def test_a_point_moves_with_the_arrow_keys_and_keeps_the_focus(page):
    handle = page.locator('#picture-directions [data-point="Q"][data-position="1"]')
    handle.focus()
    page.tab.keyboard.press("ArrowRight")
    expect(page.cell("Q", 1, 0)).to_have_value("0.1")
    page.settled()
    page.tab.keyboard.press("Shift+ArrowUp")
    expect(page.cell("Q", 1, 1)).to_have_value("2")
    page.settled()
    expect(handle).to_be_focused()
    page.agrees_with_oracle()


def test_other_sizes_say_what_the_picture_cannot_show(page):
    open_preset(page, "exercise-4")
    expect(page.locator("#picture-values")).to_be_hidden()
    expect(page.locator('[data-picture-none="values"]')).to_contain_text("现在是 3")
    expect(page.locator('[data-picture-none="directions"]')).to_contain_text("现在是 4")
    open_preset(page, "example-15.1")
    expect(page.locator("#picture-values")).to_be_visible()
    expect(page.locator('[data-picture-none="values"]')).to_be_hidden()


# Code


def test_the_code_is_the_very_file_and_the_focused_matrix_lights_its_function(page):
    page.locator("#code").scroll_into_view_if_needed()
    listing = page.locator('[data-source$="/head.py"]')
    expect(listing).to_contain_text("def attend(")
    assert listing.evaluate("pre => pre.textContent") == (build.ROOT / "py/qkv/head.py").read_text(encoding="utf-8")
    functions = {"Q": "project", "K": "project", "V": "project", "D": "compare", "S": "scale", "A": "softmax_rows", "O": "mix"}
    for matrix, function in functions.items():
        page.cell(matrix, 0, 0).click()
        lit = page.locator(".source .lit:visible")
        expect(lit).to_have_count(1)
        assert lit.evaluate("part => part.textContent").startswith(f"def {function}(")
    vary(page, "causal")
    page.cell("S", 0, 0).click()
    assert [part.split("(")[0] for part in page.locator(".source .lit").all_inner_texts()] == ["def scale", "def forbid_future"]


def test_a_mistake_s_own_function_is_lit_in_place_of_the_right_one(page):
    expect(page.locator("#mistake-code")).to_be_hidden()
    page.locator("#code").scroll_into_view_if_needed()
    page.locator('button[data-mistake="columns"]').click()
    page.cell("A", 0, 0).click()
    lit = page.locator(".source .lit:visible")
    expect(lit).to_have_count(1)
    assert lit.inner_text().startswith("def softmax_columns(")


def test_run_py_runs_in_the_browser_on_the_present_inputs(page):
    page.type("X", 0, 0, "√2")
    action(page, "run").click()
    output = page.locator("#run-output")
    expect(output).to_contain_text("pass: 7 matrices, tolerance 1e-12, NumPy 2.2.5")
    assert [line.split()[:2] for line in output.inner_text().splitlines()[:7]] == [[name, "pass"] for name in "QKVDSAO"]
    expect(page.locator("#run-pins")).to_be_hidden()
    page.type("A", 0, 0, "1")
    expect(output).to_be_hidden()  # it spoke of another state
    expect(page.locator("#run-pins")).to_be_visible()


@pytest.mark.parametrize("path, locale", [("", "zh"), ("en/", "en")])
def test_glossary_references_and_downloads(cold, path, locale):
    page = cold(path, java_script_enabled=False)
    expect(page.locator(".glossary > div")).to_have_count(18)
    terms = page.locator(".glossary dt").all_inner_texts()
    assert all(entry[0] in term and entry[1] in term for entry, term in zip(WORDS[locale]["glossary"].values(), terms, strict=True))
    references = page.locator("#references a").all()
    assert ["1706.03762" in reference.get_attribute("href") for reference in references] == [True, False]


# What an adversary found


def paste(page, name, text):
    page.cell(name, 0, 0).click()
    page.tab.evaluate("text => navigator.clipboard.writeText(text)", text)
    page.tab.keyboard.press("Control+v")


@pytest.mark.parametrize("name, text, T", [("K", "1\t0\n0\t1\n1\t1\n2\t2\n3\t3", 5), ("A", "1\t0\t0\t0", 4), ("V", "1\t0\n0\t1\n1\t1\n2\t2", 4)])
def test_a_block_pasted_into_a_computed_matrix_grows_the_sequence(page, name, text, T):
    paste(page, name, text)
    page.locator("#dialog-yes").click()
    page.settled()
    assert page.matrix("X").get_attribute("data-rows") == page.matrix("A").get_attribute("data-cols") == str(T)
    assert len(page.pins()) == text.count("\t") + text.count("\n") + 1
    page.agrees_with_oracle()


def test_a_row_sum_beyond_a_double_is_said_and_the_figure_goes_on(page):
    open_preset(page, "example-15.2")
    page.type("A", 0, 0, "1e308")
    page.type("A", 0, 1, "1e308")
    expect(page.matrix("A").locator(".note")).to_contain_text("第 1 行的和是 ∞")
    page.type("A", 0, 1, "0")
    page.settled()
    page.type("X", 0, 0, "2")
    expect(page.cell("D", 0, 0)).to_have_attribute("data-value", "4")


def test_a_figure_with_a_bad_cell_is_no_baseline(page):
    page.type("X", 0, 0, "abc")
    expect(page.matrix("X")).to_have_attribute("data-status", "invalid")
    action(page, "set-baseline").click()
    expect(page.locator("#complaint")).to_have_text(ZH["ui"]["baseline_refused"])
    page.type("X", 0, 0, "1")
    page.settled()
    assert set(page.attributes("data-changed").values()) == {"no"}


def test_leaving_cross_attention_from_a_cell_of_the_sources(page):
    vary(page, "cross")
    page.cell("X_src", 3, 1).click()
    page.tab.keyboard.press("Control+z")
    page.settled()
    assert page.focused() == ["X", 0, 0]
    expect(page.locator("#fill-target")).to_contain_text("X")
    page.locator('[data-fill="zero"]').click()
    expect(page.cell("X", 0, 0)).to_have_value("0")
    page.settled()
    assert page.read()["X"] == [["0", "0"]] * 3
    vary(page, "cross")
    page.locator('[data-grow="T_src"][data-by="-1"]').click()
    assert page.matrix("X_src").get_attribute("aria-label").startswith("X_src，3 行 2 列，来源序列")


def test_two_drags_are_two_steps(page):
    handle = page.locator('#picture-values [data-point="V"][data-position="0"]')
    seen = []
    for _ in range(2):
        handle.scroll_into_view_if_needed()
        box = handle.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.tab.mouse.move(x, y)
        page.tab.mouse.down()
        page.tab.mouse.move(x + 0.2, y)  # too little to change a number
        page.tab.mouse.move(x + 25, y, steps=25)
        page.tab.mouse.up()
        page.settled()
        seen.append(page.pins())
    assert seen[0] != seen[1]
    action(page, "undo").click()
    page.settled()
    assert page.pins() == seen[0]
    page.tab.mouse.move(0, 0)
    handle.click(button="right")
    assert page.pins() == seen[0]


def test_arrow_keys_on_a_point_lose_no_press(page):
    page.locator('#picture-values [data-point="V"][data-position="0"]').focus()
    for _ in range(20):
        page.tab.keyboard.press("ArrowRight")
    expect(page.cell("V", 0, 0)).to_have_value("3")
    page.settled()
    page.agrees_with_oracle()


def test_adding_to_every_row_leaves_forbidden_scores_forbidden(page):
    vary(page, "causal")
    page.cell("S", 0, 0).click()
    page.locator("#fill-vector").fill("1, 1, 1")
    page.locator('[data-fill="add"]').click()
    expect(page.locator("input[data-pinned]")).to_have_count(6)  # Python has answered what to write
    page.settled()
    assert len(page.pins()) == 6 and page.read()["S"][0][1:] == ["-∞", "-∞"]
    page.agrees_with_oracle()


@pytest.mark.parametrize("path", ["", "en/"])
@pytest.mark.parametrize("width", [360, 820])
def test_no_switch_makes_the_page_scroll_sideways(cold, path, width):
    page = cold(path, viewport={"width": width, "height": 800})
    page.ready()
    for switch in ['[data-variant="cross"]', '[data-mistake="columns"]', '[data-variant="batch"]', '[data-mistake="no-shift"]', '[data-variant="causal"]']:
        page.locator(f"button{switch}").click()
        page.settled()
        assert page.tab.evaluate("document.documentElement.scrollWidth") == width, switch


def test_a_bad_link_is_said_even_where_work_was_left(page):
    page.type("X", 0, 0, "2")
    page.settled()
    page.tab.goto(f"{page.site}?again#preset=nothing")
    expect(page.locator("#notice")).to_be_visible()
    expect(page.cell("X", 0, 0)).to_have_value("2")


def test_a_link_is_opened_on_top_of_what_was_left(page):
    page.type("X", 0, 0, "2")
    page.settled()
    page.tab.goto(f"{page.site}?again#preset=example-15.2")
    page.ready()
    page.settled()
    assert page.read()["O"] == [["0", "0"]] * 3
    action(page, "undo").click()
    expect(page.cell("X", 0, 0)).to_have_value("2")


def test_the_way_back_survives_a_reload(page):
    page.type("X", 0, 0, "7")
    page.settled()
    action(page, "guide-next").click()
    page.tab.reload()
    page.ready()
    action(page, "guide-back").click()
    expect(page.cell("X", 0, 0)).to_have_value("7")


def test_following_a_row_is_no_change_of_one_s_own(page):
    action(page, "guide-next").click()
    page.locator('[data-follow="1"]').click()
    assert spoken(page) == {"Q", "K", "D"}
    action(page, "guide-next").click()
    expect(action(page, "guide-back")).to_be_hidden()


def test_a_verdict_goes_when_the_figure_changes_and_a_check_started_over_is_not_heard(page):
    verdict = check(page, 1)
    expect(verdict).to_contain_text("[1, 1]")
    page.type("Q", 2, 0, "0")
    expect(verdict).to_have_text("")
    page.type("Q", 2, 1, "0")
    page.settled()
    exercise(page, 1).evaluate("article => { article.querySelector('[data-do=check]').click(); article.querySelector('[data-do=restart]').click(); }")
    check(page, 2)
    expect(exercise(page, 2).locator(".verdict")).to_have_attribute("data-judged", "wrong")
    expect(exercise(page, 1).locator(".verdict")).to_have_text("")
    expect(exercise(page, 1).locator(".done")).to_be_hidden()


def test_exercise_3_stands_by_its_answer_after_showing_it(page):
    answer(page, 3, every_1="3.401", every_2="0.198", first_1="2.2033", first_2="0.7967")
    is_right(page, 3)
    exercise(page, 3).locator('[data-do="see"]').first.click()
    page.settled()
    is_right(page, 3)


def test_panels_of_a_switch_go_with_it_even_while_a_cell_does_not_read(page):
    vary(page, "batch")
    page.locator('button[data-mistake="columns"]').click()
    page.settled()
    page.type("X", 0, 0, "abc")
    expect(page.matrix("X")).to_have_attribute("data-status", "invalid")
    page.locator('button[data-variant="self"]').click()
    action(page, "no-mistake").click()
    expect(page.locator("#resting")).to_be_hidden()
    expect(page.locator("#right")).to_be_hidden()
    action(page, "verify").click()
    expect(page.locator("#complaint")).to_contain_text("abc")


def test_the_laboratory_never_queues_up(page):
    page.locator("#laboratory-range").evaluate("""range => { for (let d_k = 57; d_k <= 256; d_k += 1) {
        range.value = d_k; range.dispatchEvent(new Event('input', { bubbles: true })); } }""")
    expect(page.locator('#laboratory [data-side="before"] [data-what="spread"]')).to_have_text("16")
    page.type("X", 0, 0, "2")
    expect(page.cell("D", 0, 0)).to_have_attribute("data-value", "4")


def test_huge_values_are_not_drawn_and_small_ones_can_be_dragged(page):
    page.type("V", 0, 0, "1e308")
    page.type("V", 1, 0, "-1e308")
    expect(page.locator('[data-picture-none="values"]')).to_have_text(ZH["pictures"]["not_drawable"])
    open_preset(page, "example-15.1")
    for row, column, text in [(0, 0, "0.001"), (0, 1, "0"), (1, 0, "0.001"), (1, 1, "0.002")]:
        page.type("W_V", row, column, text)
    page.settled()
    page.locator('#picture-values [data-point="V"][data-position="0"]').focus()
    page.tab.keyboard.press("ArrowRight")
    expect(page.cell("V", 0, 0)).to_have_value(re.compile("0.001[0-9]+"))
