"""Three browser engines behind one handful of acts: goto, reload, evaluate, click, type, press, heard, close.

Chromium by Playwright, Firefox by puppeteer-core over WebDriver BiDi (firefox.mjs), WebKit by Selenium: runs of other
versions than Playwright's own builds, as Debian ships them. evaluate takes the source of a function and its arguments.
"""

import json
import os
import subprocess

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests import browser as browsers

SIZE = {"width": 1440, "height": 900}
LISTEN = """globalThis.said = [];
for (const type of ["log", "info", "warn", "error"]) {
  console[type] = (...parts) => said.push(`console ${type}: ${parts.join(" ")}`);
}
addEventListener("error", ({ message }) => said.push(`error: ${message}`));
addEventListener("unhandledrejection", ({ reason }) => said.push(`error: ${reason}`));"""


class Chromium:
    def __init__(self, browser):
        self.context = browser.new_context(viewport=SIZE, permissions=["clipboard-read", "clipboard-write"])
        self.page = self.context.new_page()
        self.messages = []
        self.page.on("console", lambda message: self.messages.append(message.text))
        self.page.on("pageerror", lambda error: self.messages.append(str(error)))

    def goto(self, url):
        self.page.goto(url)

    def reload(self):
        self.page.reload()

    def evaluate(self, script, *values):
        return self.page.evaluate(f"values => ({script})(...values)", list(values))

    def click(self, selector):
        self.page.click(selector)

    def type(self, text):
        self.page.keyboard.type(text)

    def press(self, *keys):
        self.page.keyboard.press("+".join(keys))

    def heard(self):
        return self.messages

    def close(self):
        self.context.close()


class Firefox:
    def __init__(self, path):
        command = ["node", str(browsers.HERE / "helpers/firefox.mjs"), path]
        self.node = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def _ask(self, act, *args):
        self.node.stdin.write(json.dumps({"act": act, "args": args}) + "\n")
        self.node.stdin.flush()
        reply = json.loads(self.node.stdout.readline())
        if "error" in reply:
            raise RuntimeError(reply["error"])
        return reply["value"]

    def __getattr__(self, act):
        return lambda *args: self._ask(act, *args)

    def close(self):
        with self.node:  # closes both pipes, waits
            self.node.stdin.close()


class WebKit:
    """MiniBrowser on a screen of its own.

    WebDriver has no console, so the page itself collects what is said once it has loaded.
    """

    def __init__(self, path, driver):
        self.screen = subprocess.Popen(["Xvfb", "-displayfd", "1", "-screen", "0", "1440x1000x24"],
                                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        display = {"DISPLAY": f":{self.screen.stdout.readline().strip()}"}
        options = webdriver.WebKitGTKOptions()
        options.binary_location = path
        options.add_argument("--automation")
        service = webdriver.WebKitGTKService(driver, env={**os.environ, **display})
        self.driver = webdriver.WebKitGTK(options=options, service=service)
        self.driver.set_window_size(*SIZE.values())
        self.messages = []

    def goto(self, url):
        self._leave()
        self.driver.get(url)
        self.driver.execute_script(LISTEN)

    def reload(self):
        self._leave()
        self.driver.refresh()
        self.driver.execute_script(LISTEN)

    def _leave(self):
        """Take along what the present page has said."""
        self.messages += self.driver.execute_script("return globalThis.said ?? []")

    def evaluate(self, script, *values):
        return self.driver.execute_script(f"return ({script})(...arguments)", *values)

    def click(self, selector):
        element = self.driver.find_element(By.CSS_SELECTOR, selector)
        self.driver.execute_script("arguments[0].scrollIntoView({ block: 'center' })", element)
        element.click()

    def type(self, text):
        webdriver.ActionChains(self.driver).send_keys(text).perform()

    def press(self, *keys):
        chain = webdriver.ActionChains(self.driver)
        named = [getattr(Keys, key.upper(), key) for key in keys]
        for key in named:
            chain.key_down(key)
        for key in reversed(named):
            chain.key_up(key)
        chain.perform()

    def heard(self):
        self._leave()
        return self.messages

    def close(self):
        self.driver.quit()
        with self.screen:
            self.screen.terminate()
