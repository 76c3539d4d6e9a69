"""The embed in other people's pages: parameters, hosts of every kind, one Python for all copies, sandboxes, messages."""

import http.server
import json
import pathlib
import re
import ssl
import threading

import pytest
import trustme
from playwright.sync_api import expect

import build
from tests.helpers.page import Companion
from tests.reference import MATRICES, SHOWN

HOSTS = pathlib.Path(__file__).parents[1] / "hosts"
BOOK = "https://book.example/ch15/"  # what the host examples say in place of the site's address
START = 60_000


class Silent(http.server.SimpleHTTPRequestHandler):
    """A host that sends no header of ours."""

    def log_message(self, *args):
        pass


class WithoutCors(build.Handler):
    """A host that lets no other origin read."""

    def send_header(self, name, value):
        if name != "Access-Control-Allow-Origin":
            super().send_header(name, value)


@pytest.fixture
def counted(dist, serve):
    """(address, asked): the site, and the paths that were asked for."""
    asked = []

    class Handler(build.Handler):
        def do_GET(self):
            asked.append(self.path)
            super().do_GET()

    return serve(dist, Handler), asked


@pytest.fixture
def host(serve, tmp_path):
    """Call with HTML and the site's address: the address of that page on another origin (localhost is not 127.0.0.1)."""
    def publish(html, site):
        (tmp_path / "host.html").write_text(html.replace(BOOK, site), encoding="utf-8")
        return serve(tmp_path, Silent).replace("127.0.0.1", "localhost") + "host.html"
    return publish


@pytest.fixture
def tab(browser):
    """A tab in a context of its own, which refuses third-party cookies as a private window does; its errors fail the test."""
    context = browser.new_context(viewport={"width": 1400, "height": 900})
    page, errors = context.new_page(), []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


class Frame(Companion):
    """An embed inside a host page, handled like the page itself."""

    def __init__(self, tab, selector="iframe"):
        self.tab, self.frame = tab, tab.frame_locator(selector)

    def locator(self, selector):
        return self.frame.locator(selector)

    def matrix(self, name):
        return self.locator(f'[data-matrix="{name}"]')

    def read_in_frame(self, name):
        return [[cell.input_value() for cell in row.locator("input").all()] for row in self.matrix(name).locator("tbody tr").all()]

    def engine(self, state, timeout=START):
        expect(self.locator("html")).to_have_attribute("data-engine", state, timeout=timeout)


def embed(cold, query, **options):
    page = cold(f"embed.html?{query}", **options)
    expect(page.locator("html")).to_have_attribute("data-live", "")
    return page


def visible(page):
    return [matrix.get_attribute("data-matrix") for matrix in page.locator("[data-matrix]:visible").all()]


# Parameters


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_compact_fits_640_by_420_without_scrolling(cold, lang):
    page = embed(cold, f"view=compact&lang={lang}&start=idle", viewport={"width": 640, "height": 420})
    page.ready()
    assert visible(page) == ["X", "W_Q", "W_K", "W_V", "A", "O"]
    page.type("X", 0, 0, "1/3")
    page.type("A", 0, 0, "2")
    page.settled()
    assert page.tab.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [640, 420]
    page.agrees_with_oracle()


def test_full_is_the_figure_with_all_its_panels(cold):
    page = embed(cold, "view=full")
    assert sorted(visible(page)) == sorted(MATRICES) and page.read() == SHOWN
    expect(page.locator(".panel:visible")).to_have_count(3)


def test_show_and_edit_choose_matrices_and_odd_names_are_ignored(cold):
    page = embed(cold, "show=A,O,nonsense&edit=A,constructor")
    assert visible(page) == ["A", "O"]
    page.type("O", 0, 0, "9")
    assert page.read() == SHOWN and page.pins() == []
    page.cell("O", 0, 0).dblclick()
    page.tab.keyboard.press("F2")
    expect(page.locator("[data-editing]")).to_have_count(0)
    page.type("A", 0, 0, "0.5")
    page.ready()
    page.settled()
    assert page.pins() == [["A", 0, 0, "0.5"]]


