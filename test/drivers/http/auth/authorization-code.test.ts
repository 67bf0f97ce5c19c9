/**
 * Access tokens from a refresh token. A new refresh token is stored. If another run has used the old one, the store is
 * read again.
 */

import { describe, expect, test } from "vitest";
import { withAuthorizationCode } from "../../../../src/drivers/http/auth/access-tokens.ts";
import type { TokenStore } from "../../../../src/model/login.ts";
import { problem } from "../../../../src/model/problem.ts";
import { Secret } from "../../../../src/model/secret.ts";
import type { WireRequest } from "../../../../src/model/wire.ts";
import { opened as header, json, revealed, scripted, text } from "../../../servers/scripted-wire.ts";
import { calm } from "../../opened.ts";

const asJson = { "content-type": "application/json" };
const devices: WireRequest = { method: "GET", url: "https://fw.example.net/devices", headers: {} };

/** Returns a token store in memory. `first` is the stored token at the beginning. */
function storeOf(first?: string) {
  const kept = first === undefined ? [] : [first];
  const store: TokenStore = {
    load: async () => {
      const last = kept.at(-1);
      return last === undefined ? {} : { token: new Secret(last) };
    },
    save: async (token) => {
      kept.push(token.reveal());
      return undefined;
    },
  };
  return { store, kept };
}

/** Returns a server that accepts one refresh token. With `rotates`, each use replaces the token. */
function serverOf(first: string, { rotates }: { readonly rotates: boolean }) {
  let valid = first;
  let access = 0;
  const used: string[] = [];
  const served = scripted((request) => {
    if (!request.form) {
      const token = header(request.headers.authorization ?? "");
      return token === `Bearer a${access}` ? json(200, []) : text(401, "");
    }
    const { refresh_token: sent } = revealed(request.form) as { refresh_token: string };
    used.push(sent);
    if (sent !== valid)
      return json(400, { error: "invalid_grant", error_description: "used before" }, asJson);
    access += 1;
    if (rotates) valid = `r${access + 1}`;
    const next = rotates ? { refresh_token: valid } : {};
    return json(200, { access_token: `a${access}`, token_type: "Bearer", ...next }, asJson);
  });
  return { ...served, used, expire: () => (access += 1) };
}

function opened(wire: Parameters<typeof withAuthorizationCode>[0], tokens: TokenStore) {
  const clientId = new Secret("c");
  const url = "https://fw.example.net/oauth/token";
  return withAuthorizationCode(wire, { target: "fw", url, clientId, tokens, now: () => 0 });
}

test("a refresh token that the server replaces is kept at once, and used from then on", async () => {
  const { store, kept } = storeOf("r1");
  const server = serverOf("r1", { rotates: true });
  const session = opened(server.wire, store);
  expect(await session.send(devices, calm)).toMatchObject({ status: 200 });
  expect(kept).toEqual(["r1", "r2"]);
  server.expire();
  await session.send(devices, calm);
  expect(server.used).toEqual(["r1", "r2"]);
});

test("a refresh token that stays is not written again", async () => {
  const { store, kept } = storeOf("r1");
  await opened(serverOf("r1", { rotates: false }).wire, store).send(devices, calm);
  expect(kept).toEqual(["r1"]);
});

test("one that another run has used meanwhile is replaced by the one that run kept", async () => {
  const { store, kept } = storeOf("stale");
  const server = serverOf("fresh", { rotates: false });
  const late: TokenStore = {
    ...store,
    load: async () => {
      const found = await store.load();
      kept.push("fresh");
      return found;
    },
  };
  expect(await opened(server.wire, late).send(devices, calm)).toMatchObject({ status: 200 });
  expect(server.used).toEqual(["stale", "fresh"]);
});

test("one whose answer was lost may be spent by now, so it is not sent again for the same request", async () => {
  const lost = { outcome: "lost", sent: true, problem: problem("no-answer", "reset") } as const;
  const { wire, sent } = scripted(() => lost);
  const { store, kept } = storeOf("r1");
  expect(await opened(wire, store).send(devices, calm)).toMatchObject({ outcome: "lost", sent: false });
  expect(sent.map(({ form }) => revealed(form))).toEqual([expect.objectContaining({ refresh_token: "r1" })]);
  expect(kept).toEqual(["r1"]);
});

test("one that has ended sends nothing else, and says to log in", async () => {
  const server = serverOf("other", { rotates: false });
  const reply = await opened(server.wire, storeOf("old").store).send(devices, calm);
  expect(reply).toMatchObject({
    outcome: "blocked",
    problem: {
      code: "unauthorized",
      message: expect.stringContaining("invalid_grant: used before"),
      hint: expect.stringContaining("trueup login fw"),
    },
  });
  expect(server.used).toEqual(["old"]);
});

test("before anybody has logged in nothing is sent", async () => {
  const server = serverOf("r", { rotates: false });
  const reply = await opened(server.wire, storeOf().store).send(devices, calm);
  expect(reply).toMatchObject({
    problem: { code: "not-logged-in", hint: expect.stringContaining("trueup login fw") },
  });
  expect(server.sent).toEqual([]);
});

test("a store that fails says why, and nothing is sent", async () => {
  const server = serverOf("r", { rotates: false });
  const found = problem("token-store", "locked");
  const locked: TokenStore = { load: async () => ({ problem: found }), save: async () => undefined };
  expect(await opened(server.wire, locked).send(devices, calm)).toEqual({
    outcome: "blocked",
    problem: found,
  });
});

describe("an access token that a login has left alone", () => {
  const left = (...lifetimes: readonly (number | undefined)[]): TokenStore => {
    const all = [...lifetimes];
    const access = () => ({ token: new Secret("a0"), lifetimeMs: all.length > 1 ? all.shift() : all[0] });
    return { load: async () => ({ access: access() }), save: async () => undefined };
  };

  test.each([60_000, undefined])("is carried, and nothing is asked for (%s ms)", async (lifetimeMs) => {
    const server = serverOf("r", { rotates: false });
    expect(await opened(server.wire, left(lifetimeMs)).send(devices, calm)).toMatchObject({ status: 200 });
    expect(server.used).toEqual([]);
  });

  test("is not carried once it has ended", async () => {
    const server = serverOf("r", { rotates: false });
    expect(await opened(server.wire, left(0)).send(devices, calm)).toMatchObject({
      problem: { code: "login-ended", hint: expect.stringContaining("trueup login fw") },
    });
    expect(server.sent).toEqual([]);
  });

  test("is not carried again once it was refused", async () => {
    const server = serverOf("r", { rotates: false });
    server.expire();
    const wire = opened(server.wire, left(undefined));
    for (const _ of [1, 2]) {
      expect(await wire.send(devices, calm)).toMatchObject({ problem: { code: "login-ended" } });
    }
    expect(server.sent).toHaveLength(1);
  });
});
