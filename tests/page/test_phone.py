"""On a phone: its keypad, its targets, its width."""


PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def test_a_phone_starts_python_with_the_first_edit_and_has_the_keys_that_its_keypad_lacks(cold):
    page = cold(**PHONE)
    page.live()
    page.cell("X", 0, 0).tap()
    assert page.locator("html").get_attribute("data-engine") == "baked"
    assert page.cell("X", 0, 0).get_attribute("inputmode") == "decimal"
    for key in ("−", "√"):
        page.locator(f'[data-key="{key}"]').tap()
    page.tab.keyboard.type("2")
    page.locator('[data-key="/"]').tap()
    page.tab.keyboard.type("3")
    page.tab.keyboard.press("Enter")
    assert page.cell("X", 0, 0).input_value() == "−√2/3"
    page.ready()
    page.settled()
    page.agrees_with_oracle()


def test_on_a_phone_every_target_is_44_pixels_and_six_columns_fit(cold):
    page = cold(**PHONE)
    small = page.tab.evaluate("""[...document.querySelectorAll('button, input, select, summary, .presets a, footer a')]
        .filter(element => element.checkVisibility())
        .filter(element => !element.matches('.visually-hidden, [type=checkbox], [type=radio], [type=range]'))
        .map(element => [element.outerHTML.slice(0, 60), element.getBoundingClientRect()])
        .filter(([, box]) => box.width < 43.5 || box.height < 43.5)
        .map(([html, box]) => `${html} ${box.width}x${box.height}`)""")
    assert small == []
    page.cell("X", 0, 0).tap()
    assert page.cell("X", 0, 0).evaluate("cell => parseFloat(getComputedStyle(cell).fontSize)") >= 16  # or iOS zooms in
    for axis in ("T", "d_in", "d_k", "d_v"):
        page.resize(axis, 6)
    page.ready()
    page.settled()
    assert page.tab.evaluate("document.documentElement.scrollWidth") == 360
    for name in ("X", "W_Q", "Q", "K", "V", "D", "S", "A", "O"):
        last = page.cell(name, 5, 5).bounding_box()
        assert last["x"] + last["width"] <= 360, name
    tops = [
        page.matrix(name).bounding_box()["y"] for name in ("X", "W_Q", "Q", "W_K", "K", "W_V", "V", "D", "S", "A", "O")
    ]
    assert tops == sorted(tops)  # one path, downwards