@pytest.mark.parametrize("theme, scheme", [("light", "dark"), ("dark", "light")])
def test_a_theme_overrides_the_reader_s(cold, theme, scheme):
    page = embed(cold, f"theme={theme}", color_scheme=scheme)
    dark = page.tab.evaluate("getComputedStyle(document.body).color") == "rgb(230, 233, 237)"
    assert dark == (theme == "dark")


@pytest.mark.parametrize("lang, said", [("en", "Reset"), ("zh", "还原"), ("xx", "还原")])
def test_lang_chooses_the_locale_and_keeps_parameters_and_state(cold, lang, said):
    page = cold(f"embed.html?lang={lang}&show=V#preset=example-15.2")
    expect(page.locator('[data-action="reset"]')).to_have_text(said)
    assert visible(page) == ["V"]
    page.ready()
    page.settled()
    assert page.read()["V"] == [["0", "0"]] * 3


def test_interaction_is_the_default_and_never_means_never(cold, counted):
    site, asked = counted
    page = cold("embed.html", at=site)
    expect(page.locator("html")).to_have_attribute("data-live", "")
    page.locator(".name").first.wait_for()
    assert not [path for path in asked if "/runtime/" in path]
    page.cell("X", 0, 0).click()
    page.ready()
    asked.clear()
    never = cold("embed.html?start=never", at=site)
    never.cell("X", 0, 0).click()
    never.tab.keyboard.type("7")
    never.tab.keyboard.press("Enter")
    assert never.read() == SHOWN and never.locator("html").get_attribute("data-engine") == "baked"
    expect(never.locator('[data-action="start"]')).to_be_hidden()
    expect(never.locator('[data-action="reset"]')).to_be_hidden()
    assert not [path for path in asked if "/runtime/" in path]


@pytest.mark.parametrize("fragment", ["#s=AAAA", "#preset=nothing", "#s=" + "A" * 70_000], ids=["broken", "unknown", "huge"])
def test_a_bad_state_says_so_and_falls_back(cold, fragment):
    page = embed(cold, f"view=compact{fragment}")
    expect(page.locator("#notice")).to_contain_text("没有改动任何一格")
    assert page.read() == SHOWN


def test_without_script_the_embed_reads(cold):
    page = cold("embed.html?view=compact", java_script_enabled=False)
    assert page.matrix("O").locator("input").first.input_value() == "1.401112"
    expect(page.locator("noscript p")).to_be_visible()
    assert page.locator("button:visible").count() == 0
    expect(page.locator("#full")).to_be_visible()


def test_the_full_page_opens_in_a_new_tab_with_the_state_that_stands_here(cold):
    page = embed(cold, "view=compact&lang=en&start=idle")
    page.ready()
    page.type("X", 0, 0, "5/7")
    page.settled()
    values = page.read("data-value")
    expect(page.locator("#full")).to_have_attribute("href", re.compile("#s="))
    with page.tab.context.expect_page() as opened:
        page.locator("#full").click()
    other = Companion(opened.value, page.site)
    other.ready()
    other.settled()
    assert other.tab.url.split("#")[0].endswith("/en/index.html") and other.read("data-value") == values


# Hosts


