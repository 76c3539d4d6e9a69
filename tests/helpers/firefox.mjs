// Firefox at the other end of a pipe, by WebDriver BiDi: a line of JSON {act, args} in, a line {value} or {error} out.
// node tests/helpers/firefox.mjs PATH-OF-FIREFOX; what it can do is what engines.py asks of every engine.

import { createInterface } from "node:readline";
import puppeteer from "puppeteer-core";

const browser = await puppeteer.launch({ browser: "firefox", executablePath: process.argv[2] });
const page = await browser.newPage();
await page.setViewport({ width: 1440, height: 900 });
const heard = [];
page.on("console", (message) => heard.push(`console ${message.type()}: ${message.text()}`));
page.on("pageerror", (error) => heard.push(`error: ${error.message}`));

const acts = {
  goto: (url) => page.goto(url),
  reload: () => page.reload(),
  evaluate: (script, ...values) => page.evaluate(`(${script})(...${JSON.stringify(values)})`),
  click: (selector) => page.click(selector),
  type: (text) => page.keyboard.type(text),
  press: async (...keys) => {
    for (const key of keys) await page.keyboard.down(key);
    for (const key of keys.reverse()) await page.keyboard.up(key);
  },
  heard: () => heard,
};

for await (const line of createInterface({ input: process.stdin })) {
  const { act, args } = JSON.parse(line);
  try {
    const value = await acts[act](...args);
    console.log(JSON.stringify({ value: ["evaluate", "heard"].includes(act) ? value ?? null : null }));
  } catch (error) {
    console.log(JSON.stringify({ error: String(error) }));
  }
}
await browser.close();
