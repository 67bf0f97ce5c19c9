/**
 * Answers that cannot be read with the current settings. The hint names the setting to change, and where the list may
 * be.
 */

import { expect, test } from "vitest";
import { problem } from "../../../../src/model/problem.ts";
import { json, scripted } from "../../../servers/scripted-wire.ts";
import { calm, opened } from "../../opened.ts";

test.each([
  ["dashboard", "organizations", { results: [], meta: {} }, /settings\.itemsField .*perhaps `results`/],
  ["dashboard", "organizations", { data: { records: [] } }, /itemsField .*perhaps `data\.records`/],
  ["dashboard", "organizations", { "<a list>": [] }, /itemsField .*to the field that contains the list\.$/],
  ["sdwan", "devices", { header: {}, data: [] }, /settings\.itemsField of target my-sdwan .*`data`/],
] as const)("a list of %s that is no list: %s %j", async (name, collection, body, hint) => {
  const { wire } = scripted(() => json(200, body));
  const reply = await opened(name, wire).read({ collection, scope: {}, wanted: [] }, calm);
  expect(reply).toMatchObject({ state: "unknown", problem: { hint: expect.stringMatching(hint) } });
});

const devices = { collection: "devices", scope: {}, wanted: [] };

test.each([
  [{ accessToken: "value-canary-1" }, /settings\.tokenField of target my-controller .*perhaps `accessToken`/],
  [{ response: { Token: "value-canary-1" } }, /tokenField .*perhaps `response\.Token`/],
  [{ id: 4 }, /tokenField .*to the field that contains the token\.$/],
])("a login that is answered without a token: %j", async (body, hint) => {
  const { wire } = scripted(() => json(200, body));
  const reply = await opened("controller", wire).read(devices, calm);
  expect(reply).toMatchObject({ state: "unknown", problem: { code: "no-token" } });
  const { problem: found = problem("none", "none") } = "problem" in reply ? reply : {};
  expect(found.hint).toMatch(hint);
  expect(JSON.stringify(found)).not.toContain("value-canary-1");
});

test("a token that is refused may have to go in another header", async () => {
  const late = scripted(({ url }) => (url.endsWith("/token") ? json(200, { token: "t" }) : json(401, {})));
  expect(JSON.stringify(await opened("controller", late.wire).read(devices, calm))).toContain(
    "settings.tokenHeader",
  );
  const never = scripted(() => json(401, {}));
  const switches = { collection: "devices", scope: {}, wanted: [] };
  expect(JSON.stringify(await opened("sdwan", never.wire).read(switches, calm))).toContain(
    "settings.tokenHeader",
  );
});