def test_a_plain_page_of_another_origin_with_no_script(site, host, tab):
    tab.add_init_script("""if (top === window) {
        window.moved = [];
        addEventListener('scroll', () => moved.push('scroll'), true);
        addEventListener('blur', () => moved.push('blur'));
        addEventListener('focusin', event => moved.push(event.target.tagName));
    }""")
    tab.goto(host((HOSTS / "plain.html").read_text(), site))
    frame = Frame(tab)
    expect(frame.locator("html")).to_have_attribute("data-live", "")
    assert tab.evaluate("[moved, scrollY, document.activeElement.tagName]") == [[], 0, "BODY"]
    expect(frame.locator("html")).to_have_attribute("data-engine", "baked")  # below the fold: nobody has seen it
    tab.locator("iframe").scroll_into_view_if_needed()
    # a private window lets no frame of another site share a worker: it waits for the reader, and shows that O is out of date
    expect(frame.matrix("O")).to_have_attribute("data-status", "stale")
    expect(frame.locator("html")).to_have_attribute("data-engine", "baked")
    frame.type("X", 0, 0, "2")
    expect(frame.cell("D", 0, 0)).to_have_attribute("data-value", "4", timeout=START)
    assert frame.read_in_frame("O") == [["0", "0"]] * 3  # example 15.2, from the fragment


def test_a_course_system_that_strips_scripts_and_sandboxes_frames(site, host, tab):
    tab.goto(host((HOSTS / "lms.html").read_text(), site))
    for selector, matrices in [("iframe >> nth=0", ["X", "A", "O"]), ("iframe >> nth=1", ["X", "W_Q", "W_K", "W_V", "A", "O"])]:
        frame = Frame(tab, selector)
        expect(frame.locator("html")).to_have_attribute("data-live", "")
        assert visible(frame) == matrices
        frame.type("X", 0, 0, "2")
        frame.engine("ready")
        expect(frame.cell("D", 0, 0)).to_have_attribute("data-value", "4")
        assert frame.locator("html").evaluate("() => self.origin") == ("null" if selector.endswith("1") else site.rstrip("/"))


def test_the_element_sizes_itself_and_tells_the_host_what_the_reader_does(site, host, tab):
    tab.goto(host((HOSTS / "element.html").read_text(), site))
    frame = Frame(tab, "qkv-flow iframe")
    expect(frame.locator("html")).to_have_attribute("data-live", "")
    assert visible(frame) == ["X", "Q", "K", "A", "O"]
    frame.type("X", 1, 1, "1/4")
    expect(tab.locator("#answer")).to_have_text(json.dumps([["1", "0"], ["0", "1/4"], ["1", "1"]], separators=(",", ":")))
    frame.engine("ready")

    def heights():
        inner = frame.locator("html").evaluate("root => Math.ceil(root.getBoundingClientRect().height)")
        return inner, tab.locator("qkv-flow iframe").bounding_box()["height"]

    expect(tab.locator("qkv-flow iframe")).to_have_css("height", f"{heights()[0]}px")
    tab.set_viewport_size({"width": 400, "height": 900})
    expect(tab.locator("qkv-flow iframe")).to_have_css("height", f"{heights()[0]}px")
    assert heights()[0] > 420


def test_messages_go_out_and_none_is_taken(site, host, tab):
    tab.goto(host(f"""<iframe src="{BOOK}embed.html?view=compact" width="640" height="420"></iframe>
        <script>window.heard = []; addEventListener("message", event => heard.push(event.data));</script>""", site))
    frame = Frame(tab)
    expect(frame.locator("html")).to_have_attribute("data-live", "")
    tab.evaluate("""() => { for (const message of [{ type: "qkv:changed", state: {} }, { type: "compute" }, "x", null, { type: "leave" }])
        frames[0].postMessage(message, "*"); }""")
    frame.type("X", 0, 0, "3")
    frame.engine("ready")
    expect(frame.cell("D", 0, 0)).to_have_attribute("data-value", "9")
    heard = tab.evaluate("heard")
    assert {message["type"] for message in heard} == {"qkv:resized", "qkv:changed"}
    assert [message["state"]["cells"]["X"][0] for message in heard if message["type"] == "qkv:changed"] == [["3", "0"]]


