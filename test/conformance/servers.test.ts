import { describe, expect, test } from "vitest";
import { isObject } from "../../src/model/json.ts";
import { bearer, listOf, serversClient, simulator, textOf } from "./served.ts";

const { call, form, origin, reset } = simulator();

async function token(): Promise<Record<string, string>> {
  return bearer(await form("servers", serversClient));
}

describe("Server management: profiles (open points)", () => {
  test("GET /server-profiles: items with id, name, serial, model, status and description", async () => {
    const { json } = await call("servers", "/server-profiles", { headers: await token() });
    expect(listOf(json, "items")[0]).toEqual({
      id: "profile-000001",
      name: "srv-berlin-1",
      serial: "SRV00000001",
      model: "Rack Server 1U",
      status: "ok",
      description: "Berlin, virtual machines",
    });
  });

  test("POST: 201 with the record; PUT with the fields to change: 200 with the record", async () => {
    const headers = await token();
    const body = { name: "srv-new-1", serial: "SRV00000099", model: "Rack Server 1U" };
    const made = await call("servers", "/server-profiles", { method: "POST", headers, body });
    const id = textOf(made.json, "id");
    expect([made.status, made.json]).toEqual([201, { id, ...body, status: "ok", description: "" }]);
    const put = { method: "PUT", headers, body: { description: "a new one" } };
    const { json } = await call("servers", `/server-profiles/${id}`, put);
    expect(json).toEqual({ id, ...body, status: "ok", description: "a new one" });
    expect((await call("servers", "/server-profiles/none", put)).status).toBe(404);
  });

  test.each([
    [{}, "name: required"],
    [{ name: 1 }, "name: "],
    [{ name: "x", status: "ok" }, "status"],
    [{ name: "x", id: "mine" }, "id"],
  ])("a body of %j is 400 and says why: %s", async (body, why) => {
    const create = { method: "POST", headers: await token(), body };
    const { status, json } = await call("servers", "/server-profiles", create);
    expect(status).toBe(400);
    expect(listOf(json, "errors").join()).toContain(why);
  });

  test("a profile cannot be removed: it would take a server down", async () => {
    const remove = { method: "DELETE", headers: await token() };
    expect((await call("servers", "/server-profiles/profile-000001", remove)).status).toBe(405);
  });
});

describe("Pagination 3: server-management interface", () => {
  test.each(["absolute", "relative"] as const)(
    "following the link to the next page (%s) until none is given gives all profiles, each once",
    async (nextPageUri) => {
      reset({ nextPageUri });
      const headers = await token();
      const sizes: number[] = [];
      const ids = new Set<string>();
      for (let path: string | undefined = "/server-profiles"; path !== undefined; ) {
        const { json } = await call("servers", path, { headers });
        const items = listOf(json, "items");
        sizes.push(items.length);
        for (const item of items) ids.add(textOf(item, "id"));
        const next: string | undefined =
          isObject(json) && json.next !== undefined ? textOf(json, "next") : undefined;
        expect(next?.startsWith(nextPageUri === "absolute" ? origin("servers") : "/") ?? true).toBe(true);
        path = next?.replace(origin("servers"), "");
      }
      expect([sizes, ids.size]).toEqual([[20, 20, 8], 48]);
    },
  );

  test("a list that fits on one page gives no link", async () => {
    reset({ serversPageSize: 48 });
    const { json } = await call("servers", "/server-profiles", { headers: await token() });
    expect(Object.keys(isObject(json) ? json : {})).toEqual(["items"]);
  });

  test("a link that no page gave is 400", async () => {
    const reply = await call("servers", "/server-profiles?cursor=abc", { headers: await token() });
    expect(reply.status).toBe(400);
  });
});
