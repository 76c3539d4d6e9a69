"""Without a network: the service worker keeps the page on the device."""

import json
import re
import shutil

import pytest
from playwright.sync_api import expect

from building import static_host
from tests.helpers.page import START
from tests.helpers.servers import Uncompressing
from tests.reference import SHOWN


@pytest.fixture
def copied(dist, serve, tmp_path):
    """(address, folder): a copy of the site that may be changed."""
    folder = tmp_path / "site"
    shutil.copytree(dist, folder)
    return serve(folder), folder


def kept(page):
    expect(page.locator("#offline-said")).to_contain_text(re.compile("已存在这台设备上|已更新到版本"), timeout=START)


def first_visit(cold, site):
    """A page that has been kept on the device."""
    page = cold(at=site)
    page.ready()
    kept(page)
    return page


def caches_of(page):
    return page.tab.evaluate("caches.keys()")


def renew(folder):
    """A new build: another folder, pages that name it, nothing left of the old one.

    Returns the old folder and the new one.
    """
    (old,) = folder.glob("v-*")
    new = folder / "v-anewbuild000"
    old.rename(new)
    for path in [*folder.rglob("*.html"), new / "files.json"]:
        path.write_text(
            path.read_text()
            .replace(old.name, new.name)
            .replace(old.name.removeprefix("v-"), new.name.removeprefix("v-"))
        )
    return old, new


def test_a_second_visit_without_network_works_completely(cold, copied):
    site, _ = copied
    page = first_visit(cold, site)
    page.tab.context.set_offline(True)
    page.tab.reload()
    page.ready()
    page.type("X", 0, 0, "2")
    expect(page.cell("D", 0, 0)).to_have_attribute("data-value", "4")
    page.settled()
    page.agrees_with_oracle()
    page.locator(".language").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.ready()
    assert page.tab.evaluate("fetch('../data/part-iv/attention.json').then(response => response.ok)")
    for path in ["embed.html?view=compact&start=idle", "en/embed.html?lang=en"]:
        assert page.tab.goto(site + path).ok


@pytest.mark.parametrize(
    "handler, came_as", [(static_host.Handler, "pyodide.asm.wasm"), (Uncompressing, "pyodide.asm.wasm.gzipped")]
)
def test_the_interpreter_travels_compressed_by_the_host_or_by_the_build_and_is_kept_as_it_came(
    cold, dist, serve, handler, came_as
):
    page = first_visit(cold, serve(dist, handler))
    kept_files = page.tab.evaluate("""async () => {
        const [name] = await caches.keys();
        const files = (await (await caches.open(name)).keys()).map(({ url }) => url.split("/").at(-1));
        return files.filter((file) => file.includes("asm.wasm"));
    }""")
    assert kept_files == [came_as]
    page.tab.context.set_offline(True)
    for _ in range(2):
        page.tab.reload()
        page.ready()
    page.type("X", 0, 0, "2")
    expect(page.cell("D", 0, 0)).to_have_attribute("data-value", "4")


def test_a_new_build_replaces_the_old_one_at_the_next_visit_and_says_so(cold, copied):
    site, folder = copied
    page = first_visit(cold, site)
    old, new = renew(folder)
    asked = []
    page.tab.context.on("request", lambda request: asked.append(request.url))
    page.tab.goto("about:blank")
    page.tab.goto(site)
    page.ready()
    expect(page.locator("#offline-said")).to_have_text("已更新到版本 anewbuild000；旧的已删除。", timeout=START)
    expect(page.locator("#engine-text")).to_contain_text("anewbuild000")
    assert [name.split()[-1] for name in caches_of(page)] == [new.name]
    assert not [url for url in asked if old.name in url]  # never a mixed version
    page.tab.context.set_offline(True)
    page.tab.reload()
    page.ready()
    expect(page.locator("#engine-text")).to_contain_text("anewbuild000")


def test_a_browser_that_forgets_to_replace_the_old_build_is_asked_again(cold, copied):
    site, folder = copied
    page = first_visit(cold, site)
    renew(folder)
    worker = folder / "sw.js"
    worker.write_text(worker.read_text().replace("  await self.skipWaiting();\n", ""))
    page.tab.goto(site)
    page.ready()
    expect(page.locator("#offline-said")).to_have_text("已更新到版本 anewbuild000；旧的已删除。", timeout=START)


def test_while_the_network_is_gone_the_old_build_stays_whole(cold, copied):
    site, folder = copied
    page = first_visit(cold, site)
    page.tab.context.set_offline(True)
    shutil.rmtree(folder / next(folder.glob("v-*")).name)
    page.tab.goto("about:blank")
    page.tab.goto(site)
    page.ready()
    assert page.read() == SHOWN


def test_a_button_removes_it_and_it_stays_removed(cold, copied):
    site, _ = copied
    page = first_visit(cold, site)
    button = page.action("offline")
    button.click()
    expect(page.locator("#offline-said")).to_contain_text("已从这台设备删除")
    assert (
        caches_of(page) == []
        and page.tab.evaluate("navigator.serviceWorker.getRegistrations().then(all => all.length)") == 0
    )
    page.tab.reload()
    page.ready()
    expect(button).to_have_text("存到设备上")
    assert page.tab.evaluate("navigator.serviceWorker.getRegistrations().then(all => all.length)") == 0
    button.click()
    kept(page)
    button.click()
    expect(page.locator("#offline-said")).to_contain_text("已从这台设备删除")
    button.click()  # in the same visit: the worker is still there, what it kept is not
    kept(page)
    page.tab.context.set_offline(True)
    page.tab.reload()
    page.ready()


def test_where_it_fails_the_page_works_without(cold, copied):
    site, folder = copied
    (folder / "sw.js").unlink()
    page = cold(
        at=site,
        prepare=lambda tab: tab.add_init_script(
            "navigator.serviceWorker.register = () => Promise.reject(new Error('refused'))"
        ),
    )
    page.ready()
    expect(page.action("offline")).to_have_text("存到设备上")
    page.type("X", 0, 0, "2")
    expect(page.cell("D", 0, 0)).to_have_attribute("data-value", "4")


def test_the_list_of_files_is_what_the_build_made(dist):
    (versioned,) = dist.glob("v-*")
    files = json.loads((versioned / "files.json").read_text())
    assert len(files) == len(set(files))
    for name in files:
        assert (dist / name / "index.html" if name.endswith("/") else dist / name).exists(), name
    runtime = {path.name for path in (versioned / "runtime").iterdir()}
    left = runtime - {name.split("/")[-1] for name in files}
    assert left == {
        "rest.zip",
        "pyodide.asm.wasm",
        "pyodide.asm.wasm.gzipped",
    }  # what nothing asks for, and what the page names