def test_the_element_takes_no_message_but_its_own_frame_s(site, host, tab):
    tab.goto(host((HOSTS / "element.html").read_text(), site))
    expect(Frame(tab, "qkv-flow iframe").locator("html")).to_have_attribute("data-live", "")
    before = tab.locator("qkv-flow iframe").bounding_box()["height"]
    tab.evaluate("""postMessage({ type: "qkv:resized", height: 9999 }, "*"); postMessage({ type: "qkv:changed", state: { cells: { X: 1 } } }, "*")""")
    tab.evaluate("new Promise(requestAnimationFrame)")
    assert tab.locator("qkv-flow iframe").bounding_box()["height"] == before and tab.locator("#answer").inner_text() == ""


# One Python for all copies


@pytest.fixture
def same_site(dist, serve, tmp_path):
    """(address of a host page on the site's own origin, asked): where copies may share."""
    asked = []

    class Handler(build.Handler):
        def do_GET(self):
            asked.append(self.path)
            if self.path == "/host.html":
                html = (HOSTS / "five.html").read_text(encoding="utf-8").replace(BOOK, "./").encode()
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(html)))
                self.end_headers()
                self.wfile.write(html)
            else:
                super().do_GET()

    return serve(dist, Handler) + "host.html", asked


def test_five_embeds_start_one_runtime_and_nothing_that_nobody_sees(same_site, tab):
    address, asked = same_site
    tab.goto(address)
    Frame(tab, "#one").engine("ready")
    for name in ("#two", "#three"):
        frame = Frame(tab, name)
        if frame.locator("html").get_attribute("data-engine") == "baked":
            frame.locator("html").evaluate("root => root.querySelector('[data-matrix=\"A\"] input').focus()")
        frame.engine("ready")
    assert Frame(tab, "#four").locator("html").get_attribute("data-engine") == "baked"  # nobody has seen it
    tab.locator("#four").scroll_into_view_if_needed()
    Frame(tab, "#four").engine("ready")
    assert len([path for path in asked if ".asm.wasm" in path]) == 1
    assert Frame(tab, "#five").locator("html").get_attribute("data-engine") == "baked"


def test_a_closed_or_reloaded_copy_does_not_disturb_the_others(same_site, tab):
    address, asked = same_site
    tab.goto(address)
    one, two = Frame(tab, "#one"), Frame(tab, "#two")
    one.engine("ready")
    two.type("X", 0, 0, "2")
    two.engine("ready")
    tab.evaluate("document.getElementById('one').contentWindow.location.reload()")
    tab.evaluate("document.getElementById('three').remove()")
    two.type("X", 0, 0, "3")
    expect(two.cell("D", 0, 0)).to_have_attribute("data-value", "9")
    one.engine("ready")
    one.type("X", 0, 0, "4")
    expect(one.cell("D", 0, 0)).to_have_attribute("data-value", "16")
    expect(two.cell("D", 0, 0)).to_have_attribute("data-value", "9")
    assert len([path for path in asked if ".asm.wasm" in path]) == 1


@pytest.mark.parametrize("missing", ["delete globalThis.SharedWorker", "globalThis.SharedWorker = class { constructor() { this.port = new MessageChannel().port1; setTimeout(() => this.onerror(new Event('error'))); } }"],
                         ids=["missing", "refused"])
def test_where_no_worker_can_be_shared_each_embed_starts_on_interaction_only(cold, counted, missing):
    site, asked = counted
    page = cold("embed.html?view=compact&start=idle", at=site, prepare=lambda tab: tab.add_init_script(missing))
    expect(page.locator("html")).to_have_attribute("data-live", "")
    page.tab.evaluate("new Promise(done => setTimeout(done, 500))")
    expect(page.locator("html")).to_have_attribute("data-engine", "baked")
    assert not [path for path in asked if "/runtime/" in path]
    page.type("X", 0, 0, "2")
    page.ready()
    expect(page.cell("D", 0, 0)).to_have_attribute("data-value", "4")


# Sandboxes and addresses


