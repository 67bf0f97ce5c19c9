import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { WireReply, WireRequest } from "../../src/model/wire.ts";
import { fetchWire, json, scripted, text } from "../servers/scripted-wire.ts";
import { offline, prepared } from "./nocked.ts";
import { calm, differs, opened, writeOf } from "./opened.ts";

const origin = "https://messaging.example.net";
const typed = { "content-type": "application/json" };
const token = (access_token: string) => ({
  method: "POST" as const,
  path: "/oauth/token",
  body: { access_token, token_type: "Bearer", expires_in: 3600 },
  headers: typed,
});

offline();
const session = (settings = {}) => opened("messaging", fetchWire, { settings });
const rooms = { collection: "rooms", scope: {}, wanted: [] };
const membersOf = (parentId: string) => ({ collection: "members", scope: {}, parentId, wanted: [] });

/** Returns a session whose token requests succeed. Its wire answers everything else from a script. */
function granted(answer: (request: WireRequest, index: number) => WireReply, settings = {}) {
  let index = 0;
  const { wire, sent } = scripted((request) =>
    request.form ? json(200, { access_token: "t", token_type: "Bearer" }, typed) : answer(request, index++),
  );
  return {
    session: opened("messaging", wire, { settings }),
    asked: () => sent.filter(({ form }) => form === undefined),
  };
}

describe("the token of a messaging client", () => {
  test("is asked for once, with client id, secret and grant type, and carried by every request", async () => {
    const arrived = prepared(origin, [
      token("first"),
      { method: "GET", path: "/rooms", body: [] },
      { method: "GET", path: "/rooms/R1/members", body: [] },
    ]);
    const talk = session();
    await talk.read(rooms, calm);
    await talk.read(membersOf("R1"), calm);
    expect(arrived.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
      "POST /oauth/token",
      "GET /rooms",
      "GET /rooms/R1/members",
    ]);
    expect(Object.fromEntries(new URLSearchParams(arrived[0]?.body))).toEqual({
      grant_type: "client_credentials",
      client_id: "client",
      client_secret: "client-canary-5",
    });
    expect(arrived.slice(1).map(({ headers }) => headers.authorization)).toEqual([
      "Bearer first",
      "Bearer first",
    ]);
  });

  test("that has expired in the middle of a list is asked for anew, and the list is whole", async () => {
    const next = { link: '</rooms?page=2>; rel="next"' };
    prepared(origin, [
      token("first"),
      { method: "GET", path: "/rooms", body: [{ id: "R1", name: "NOC" }], headers: next },
      { method: "GET", path: "/rooms?page=2", status: 401 },
      token("second"),
      { method: "GET", path: "/rooms?page=2", body: [{ id: "R2", name: "Ops" }] },
    ]);
    expect(await session().read(rooms, calm)).toMatchObject({
      state: "whole",
      items: [{ identity: "NOC" }, { identity: "Ops" }],
    });
  });

  test("asks for the scopes that are set, and a 403 says which they were", async () => {
    const arrived = prepared(origin, [
      token("narrow"),
      {
        method: "POST",
        path: "/v2/rooms",
        status: 403,
        body: { error: "Forbidden", message: "needs rooms:write" },
      },
    ]);
    const write = writeOf({ operation: "create", kind: "room", identity: "NOC", desired: { name: "NOC" } });
    const reply = await session({ scope: "rooms:read", basePath: "/v2" }).write(write, calm);
    expect(new URLSearchParams(arrived[0]?.body).get("scope")).toBe("rooms:read");
    expect(reply).toMatchObject({ meaning: "refused", problem: { code: "forbidden" } });
    const { message, hint } = reply.meaning === "refused" ? reply.problem : { message: "", hint: "" };
    expect(message).toContain("needs rooms:write");
    expect(hint).toContain("`rooms:read`");
  });

  test("is asked for where tokenPath says", async () => {
    const other = { ...token("t"), path: "/v1/access_token" };
    prepared(origin, [other, { method: "GET", path: "/rooms", body: [] }]);
    expect((await session({ tokenPath: "/v1/access_token" }).read(rooms, calm)).state).toBe("whole");
  });
});

