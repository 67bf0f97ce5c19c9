import { describe, expect, test } from "vitest";
import { bearer, listOf, messagingClient, nextIn, simulator, textOf } from "./served.ts";

const { call, form, origin, reset } = simulator();

async function token(): Promise<Record<string, string>> {
  return bearer(await form("messaging", messagingClient));
}

/** Reads every page of a list. Returns the path and the items of each page. */
async function pages(from: string) {
  const headers = await token();
  const found: { readonly path: string; readonly items: ReturnType<typeof listOf> }[] = [];
  for (let path: string | undefined = from; path !== undefined; ) {
    const reply = await call("messaging", path, { headers });
    found.push({ path, items: listOf(reply.json) });
    path = nextIn(reply);
  }
  return found;
}

describe("Messaging: rooms (open points)", () => {
  test("GET /rooms: an array of records with id and name", async () => {
    const { status, json } = await call("messaging", "/rooms", { headers: await token() });
    expect([status, listOf(json)[0]]).toEqual([200, { id: "room-000001", name: "Network Operations" }]);
  });

  test("POST /rooms: 201 with the record; PUT renames it; DELETE takes it away: 204", async () => {
    const headers = await token();
    const made = await call("messaging", "/rooms", { method: "POST", headers, body: { name: "New" } });
    const id = textOf(made.json, "id");
    expect([made.status, made.json]).toEqual([201, { id, name: "New" }]);
    const put = { method: "PUT", headers, body: { name: "Renamed" } };
    expect((await call("messaging", `/rooms/${id}`, put)).json).toEqual({ id, name: "Renamed" });
    const names = async () => (await pages("/rooms")).flatMap(({ items }) => items);
    expect(await names()).toContainEqual({ id, name: "Renamed" });
    expect((await call("messaging", `/rooms/${id}`, { method: "DELETE", headers })).status).toBe(204);
    expect(await names()).not.toContainEqual({ id, name: "Renamed" });
    expect((await call("messaging", `/rooms/${id}`, put)).status).toBe(404);
    expect((await call("messaging", `/rooms/${id}/members`, { headers })).status).toBe(404);
  });

  test("two rooms can have one name", async () => {
    const create = { method: "POST", headers: await token(), body: { name: "Incidents" } };
    expect((await call("messaging", "/rooms", create)).status).toBe(201);
  });
});

describe("Messaging: members of a room (open points)", () => {
  const members = "/rooms/room-000001/members";

  test("GET: an array of records with id, email and moderator", async () => {
    const { json } = await call("messaging", members, { headers: await token() });
    const email = "engineer-01@acme.example.net";
    expect(listOf(json)[0]).toEqual({ id: expect.any(String), email, moderator: true });
  });

  test("POST: 201 with the record; PUT changes moderator; DELETE: 204, and the member is gone", async () => {
    const headers = await token();
    const body = { email: "new@acme.example.net" };
    const added = await call("messaging", members, { method: "POST", headers, body });
    const id = textOf(added.json, "id");
    expect([added.status, added.json]).toEqual([201, { id, ...body, moderator: false }]);
    const put = { method: "PUT", headers, body: { moderator: true } };
    expect((await call("messaging", `${members}/${id}`, put)).json).toEqual({ id, ...body, moderator: true });
    expect((await call("messaging", `${members}/${id}`, { method: "DELETE", headers })).status).toBe(204);
    expect((await call("messaging", `${members}/${id}`, put)).status).toBe(404);
  });

  test("a room without members: 200 with an empty array (Errors)", async () => {
    const headers = await token();
    const made = await call("messaging", "/rooms", { method: "POST", headers, body: { name: "New" } });
    const { status, text } = await call("messaging", `/rooms/${textOf(made.json, "id")}/members`, {
      headers,
    });
    expect([status, text]).toEqual([200, "[]"]);
  });

  test("nobody is in a room twice: 409, in whatever case the email is written", async () => {
    const body = { email: "Engineer-01@acme.example.net", moderator: false };
    const { status, text } = await call("messaging", members, {
      method: "POST",
      headers: await token(),
      body,
    });
    expect([status, text]).toEqual([409, ""]);
  });
});

describe("Pagination 1: messaging interface", () => {
  test("the GET of each URL with relation next gives all rooms, each once", async () => {
    const found = await pages("/rooms");
    const ids = found.flatMap(({ items }) => items.map((room) => textOf(room, "id")));
    expect(found.map(({ items }) => items.length)).toEqual([20, 20, 20, 4]);
    expect(new Set(ids).size).toBe(64);
  });

  test("members have pages too", async () => {
    const found = await pages("/rooms/room-000001/members");
    expect(found.map(({ items }) => items.length)).toEqual([20, 4]);
  });

  test("the header is there while there are more pages, and has entries of other relations", async () => {
    const headers = await token();
    const first = await call("messaging", "/rooms", { headers });
    const entry = `<${origin("messaging")}/rooms>; rel="first", <${origin("messaging")}/rooms?cursor=`;
    expect(first.headers.get("link")?.startsWith(entry)).toBe(true);
    reset({ messagingPageSize: 64 });
    const whole = await call("messaging", "/rooms", { headers: await token() });
    expect([whole.headers.get("link"), listOf(whole.json).length]).toEqual([null, 64]);
  });

  test("the URL holds no counter and no offset, and these are not listened to", async () => {
    const headers = await token();
    const [, second] = await pages("/rooms");
    expect([...new URL(second?.path ?? "", "http://x").searchParams.keys()]).toEqual(["cursor"]);
    const counted = await call("messaging", "/rooms?page=2&offset=20", { headers });
    expect(textOf(listOf(counted.json)[0], "id")).toBe("room-000001");
  });

  test("a room that goes away between two pages moves no other one", async () => {
    const headers = await token();
    const next = nextIn(await call("messaging", "/rooms", { headers })) ?? "";
    const before = await call("messaging", next, { headers });
    await call("messaging", "/rooms/room-000001", { method: "DELETE", headers });
    expect((await call("messaging", next, { headers })).text).toBe(before.text);
  });

  test("a cursor that no page of this list gave is 400", async () => {
    const headers = await token();
    const next = nextIn(await call("messaging", "/rooms", { headers })) ?? "";
    const elsewhere = next.replace("/rooms", "/rooms/room-000001/members");
    const statuses = [];
    for (const path of [elsewhere, "/rooms?cursor=20", "/rooms?cursor="]) {
      statuses.push((await call("messaging", path, { headers })).status);
    }
    expect(statuses).toEqual([400, 400, 400]);
  });
});

describe("Errors: 400 messaging interface, required fields missing when a room is created", () => {
  test.each([[{}], [{ title: "New" }], [{ name: "" }], [{ name: 1 }], [[]]])(
    "%j: status only",
    async (body) => {
      const { status, text } = await call("messaging", "/rooms", {
        method: "POST",
        headers: await token(),
        body,
      });
      expect([status, text]).toEqual([400, ""]);
    },
  );
});