def test_a_null_origin_without_cors_reads_and_says_why_it_is_not_live(dist, serve, host, tab):
    tab.goto(host(f'<iframe sandbox="allow-scripts" src="{BOOK}embed.html?view=compact" width="640" height="420"></iframe>', serve(dist, WithoutCors)))
    frame = Frame(tab)
    expect(frame.locator("#not-live")).to_contain_text("请打开完整页面")
    expect(frame.cell("O", 0, 0)).to_have_value("1.401112")
    assert frame.locator("button:visible").count() == 0


def test_under_a_policy_without_data_workers_a_null_origin_says_that_python_may_not_run(dist, serve, host, tab):
    class Handler(build.Handler):
        def send_header(self, name, value):
            super().send_header(name, "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'" if name == "Content-Security-Policy" else value)

    site = serve(dist, Handler)
    tab.goto(host(f'<iframe sandbox="allow-scripts" src="{BOOK}embed.html?view=compact" width="640" height="420"></iframe>', site))
    frame = Frame(tab)
    frame.cell("X", 0, 0).click()
    expect(frame.locator("#not-live")).to_be_visible()
    expect(frame.cell("O", 0, 0)).to_have_value("1.401112")
    # the page itself is live under the strictest policy
    tab.goto(site)
    expect(tab.locator("html")).to_have_attribute("data-engine", "ready", timeout=START)


NO_STORAGE = """for (const name of ['localStorage', 'sessionStorage', 'caches'])
    Object.defineProperty(window, name, { get() { throw new DOMException('refused', 'SecurityError'); } });"""


@pytest.mark.parametrize("path", ["", "embed.html?start=idle"])
def test_refused_storage_costs_nothing_but_memory(cold, path):
    page = cold(path, prepare=lambda tab: tab.add_init_script(NO_STORAGE))
    page.ready()
    page.type("X", 0, 0, "2")
    expect(page.cell("D", 0, 0)).to_have_attribute("data-value", "4")
    page.settled()
    page.agrees_with_oracle()


def test_over_https_in_a_host_over_https(dist, browser, tmp_path):
    authority = trustme.CA()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1", "localhost").configure_cert(context)

    def secure(folder, handler):
        server = build.Server(folder, handler=handler)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return server, f"https://127.0.0.1:{server.server_address[1]}/"

    servers = [secure(dist, build.Handler)]
    site = servers[0][1]
    (tmp_path / "host.html").write_text((HOSTS / "plain.html").read_text().replace(BOOK, site))
    servers.append(secure(tmp_path, Silent))
    tab = browser.new_context(ignore_https_errors=True).new_page()
    tab.goto(servers[1][1].replace("127.0.0.1", "localhost") + "host.html")
    frame = Frame(tab)
    frame.type("X", 0, 0, "2")
    expect(frame.cell("D", 0, 0)).to_have_attribute("data-value", "4", timeout=START)
    tab.context.close()
    for server, _ in servers:
        server.shutdown()
        server.server_close()


def test_a_sub_path_serves_page_and_embed(dist, serve, browser, tmp_path):
    (tmp_path / "books").mkdir()
    (tmp_path / "books/ch15").symlink_to(dist, target_is_directory=True)
    root = serve(tmp_path)
    foreign = []
    context = browser.new_context()
    context.on("request", lambda request: None if request.url.startswith(root + "books/ch15/") else foreign.append(request.url))
    for path in ["", "en/", "embed.html?lang=en&start=idle&view=compact"]:
        tab = context.new_page()
        tab.goto(f"{root}books/ch15/{path}")
        page = Companion(tab, root)
        page.ready()
        page.type("X", 0, 0, "2")
        expect(page.cell("D", 0, 0)).to_have_attribute("data-value", "4")
    context.close()
    assert foreign == []


# The dialogue


def open_dialogue(page):
    page.locator('[data-action="embed"]').click()
    expect(page.locator("#embed-dialog")).to_be_visible()
    return page.tab.frame_locator("#embed-preview")


