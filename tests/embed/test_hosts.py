"""Hosts of every kind: plain pages, course systems, the element, messages, https, a sub-path."""

import json
import ssl
import threading

import trustme
from playwright.sync_api import expect

from building import static_host
from tests.helpers.embed import BOOK, HOSTS, Frame
from tests.helpers.page import START, Companion
from tests.helpers.servers import Silent


def test_a_plain_page_of_another_origin_with_no_script(site, host, tab):
    tab.add_init_script("""if (top === window) {
        window.moved = [];
        addEventListener('scroll', () => moved.push('scroll'), true);
        addEventListener('blur', () => moved.push('blur'));
        addEventListener('focusin', event => moved.push(event.target.tagName));
    }""")
    tab.goto(host((HOSTS / "plain.html").read_text(), site))
    frame = Frame(tab)
    frame.live()
    assert tab.evaluate("[moved, scrollY, document.activeElement.tagName]") == [[], 0, "BODY"]
    frame.engine("baked")  # below the fold: nobody has seen it
    tab.locator("iframe").scroll_into_view_if_needed()
    # a private window lets no frame of another site share a worker: it waits for the reader, and shows that O is out of
    # date
    expect(frame.matrix("O")).to_have_attribute("data-status", "stale")
    frame.engine("baked")
    frame.type("X", 0, 0, "2")
    expect(frame.cell("D", 0, 0)).to_have_attribute("data-value", "4", timeout=START)
    assert frame.read_in_frame("O") == [["0", "0"]] * 3  # example 15.2, from the fragment


def test_a_course_system_that_strips_scripts_and_sandboxes_frames(site, host, tab):
    tab.goto(host((HOSTS / "lms.html").read_text(), site))
    for selector, matrices in [
        ("iframe >> nth=0", ["X", "A", "O"]),
        ("iframe >> nth=1", ["X", "W_Q", "W_K", "W_V", "A", "O"]),
    ]:
        frame = Frame(tab, selector)
        frame.live()
        assert frame.visible() == matrices
        frame.type("X", 0, 0, "2")
        frame.engine("ready")
        expect(frame.cell("D", 0, 0)).to_have_attribute("data-value", "4")
        assert frame.locator("html").evaluate("() => self.origin") == (
            "null" if selector.endswith("1") else site.rstrip("/")
        )


def test_the_element_sizes_itself_and_tells_the_host_what_the_reader_does(site, host, tab):
    tab.goto(host((HOSTS / "element.html").read_text(), site))
    frame = Frame(tab, "qkv-flow iframe")
    frame.live()
    assert frame.visible() == ["X", "Q", "K", "A", "O"]
    frame.type("X", 1, 1, "1/4")
    expect(tab.locator("#answer")).to_have_text(
        json.dumps([["1", "0"], ["0", "1/4"], ["1", "1"]], separators=(",", ":"))
    )
    frame.engine("ready")

    def heights():
        inner = frame.locator("html").evaluate("root => Math.ceil(root.getBoundingClientRect().height)")
        return inner, tab.locator("qkv-flow iframe").bounding_box()["height"]

    expect(tab.locator("qkv-flow iframe")).to_have_css("height", f"{heights()[0]}px")
    tab.set_viewport_size({"width": 400, "height": 900})
    expect(tab.locator("qkv-flow iframe")).to_have_css("height", f"{heights()[0]}px")
    assert heights()[0] > 420


def test_the_element_takes_no_message_but_its_own_frame_s(site, host, tab):
    tab.goto(host((HOSTS / "element.html").read_text(), site))
    Frame(tab, "qkv-flow iframe").live()
    before = tab.locator("qkv-flow iframe").bounding_box()["height"]
    tab.evaluate("""postMessage({ type: "qkv:resized", height: 9999 }, "*");
        postMessage({ type: "qkv:changed", state: { cells: { X: 1 } } }, "*")""")
    tab.evaluate("new Promise(requestAnimationFrame)")
    assert (
        tab.locator("qkv-flow iframe").bounding_box()["height"] == before and tab.locator("#answer").inner_text() == ""
    )


def test_the_element_may_be_defined_twice_as_a_module_and_be_changed(site, host, tab):
    tab.goto(
        host(
            f'''<script src="{BOOK}embed.js"></script><script src="{BOOK}embed.js"></script>
        <script type="module" src="{BOOK}embed.js"></script>
        <qkv-flow view="compact" show="A"></qkv-flow>''',
            site,
        )
    )
    frame = Frame(tab, "qkv-flow iframe")
    frame.live()
    assert frame.visible() == ["A"]
    tab.locator("qkv-flow").evaluate("element => element.setAttribute('show', 'O')")
    expect(frame.locator("html")).to_have_attribute("data-show", "O")
    expect(frame.matrix("O")).to_be_visible()


def test_messages_go_out_and_none_is_taken(site, host, tab):
    tab.goto(host(f"""<iframe src="{BOOK}embed.html?view=compact" width="640" height="420"></iframe>
        <script>window.heard = []; addEventListener("message", event => heard.push(event.data));</script>""", site))
    frame = Frame(tab)
    frame.live()
    tab.evaluate("""() => {
        const messages = [{ type: "qkv:changed", state: {} }, { type: "compute" }, "x", null, { type: "leave" }];
        for (const message of messages) frames[0].postMessage(message, "*"); }""")
    frame.type("X", 0, 0, "3")
    frame.engine("ready")
    expect(frame.cell("D", 0, 0)).to_have_attribute("data-value", "9")
    heard = tab.evaluate("heard")
    assert {message["type"] for message in heard} == {"qkv:resized", "qkv:changed"}
    assert [message["state"]["cells"]["X"][0] for message in heard if message["type"] == "qkv:changed"] == [["3", "0"]]


def test_over_https_in_a_host_over_https(dist, browser, tmp_path):
    authority = trustme.CA()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1", "localhost").configure_cert(context)

    def secure(folder, handler):
        server = static_host.Server(folder, handler=handler)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return server, f"https://127.0.0.1:{server.server_address[1]}/"

    servers = [secure(dist, static_host.Handler)]
    site = servers[0][1]
    (tmp_path / "host.html").write_text((HOSTS / "plain.html").read_text().replace(BOOK, site))
    servers.append(secure(tmp_path, Silent))
    tab = browser.new_context(ignore_https_errors=True).new_page()
    tab.goto(servers[1][1].replace("127.0.0.1", "localhost") + "host.html")
    frame = Frame(tab)
    frame.live()
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
    context.on(
        "request", lambda request: None if request.url.startswith(root + "books/ch15/") else foreign.append(request.url)
    )
    for path in ["", "en/", "embed.html?lang=en&start=idle&view=compact"]:
        tab = context.new_page()
        tab.goto(f"{root}books/ch15/{path}")
        page = Companion(tab, root)
        page.ready()
        page.type("X", 0, 0, "2")
        expect(page.cell("D", 0, 0)).to_have_attribute("data-value", "4")
    context.close()
    assert foreign == []