describe("lists of a messaging service", () => {
  test("are followed by Link rel=next alone: no counter, no offset, whatever else is linked", async () => {
    const pages: readonly WireReply[] = [
      json(200, [{ id: "R1", name: "A" }], {
        link: '</rooms?page=9>; rel="last", </rooms?cursor=b>; rel="next", </rooms?page=0>; rel="prev"',
        "x-page-total-count": "9",
      }),
      json(200, [{ id: "R2", name: "B" }], { link: '</rooms?cursor=c>; rel="next"' }),
      json(200, [{ id: "R3", name: "C" }], { link: '</rooms?page=0>; rel="first"' }),
    ];
    const { session: talk, asked } = granted((_, index) => pages[index] ?? text(500, ""));
    const reply = await talk.read(rooms, calm);
    expect(reply).toMatchObject({ state: "whole", items: [{ id: "R1" }, { id: "R2" }, { id: "R3" }] });
    expect(asked().map(({ method, url }) => `${method} ${url.slice(origin.length)}`)).toEqual([
      "GET /rooms",
      "GET /rooms?cursor=b",
      "GET /rooms?cursor=c",
    ]);
  });

  test("that lead in a circle are unknown", async () => {
    const circle = json(200, [], { link: '</rooms>; rel="next"' });
    expect(await granted(() => circle).session.read(rooms, calm)).toMatchObject({
      state: "unknown",
      problem: { code: "endless-pages" },
    });
  });

  test.each([
    ["rooms", { id: "R1" }],
    ["rooms", { name: "NOC" }],
    ["rooms", { id: "../R1", name: "NOC" }],
    ["members", { id: "M1" }],
    ["members", { email: "a@example.net" }],
    ["members", { id: "M1", email: 7 }],
  ])("with a record that is none of the %s are unknown: %j", async (collection, record) => {
    const request = { collection, scope: {}, parentId: "R1", wanted: [] };
    expect(await granted(() => json(200, [record])).session.read(request, calm)).toMatchObject({
      state: "unknown",
      problem: { code: "unexpected-shape" },
    });
  });

  test("show members by their addresses in lower case, and nothing that cannot be declared", async () => {
    const record = { id: "M1", email: "Alice@Example.NET", moderator: false, joined: "2026-01-01" };
    expect(await granted(() => json(200, [record])).session.read(membersOf("R1"), calm)).toEqual({
      state: "whole",
      items: [
        {
          kind: "member",
          identity: "alice@example.net",
          id: "R1/M1",
          value: { moderator: false },
        },
      ],
    });
  });

  test("are whole or unknown, however they are cut into pages", async () => {
    const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(names, fc.integer({ min: 1, max: 5 }), fc.nat(13), async (all, size, failing) => {
        const records = all.map((name, index) => ({ id: `R${index}`, name }));
        const last = Math.max(0, Math.ceil(records.length / size) - 1);
        const { session: talk } = granted(({ url }) => {
          const page = Number(new URL(url).searchParams.get("at") ?? 0);
          if (page === failing) return text(500, "");
          const more = page < last ? { link: `<?at=${page + 1}>; rel="next"` } : undefined;
          return json(200, records.slice(page * size, (page + 1) * size), more);
        });
        const reply = await talk.read(rooms, calm);
        if (failing <= last) expect(reply.state).toBe("unknown");
        else expect(reply.state === "whole" && reply.items.map(({ identity }) => identity)).toEqual(all);
      }),
    );
  });
});