def test_the_dialogue_shows_what_is_chosen_and_its_snippets_work_in_a_page(page, host, tab):
    page.type("X", 0, 0, "7/3")
    page.settled()
    values = page.read("data-value")
    preview = open_dialogue(page)
    expect(preview.locator("[data-matrix]:visible")).to_have_count(6)
    dialogue = page.locator("#embed-dialog")
    for name in ("X", "A"):
        dialogue.locator(f'[name="show"][value="{name}"]').check()
    dialogue.locator('[name="edit"][value="X"]').check()
    dialogue.locator('[name="theme"]').select_option("dark")
    dialogue.locator('[name="start"]').select_option("idle")
    dialogue.locator('[name="state"]').check()
    expect(preview.locator("[data-matrix]:visible")).to_have_count(2)
    expect(preview.locator('[data-matrix="X"] input').first).to_have_value("7/3")
    expect(preview.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("#embed-iframe")).to_have_value(re.compile("#s="))
    dialogue.locator('[data-copy-snippet="iframe"]').click()
    snippet = page.tab.evaluate("navigator.clipboard.readText()")
    assert snippet == page.locator("#embed-iframe").input_value() and "show=X,A" in snippet and "edit=X" in snippet
    for html, selector in [(snippet, "iframe"), (page.locator("#embed-element").input_value(), "qkv-flow iframe")]:
        tab.goto(host(html, page.site))
        frame = Frame(tab, selector)
        frame.cell("X", 0, 0).click()
        frame.engine("ready")
        expect(frame.cell("A", 0, 0)).to_have_attribute("data-value", values["A"][0][0])
        assert visible(frame) == ["X", "A"]
    markdown = page.locator("#embed-markdown").input_value()
    title, address = re.fullmatch(r"\[(.*)\]\((.*)\)", markdown).groups()
    assert title and address.startswith(page.site + "embed.html?lang=zh&view=compact")
    page.tab.keyboard.press("Escape")
    expect(dialogue).to_be_hidden()
    expect(page.locator('[data-action="embed"]')).to_be_focused()


def test_the_readme_s_snippets_name_the_embed_with_parameters_that_exist():
    readme = (build.ROOT / "README.md").read_text()
    for system in ("MkDocs", "Quarto", "Jupyter Book"):
        assert system in readme
    addresses = re.findall(r"embed\.html\?([^\"#)\s]+)", readme)
    known = {"lang", "view", "show", "edit", "start", "theme"}
    assert len(addresses) >= 4 and all(part.split("=")[0] in known for address in addresses for part in re.split("&amp;|&", address))


# What an adversary found


@pytest.mark.parametrize("query", ["start=never", "edit=", "edit=A", "view=full&show=X_src,A&edit=A"])
def test_read_only_is_read_only_in_every_matrix_and_by_every_way(cold, query):
    page = cold(f"embed.html?{query}#preset=cross")
    page.ready()
    page.settled()
    before = page.read("data-value")
    page.cell("X_src", 0, 0).click() if page.matrix("X_src").is_visible() else page.cell("A", 0, 0).click()
    page.tab.keyboard.type("9") if page.matrix("X_src").is_visible() else None
    page.tab.keyboard.press("Enter")
    page.tab.keyboard.press("Control+z")
    page.settled()
    assert page.read("data-value") == before


def test_overridden_cells_of_a_read_only_embed_cannot_be_taken_back(cold):
    page = cold("embed.html?start=never#preset=exercise-1")
    page.ready()
    page.settled()
    page.cell("Q", 2, 0).click()
    expect(page.locator("#inspector-about")).to_contain_text("本来会算出")
    expect(page.locator('[data-action="unpin"]')).to_have_count(0)


