"""The page before and without Python: every number, label and axis is in the HTML that is served."""

import pytest
from playwright.sync_api import expect

from tests.helpers.page import Companion, baked_data
from tests.helpers.servers import of_the_runtime
from tests.reference import GIVEN, MATRICES, SHOWN, attend, product

AXES = {
    "zh": {
        "receiving": "接收位置",
        "source": "来源位置",
        "position": "位置",
        "input": "输入坐标",
        "query": "查询坐标",
        "key": "键坐标",
        "value": "值坐标",
    },
    "en": {
        "receiving": "receiving position",
        "source": "source position",
        "position": "position",
        "input": "input coordinate",
        "query": "query coordinate",
        "key": "key coordinate",
        "value": "value coordinate",
    },
}
AXES_OF = {
    "X": ("position", "input"),
    "W_Q": ("input", "query"),
    "W_K": ("input", "key"),
    "W_V": ("input", "value"),
    "Q": ("receiving", "query"),
    "K": ("source", "key"),
    "V": ("source", "value"),
    "D": ("receiving", "source"),
    "S": ("receiving", "source"),
    "A": ("receiving", "source"),
    "O": ("receiving", "value"),
}
TOKENS = ["red", "key", "."]
PAGES = {"zh": "", "en": "en/"}


@pytest.fixture(params=PAGES)
def still(request, cold):
    """The page with JavaScript switched off, in each locale."""
    companion = cold(PAGES[request.param], java_script_enabled=False)
    companion.locale = request.param
    return companion


def cells(page, name, attribute):
    """Rows of an attribute, read without running script in the page."""
    rows = page.matrix(name).locator("tbody tr")
    return [[cell.get_attribute(attribute) for cell in row.locator("input").all()] for row in rows.all()]


def test_every_number_reads_without_script(still):
    exact = attend({name: SHOWN[name] for name in GIVEN})
    for name in MATRICES:
        assert cells(still, name, "value") == SHOWN[name], name
        for found_row, true_row in zip(cells(still, name, "data-value"), exact[name], strict=True):
            for found, true in zip(found_row, true_row, strict=True):
                assert abs(float(found) - float(true)) <= 1e-12, name
    assert [sum.inner_text() for sum in still.locator("[data-row-sum]").all()] == ["1", "1", "1.000000"]
    assert [sum.inner_text() for sum in still.locator("[data-col-sum]").all()] == ["0.933363", "0.586060", "1.480577"]


def test_names_shapes_axes_and_labels(still):
    names = AXES[still.locale]
    for name, axes in AXES_OF.items():
        matrix = still.matrix(name)
        rows, columns = len(SHOWN[name]), len(SHOWN[name][0])
        expect(matrix.locator(".name")).to_have_text(name.replace("_", ""))
        expect(matrix.locator(".shape")).to_have_text(f"[{rows},{columns}]")
        assert (matrix.get_attribute("data-rows"), matrix.get_attribute("data-cols")) == (str(rows), str(columns))
        said = matrix.locator(".axes span").all_inner_texts()
        assert [text.split(" ", 1)[1] for text in said] == [names[axis] for axis in axes], name
        labels = [TOKENS if axis in ("position", "receiving", "source") else ["1", "2", "3"] for axis in axes]
        assert matrix.locator("tbody th").all_inner_texts() == labels[0][:rows], name
        assert matrix.locator("thead th:not(.sum)").all_inner_texts() == labels[1][:columns], name


def test_each_cell_says_its_whole_name(still):
    said = cells(still, "A", "aria-label")
    expected = {
        "zh": "A，接收位置 2 key，来源位置 3 .，0.503490",
        "en": "A, receiving position 2 key, source position 3 ., 0.503490",
    }
    assert said[1][2] == expected[still.locale]
    assert len({label for name in MATRICES for row in cells(still, name, "aria-label") for label in row}) == 69


def test_mirrors_show_the_factors_where_the_product_needs_them(still):
    shown = {
        mirror.get_attribute("data-mirror"): mirror
        for mirror in still.locator("#panel-compare [data-mirror], #panel-mix [data-mirror]").all()
    }
    assert set(shown) == {"Q", "K", "A", "V"}
    for name, mirror in shown.items():
        rows = [row.locator("td").all_inner_texts() for row in mirror.locator("tbody tr").all()]
        expected = [list(column) for column in zip(*SHOWN["K"], strict=True)] if name == "K" else SHOWN[name]
        assert rows == expected, name
    # what stands above has its columns over the result's, what stands left its rows beside them
    for left, above, result in [("Q", "K", "D"), ("A", "V", "O")]:
        target = still.cell(result, 1, 1).bounding_box()
        column = shown[above].locator("tbody tr").first.locator("td").nth(1).bounding_box()
        row = shown[left].locator("tbody tr").nth(1).locator("td").first.bounding_box()
        assert abs((column["x"] + column["width"] / 2) - (target["x"] + target["width"] / 2)) <= 3
        assert abs((row["y"] + row["height"] / 2) - (target["y"] + target["height"] / 2)) <= 3
        assert column["y"] < target["y"] and row["x"] < target["x"]


