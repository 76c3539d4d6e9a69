// The answer: what is shown whole is about one state, also while only the matrices of the next one are there.

import assert from "node:assert/strict";
import test from "node:test";
import { Answer } from "../../site/state/answer.js";

const BAKED = { state: { cells: "baked" }, reply: { matrices: "baked", ledger: ["first"], pictures: ["baked"] } };

test("what is shown whole is of one state while the rest of the next answer is on its way", async () => {
  const model = { state: { cells: "edited" } };
  const waiting = [];
  const ask = ({ type }) => new Promise((reply) => waiting.push([type, reply]));
  const answer = new Answer({ ask, model, baked: BAKED });
  const seen = [];
  answer.addEventListener("shown", ({ detail }) => seen.push(detail));
  const reply = { matrices: "baked", ledger: "first", pictures: "baked" };
  assert.deepEqual(answer.shown, { reply, state: BAKED.state });
  const done = answer.update();
  const next = async (type, given) => {
    const [asked, resolve] = waiting.shift();
    assert.equal(asked, type);
    resolve(given);
    await new Promise((later) => setTimeout(later));
  };
  await next("compute", { type: "computed", matrices: "edited" });
  assert.equal(answer.reply.matrices, "edited");
  assert.deepEqual([answer.shown.reply.matrices, answer.shown.reply.pictures, answer.shown.state],
    ["baked", "baked", BAKED.state]);
  await next("elaborate", { type: "elaborated", pictures: "edited" });
  await done;
  assert.deepEqual([answer.shown.reply.matrices, answer.shown.reply.pictures], ["edited", "edited"]);
  assert.equal(answer.shown.state, model.state);
  assert.deepEqual(seen, [answer.shown]);
});