def test_an_embed_begins_with_the_host_s_state_and_returns_to_it(cold):
    page = cold("embed.html#preset=exercise-4")
    page.ready()
    page.settled()
    own = page.read("data-value")
    page.cell("X", 0, 0).click()
    page.tab.keyboard.press("Control+z")
    page.settled()
    assert page.read("data-value") == own
    page.type("X", 0, 0, "9")
    page.settled()
    page.locator('[data-action="reset"]').click()
    page.settled()
    assert page.read("data-value") == own
    expect(page.locator(".stepper:visible")).to_have_count(0)
    page.locator(".mirror .name").first.click()
    assert page.tab.url.endswith("#preset=exercise-4") and page.focused()[0] == "X"


@pytest.mark.parametrize("query", ["view=compact&show=", "view=compact&show=nonsense", "view=compact"])
def test_showing_nothing_that_exists_shows_what_the_view_has(cold, query):
    assert visible(embed(cold, query)) == ["X", "W_Q", "W_K", "W_V", "A", "O"]


def test_show_may_come_twice_and_a_regional_language_counts(cold):
    page = embed(cold, "show=A&show=O&lang=en-GB")
    assert visible(page) == ["A", "O"]
    expect(page.locator("html")).to_have_attribute("lang", "en")


@pytest.mark.parametrize("width", [320, 400])
def test_compact_never_scrolls_sideways_on_a_phone(cold, width):
    page = embed(cold, "view=compact&lang=en", viewport={"width": width, "height": 600})
    assert page.tab.evaluate("document.documentElement.scrollWidth") <= width
    expect(page.locator("#engine-text")).to_be_visible()


def test_an_embed_that_cannot_be_live_leads_to_the_state_that_was_asked_for(dist, serve, host, tab):
    tab.goto(host(f'<iframe sandbox="allow-scripts" src="{BOOK}embed.html?lang=en#preset=exercise-4"></iframe>', serve(dist, WithoutCors)))
    expect(Frame(tab).locator("#not-live")).to_contain_text("example 15.1")
    expect(Frame(tab).locator("#full")).to_have_attribute("href", re.compile("#preset=exercise-4$"))


def test_the_element_may_be_defined_twice_as_a_module_and_be_changed(site, host, tab):
    tab.goto(host(f'''<script src="{BOOK}embed.js"></script><script src="{BOOK}embed.js"></script><script type="module" src="{BOOK}embed.js"></script>
        <qkv-flow view="compact" show="A"></qkv-flow>''', site))
    frame = Frame(tab, "qkv-flow iframe")
    expect(frame.locator("html")).to_have_attribute("data-live", "")
    assert visible(frame) == ["A"]
    tab.locator("qkv-flow").evaluate("element => element.setAttribute('show', 'O')")
    expect(frame.locator("html")).to_have_attribute("data-show", "O")
    expect(frame.matrix("O")).to_be_visible()


def test_a_state_starts_no_python_of_its_own_before_somebody_interacts(cold, counted):
    site, asked = counted
    page = cold("embed.html?start=idle#preset=exercise-1", at=site, prepare=lambda tab: tab.add_init_script("delete globalThis.SharedWorker"))
    expect(page.matrix("O")).to_have_attribute("data-status", "stale")
    page.tab.evaluate("new Promise(done => setTimeout(done, 300))")
    assert not [path for path in asked if "/runtime/" in path]
    page.locator('[data-action="start"]').click()
    expect(page.cell("A", 2, 0)).to_have_value("0.333333", timeout=START)


def test_keys_behind_the_dialogue_change_nothing(page):
    page.type("X", 0, 0, "2")
    open_dialogue(page)
    page.locator("#embed-iframe").focus()
    page.tab.keyboard.press("Control+z")
    page.locator('#embed-form [name="state"]').press("Enter")
    expect(page.locator("#embed-dialog")).to_be_visible()
    page.tab.keyboard.press("Escape")
    assert page.cell("X", 0, 0).input_value() == "2"