def test_connectors_say_what_feeds_what(still):
    feeds = {(e.get_attribute("data-from"), e.get_attribute("data-to")) for e in still.locator("[data-from]").all()}
    assert feeds == {("X W_Q", "Q"), ("X W_K", "K"), ("X W_V", "V"), ("Q K", "D"), ("A V", "O")}
    assert [chip.get_attribute("data-chip") for chip in still.locator("[data-chip]:visible").all()] == [
        "scale",
        "exp",
        "normalise",
    ]


def test_the_first_row_is_followed_and_written_out(still):
    assert still.locator('[data-step="D"] li').all_inner_texts() == [
        "D[1,1] = 1·1 + 0·1 = 1",
        "D[1,2] = 1·0 + 0·1 = 0",
        "D[1,3] = 1·1 + 0·2 = 1",
    ]
    expect(still.locator('[data-step="divisor"]')).to_have_text("2.028115 + 1 + 2.028115 ≈ 5.056230")
    expect(still.locator('[data-step="output"]')).to_have_text("[1.401112, 1.197776]")
    expect(still.locator("#figure")).to_have_attribute("data-followed", "0")
    lit = still.locator("tr.followed")
    assert [row.get_attribute("data-row") for row in lit.all()] == ["0"] * 7
    for name in ["Q", "D", "S", "A", "O"]:
        expect(still.matrix(name).locator("tr.followed")).to_have_count(1)
    for name in ["Q", "A"]:
        expect(still.locator(f'[data-mirror="{name}"] tr.followed')).to_have_count(1)


def test_nothing_pretends_to_work_without_script(still):
    assert still.locator("button:visible").all_inner_texts() == []
    assert still.cell("X", 0, 0).get_attribute("readonly") is not None
    expect(still.locator("noscript p")).to_be_visible()
    still.engine("baked")


def test_figure_and_licence_are_credited(still):
    expect(still.locator("#figure figcaption")).to_contain_text("CC BY-SA 4.0")
    for path in [
        "code/part-iv/run.py",
        "code/part-iv/README.md",
        "data/part-iv/attention.json",
        "data/part-iv/numpy-run.json",
    ]:
        href = still.locator(f'footer a[href$="{path}"]').get_attribute("href")
        assert still.tab.request.get(still.tab.url.split("#")[0] + href).ok


@pytest.mark.parametrize("width", [360, 390, 820, 1440])
@pytest.mark.parametrize("locale", PAGES)
def test_the_page_never_scrolls_sideways(cold, locale, width):
    page = cold(PAGES[locale], viewport={"width": width, "height": 800}, java_script_enabled=False)
    assert page.tab.evaluate("document.documentElement.scrollWidth") == width
    boxes = [panel.bounding_box() for panel in page.locator(".panel").all()]
    assert len(boxes) == 3 and all(box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)


def test_panels_stand_side_by_side_when_wide_and_below_each_other_when_narrow(cold):
    wide = [panel.bounding_box() for panel in cold(java_script_enabled=False).locator(".panel").all()]
    assert wide[0]["x"] < wide[1]["x"] < wide[2]["x"] and wide[0]["y"] == wide[1]["y"] == wide[2]["y"]
    narrow = [
        panel.bounding_box()
        for panel in cold(viewport={"width": 390, "height": 800}, java_script_enabled=False).locator(".panel").all()
    ]
    assert narrow[0]["y"] < narrow[1]["y"] < narrow[2]["y"]


def test_numbers_are_painted_before_any_byte_of_the_runtime_is_asked_for(cold, counted):
    site, asked = counted
    page = cold(at=site)
    assert page.read() == SHOWN
    page.ready()
    painted = page.tab.evaluate(
        "performance.timeOrigin + performance.getEntriesByName('first-contentful-paint')[0].startTime"
    )
    assert painted / 1000 < min(at for _, at in of_the_runtime(asked))


def test_baked_data_is_the_same_example(dist):
    data = baked_data((dist / "index.html").read_text())
    assert data["state"]["cells"] == {name: SHOWN[name] for name in GIVEN}
    assert product([[1, 2]], [[3], [4]]) == [[11]]  # the oracle itself multiplies as one does by hand


def test_opened_as_a_file_the_page_reads_fully(browser, dist):
    context = browser.new_context()
    tab = context.new_page()
    tab.goto((dist / "index.html").as_uri())
    assert Companion(tab, "").read() == SHOWN
    expect(tab.locator("#as-file")).to_contain_text("python start.py")
    assert tab.locator("button:visible").count() == 0
    context.close()


@pytest.mark.parametrize("path", ["", "en/"])
def test_without_script_the_whole_chapter_reads(cold, path):
    page = cold(path, java_script_enabled=False)
    expect(page.locator("[data-guide]:visible")).to_have_count(9)
    expect(page.locator("[data-exercise]:visible")).to_have_count(5)
    for part in ["#laboratory table", "#glossary", "#references", '#code a[href$="head.py"]']:
        expect(page.locator(part).first).to_be_visible()
    assert page.locator('[data-side="before"] [data-what="spread"]').inner_text() == "8"
