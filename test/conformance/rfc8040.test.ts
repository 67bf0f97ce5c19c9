import { describe, expect, test } from "vitest";
import type { Json } from "../../src/model/json.ts";
import { isObject } from "../../src/model/json.ts";
import { entry, native, portIn, rfc8040Routers } from "./rfc8040-routers.ts";
import { type Received, router, yang } from "./served.ts";

const { call, edit, mode, send } = rfc8040Routers();
const port = (number: number) => portIn(native, number);

/** Returns the tag of a reply's only error, or undefined if the reply has no error. */
function tagIn({ json }: Received): Json | undefined {
  const errors = isObject(json) ? json["ietf-restconf:errors"] : undefined;
  const error = isObject(errors) ? errors.error : undefined;
  const [first] = Array.isArray(error) ? error : [error];
  return isObject(first) ? first["error-tag"] : undefined;
}

describe("RFC 8040, the routers' mode rfc8040", () => {
  test("the root is discovered (3.1)", async () => {
    mode();
    const reply = await send("GET", "/.well-known/host-meta");
    expect(reply.text).toContain('<Link rel="restconf" href="/devices/10.20.0.1/restconf"/>');
  });

  test("GET gives the target node alone, by its module's name, with an ETag (3.5.2, 4.3)", async () => {
    mode();
    const reply = await send("GET", `${native}/hostname`);
    expect([reply.status, reply.json]).toEqual([200, { "Vendor-native:hostname": "rtr-berlin-1" }]);
    expect(reply.headers.get("content-type")).toBe("application/yang-data+json");
    expect(reply.headers.get("etag")).toMatch(/^"\w+"$/);
  });

  test("state is read too, unless content=config; no other query is taken (4.8.1)", async () => {
    mode();
    const status = async (path: string) => (await send("GET", `/restconf/data/${path}`)).status;
    expect(await status("Vendor-oper:oper/reloadReason")).toBe(200);
    expect(await status("Vendor-oper:oper/reloadReason?content=config")).toBe(404);
    expect(await status("Vendor-native:native?content=config")).toBe(200);
    expect(await status("Vendor-native:native?content=nonconfig")).toBe(404);
    expect(await status("Vendor-native:native?content=some")).toBe(400);
    expect(await status("Vendor-native:native?depth=1")).toBe(400);
    const body = { "Vendor-oper:reloadReason": "none" };
    expect((await send("PUT", "/restconf/data/Vendor-oper:oper/reloadReason", { body })).status).toBe(404);
  });

  test("PUT replaces with 204 and creates with 201 (4.5)", async () => {
    mode();
    expect((await send("PUT", port(4), { body: entry(4, { description: "new" }) })).status).toBe(204);
    expect((await send("GET", port(4))).json).toEqual(entry(4, { description: "new" }));
    const made = await send("PUT", port(9), { body: entry(9, { mtu: 1400 }) });
    expect(made.status).toBe(201);
    expect(made.headers.get("location")).toMatch(/\/devices\/10\.20\.0\.1\/restconf\/data\/.*=1%2F0%2F9$/);
    expect((await send("GET", port(9))).json).toEqual(entry(9, { mtu: 1400 }));
  });

  test("PUT of what the device does not know is 404, and of an entry in one that is not there 409", async () => {
    mode();
    expect((await send("PUT", `${native}/colour`, { body: { "Vendor-native:colour": "red" } })).status).toBe(
      404,
    );
    const reply = await send("PUT", `${port(9)}/description`, { body: { "Vendor-native:description": "a" } });
    expect([reply.status, tagIn(reply)]).toEqual([409, "data-missing"]);
  });

  test.each([
    [
      "inside its parents, as the neutral mode wants it",
      { "Vendor-native:native": { interface: { GigabitEthernet: [{ name: "1/0/4" }] } } },
    ],
    ["with another key than its path", entry(5)],
    ["without its module", { GigabitEthernet: [{ name: "1/0/4" }] }],
    ["an entry that is no list", { "Vendor-native:GigabitEthernet": { name: "1/0/4" } }],
    ["of two entries", { "Vendor-native:GigabitEthernet": [{ name: "1/0/4" }, { name: "1/0/4" }] }],
  ])("a body %s is refused", async (_, body) => {
    mode();
    const reply = await send("PUT", port(4), { body });
    expect([reply.status, tagIn(reply)]).toEqual([400, "invalid-value"]);
  });

  test("POST creates a child with 201, and is 409 data-exists for one that is there (4.4)", async () => {
    mode();
    const path = `${native}/interface`;
    expect((await send("POST", path, { body: entry(9) })).status).toBe(201);
    const again = await send("POST", path, { body: entry(9) });
    expect([again.status, tagIn(again)]).toEqual([409, "data-exists"]);
  });

  test("PATCH merges with 204, and creates nothing (4.6)", async () => {
    mode();
    expect((await send("PATCH", port(4), { body: entry(4, { mtu: 1400 }) })).status).toBe(204);
    expect((await send("GET", port(4))).json).toEqual(
      entry(4, { description: "spare", shutdown: true, mtu: 1400 }),
    );
    expect((await send("PATCH", port(9), { body: entry(9) })).status).toBe(404);
  });

  test("DELETE is 204, then 404 (4.7)", async () => {
    mode();
    expect((await send("DELETE", `${port(4)}/description`)).status).toBe(204);
    expect((await send("GET", port(4))).json).toEqual(entry(4, { shutdown: true }));
    expect((await send("DELETE", `${port(4)}/description`)).status).toBe(404);
    expect((await send("GET", `${port(4)}/description`)).status).toBe(404);
  });

  test("If-Match keeps a change from what somebody else has changed: 412 (3.4.1)", async () => {
    mode();
    const etag = (await send("GET", port(4))).headers.get("etag") ?? "";
    const headers = { "If-Match": etag };
    const first = await send("PUT", port(4), { headers, body: entry(4, { mtu: 1400 }) });
    expect([first.status, first.headers.get("etag")]).toEqual([
      204,
      (await send("GET", port(4))).headers.get("etag"),
    ]);
    const late = await send("PUT", port(4), { headers, body: entry(4, { mtu: 1300 }) });
    expect([late.status, tagIn(late)]).toEqual([412, "operation-failed"]);
    expect((await send("DELETE", port(4), { headers })).status).toBe(412);
    expect((await send("PUT", port(9), { headers: { "If-Match": "*" }, body: entry(9) })).status).toBe(412);
    expect((await send("PUT", port(4), { headers: { "If-None-Match": "*" }, body: entry(4) })).status).toBe(
      412,
    );
    expect((await send("GET", port(4))).json).toEqual(entry(4, { mtu: 1400 }));
  });

  test.each([
    ["node", false],
    ["device", true],
  ] as const)("a tag for each %s: a change elsewhere moves it: %s", async (restconfEtags, moves) => {
    mode({ restconfEtags });
    const before = (await send("GET", port(1))).headers.get("etag");
    await send("PUT", port(4), { body: entry(4) });
    expect((await send("GET", port(1))).headers.get("etag") !== before).toBe(moves);
  });

  test("a device without tags shows none", async () => {
    mode({ restconfEtags: "none" });
    expect((await send("GET", port(1))).headers.get("etag")).toBeNull();
  });

  test("another type of body is 415, and one whose length is not told 411", async () => {
    mode();
    const json = { headers: { "Content-Type": "application/json" }, body: entry(4) };
    expect((await send("PUT", port(4), json)).status).toBe(415);
    const url = (await send("PUT", port(9), { body: entry(9) })).headers.get("location") ?? "";
    const body = new Blob([JSON.stringify(entry(9))]).stream();
    const headers = { ...router, ...yang };
    expect((await fetch(url, { method: "PUT", headers, body, duplex: "half" })).status).toBe(411);
  });

  test.each(["list", "object"] as const)(
    "errors are told as a %s, from wherever they come (7.1)",
    async (restconfErrors) => {
      mode({ restconfErrors, permissions: [{ path: "*/hostname", lacks: "privilege" }] });
      const shape = (reply: Received) => {
        const errors = isObject(reply.json) ? reply.json["ietf-restconf:errors"] : undefined;
        return isObject(errors) && Array.isArray(errors.error) ? "list" : "object";
      };
      const replies = [
        await call("restconf", port(1)),
        await send("GET", `${native}/hostname`),
        await send("GET", port(9)),
        await send("PUT", port(4), { body: "{" }),
      ];
      expect(replies.map(({ status }) => status)).toEqual([401, 403, 404, 400]);
      expect(replies.map(tagIn)).toEqual([
        "access-denied",
        "access-denied",
        "invalid-value",
        "malformed-message",
      ]);
      expect(new Set(replies.map(shape))).toEqual(new Set([restconfErrors]));
    },
  );

  test.each(["in-use", "lock-denied", "resource-denied", "data-missing"] as const)(
    "a 409 can be %s",
    async (tag) => {
      mode();
      edit((world) => ({
        ...world,
        faults: [
          { fault: { effect: { kind: "rpcError", tag } }, skipLeft: 0, strikesLeft: 1, endsAt: Infinity },
        ],
      }));
      const reply = await send("PUT", port(4), { body: entry(4) });
      expect([reply.status, tagIn(reply)]).toEqual([409, tag]);
    },
  );

  test("a lock over NETCONF is 409 lock-denied", async () => {
    mode();
    edit((world) => {
      const devices = new Map([["10.20.0.1", { locks: { running: 1 } }]]);
      return { ...world, netconf: { ...world.netconf, devices } };
    });
    const reply = await send("PUT", port(4), { body: entry(4) });
    expect([reply.status, tagIn(reply)]).toEqual([409, "lock-denied"]);
    expect((await send("GET", port(4))).status).toBe(200);
  });
});