describe("writes of a messaging service", () => {
  const live = { id: "R%201%2Fx", value: { name: "Old" } };

  test("a room is created with its name, and its id comes back", async () => {
    const { session: talk, asked } = granted(() => json(201, { id: 7, name: "NOC" }));
    const write = writeOf({ operation: "create", kind: "room", identity: "NOC", desired: { name: "NOC" } });
    expect(await talk.write(write, calm)).toMatchObject({ meaning: "accepted", id: "7" });
    expect(asked()[0]).toMatchObject({ method: "POST", url: `${origin}/rooms`, body: { name: "NOC" } });
  });

  test.each([{}, { id: "../x" }, []])(
    "a create answered with %j is lost: the room is looked for",
    async (body) => {
      const write = writeOf({ operation: "create", kind: "room", identity: "NOC", desired: { name: "NOC" } });
      expect(await granted(() => json(201, body)).session.write(write, calm)).toMatchObject({
        meaning: "lost",
      });
    },
  );

  test("a room is renamed and removed by its id, which stays one segment of the path", async () => {
    const { session: talk, asked } = granted(() => text(204, ""));
    const of = { kind: "room", identity: "NOC", live } as const;
    await talk.write(
      writeOf({ operation: "update", ...of, desired: { name: "NOC" }, differences: differs("/name") }),
      calm,
    );
    await talk.write(writeOf({ operation: "remove", ...of }), calm);
    expect(asked()).toMatchObject([
      { method: "PUT", url: `${origin}/rooms/R%201%2Fx`, body: { name: "NOC" } },
      { method: "DELETE", url: `${origin}/rooms/R%201%2Fx` },
    ]);
  });

  test("a member is added as written, made a moderator and removed", async () => {
    const { session: talk, asked } = granted(() => text(204, ""));
    const of = { kind: "member", identity: "alice@example.net", parentId: "R1" } as const;
    const there = { ...of, live: { id: "M1", value: { moderator: false } } };
    const scope = { room: "noc", member: "Alice@example.net" };
    await talk.write(writeOf({ operation: "create", ...of, scope, desired: {} }), calm);
    const desired = { moderator: true };
    const differences = differs("/moderator");
    await talk.write(writeOf({ operation: "update", ...there, desired, differences }), calm);
    await talk.write(writeOf({ operation: "remove", ...there }), calm);
    expect(asked()).toMatchObject([
      { method: "POST", url: `${origin}/rooms/R1/members`, body: { email: "Alice@example.net" } },
      { method: "PUT", url: `${origin}/rooms/R1/members/M1`, body: { moderator: true } },
      { method: "DELETE", url: `${origin}/rooms/R1/members/M1` },
    ]);
  });

  test("who is a member already, or no longer, is looked at again", async () => {
    const of = { kind: "member", identity: "a@example.net", parentId: "R1" } as const;
    const there = { ...of, live: { id: "M1", value: {} } };
    const meaning = async (status: number, write: Parameters<typeof writeOf>[0]) =>
      (await granted(() => text(status, "")).session.write(writeOf(write), calm)).meaning;
    expect(await meaning(409, { operation: "create", ...of, desired: {} })).toBe("conflict");
    expect(await meaning(404, { operation: "remove", ...there })).toBe("conflict");
    expect(await meaning(404, { operation: "update", ...there, desired: {} })).toBe("conflict");
    expect(await meaning(404, { operation: "create", ...of, desired: {} })).toBe("refused");
  });

  test("an id that no path can hold sends nothing", async () => {
    const { session: talk, asked } = granted(() => text(204, ""));
    const write = writeOf({
      operation: "remove",
      kind: "room",
      identity: "x",
      live: { id: "..", value: {} },
    });
    expect(await talk.write(write, calm)).toMatchObject({ meaning: "refused", problem: { code: "bad-id" } });
    expect(asked()).toEqual([]);
  });
});

describe("posting to a room", () => {
  const message = { room: "NOC", text: "trueup: 1 change done" };
  const settings = { messagePath: "/rooms/{roomId}/messages" };
  const list = json(200, [
    { id: "R1", name: "Ops" },
    { id: "R 2", name: "NOC" },
  ]);

  test("finds it by its name, and posts the text once to where messagePath says", async () => {
    const { session: talk, asked } = granted(
      ({ method }) => (method === "GET" ? list : text(201, "")),
      settings,
    );
    expect(await talk.post?.(message, calm)).toMatchObject({ meaning: "accepted" });
    expect(asked()).toMatchObject([
      { method: "GET", url: `${origin}/rooms` },
      { method: "POST", url: `${origin}/rooms/R%202/messages`, body: { roomId: "R 2", text: message.text } },
    ]);
  });

  test.each([
    ["no room of that name", json(200, []), "not-found"],
    [
      "two of them",
      json(200, [
        { id: "R1", name: "NOC" },
        { id: "R2", name: "NOC" },
      ]),
      "ambiguous",
    ],
    ["a list that cannot be read", text(500, ""), "server-error"],
  ])("with %s posts nothing", async (_, answer, code) => {
    const { session: talk, asked } = granted(() => answer, settings);
    expect(await talk.post?.(message, calm)).toMatchObject({ meaning: "refused", problem: { code } });
    expect(asked().filter(({ method }) => method === "POST")).toEqual([]);
  });
});

describe("the dialect webex", () => {
  const talk = (answer: (request: WireRequest) => WireReply) => {
    const { wire, sent } = scripted(answer);
    return {
      session: opened("messaging", wire, { dialect: "webex", credential: { token: "made-elsewhere" } }),
      sent,
    };
  };

  test("lists rooms of groups in an envelope, and memberships by the id of their room", async () => {
    const record = { id: "M1", personEmail: "A@example.net", isModerator: false, created: "2026-01-01" };
    const { session: webex, sent } = talk(({ url }) =>
      json(200, {
        items: url.includes("/rooms") ? [{ id: "R/1", title: "NOC", lastActivity: "now" }] : [record],
      }),
    );
    expect(await webex.read(rooms, calm)).toMatchObject({
      state: "whole",
      items: [{ kind: "room", identity: "NOC", id: "R%2F1", value: { name: "NOC" } }],
    });
    expect(await webex.read({ ...membersOf("R%2F1"), collection: "member" }, calm)).toMatchObject({
      items: [{ kind: "member", identity: "a@example.net", value: { moderator: false } }],
    });
    expect(sent.map(({ url }) => url)).toEqual([
      `${origin}/v1/rooms?type=group&max=100`,
      `${origin}/v1/memberships?roomId=R%2F1&max=100`,
    ]);
  });

  test("writes rooms and memberships with the product's own names", async () => {
    const { session: webex, sent } = talk(() => json(200, { id: "R1" }));
    const of = { kind: "member", identity: "a@example.net", parentId: "R1" } as const;
    const there = { ...of, live: { id: "M1", value: {} } };
    const desired = { moderator: true };
    await webex.write(
      writeOf({ operation: "create", kind: "room", identity: "NOC", desired: { name: "NOC" } }),
      calm,
    );
    await webex.write(writeOf({ operation: "create", ...of, desired }), calm);
    await webex.write(
      writeOf({ operation: "update", ...there, desired, differences: differs("/moderator") }),
      calm,
    );
    await webex.write(writeOf({ operation: "remove", ...there }), calm);
    expect(sent.map(({ method, url, body }) => [method, url.slice(origin.length), body])).toEqual([
      ["POST", "/v1/rooms", { title: "NOC" }],
      ["POST", "/v1/memberships", { roomId: "R1", personEmail: "a@example.net", isModerator: true }],
      ["PUT", "/v1/memberships/M1", { isModerator: true }],
      ["DELETE", "/v1/memberships/M1", undefined],
    ]);
  });

  test("posts Markdown to a room without a setting, and waits where a resource is locked", async () => {
    const { session: webex, sent } = talk(({ method }) =>
      method === "GET"
        ? json(200, { items: [{ id: "R1", title: "NOC" }] })
        : text(423, "", { "retry-after": "3" }),
    );
    const reply = await webex.post?.({ room: "NOC", text: "done" }, calm);
    expect(sent[1]).toMatchObject({ url: `${origin}/v1/messages`, body: { roomId: "R1", markdown: "done" } });
    expect(reply).toMatchObject({ meaning: "busy", reason: "locked", retryAfter: 3000 });
  });
});
