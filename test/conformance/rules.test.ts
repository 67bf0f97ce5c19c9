import { describe, expect, test } from "vitest";
import { isObject } from "../../src/model/json.ts";
import { defaultSettings } from "../../src/simulator/wire/settings.ts";
import { basic, fabricToken, key, listOf, router, simulator, textOf, user } from "./served.ts";

const { call, origin, pass, reset, token } = simulator();
const intent = "/ctl/intent/api/v1";
const { credentials } = defaultSettings;

describe("States and transitions 1: a new network is not ready for a short time", () => {
  test("an SSID sent immediately is rejected with 400; sending it after a delay succeeds", async () => {
    const create = { method: "POST", headers: key, body: { name: "New" } };
    const made = await call("dashboard", "/api/v1/organizations/O_1001/networks", create);
    const path = `/api/v1/networks/${textOf(made.json, "id")}/wireless/ssids/0`;
    const put = { method: "PUT", headers: key, body: { name: "Acme Corp", vlan: 20 } };
    expect((await call("dashboard", path, put)).status).toBe(400);
    pass(2999);
    expect((await call("dashboard", path, put)).status).toBe(400);
    pass(1);
    expect((await call("dashboard", path, put)).json).toEqual({ number: 0, name: "Acme Corp", vlan: 20 });
  });
});

describe("Pagination 2: controller interface", () => {
  test.each(["absolute", "relative"] as const)(
    "following nextPageUri (%s) until it is absent gives all 150 sites, each once",
    async (nextPageUri) => {
      reset({ nextPageUri });
      const headers = await token();
      const names: string[] = [];
      let pages = 0;
      for (let path: string | undefined = `${intent}/site-health`; path !== undefined; pages += 1) {
        const { json, headers: sent } = await call("controller", path, { headers });
        expect(json).toMatchObject({ totalRecords: 150 });
        expect(sent.get("x-page-total-count")).toBe("150");
        names.push(...listOf(json, "response").map((site) => textOf(site, "siteName")));
        const next =
          isObject(json) && json.nextPageUri !== undefined ? textOf(json, "nextPageUri") : undefined;
        expect(next?.startsWith(nextPageUri === "absolute" ? origin("controller") : "/ctl/") ?? true).toBe(
          true,
        );
        path = next?.replace(origin("controller"), "");
      }
      expect([pages, names.length, new Set(names).size]).toEqual([8, 150, 150]);
    },
  );

  test("a list that fits on one page carries neither totalRecords nor nextPageUri", async () => {
    reset({ pageSize: 150 });
    const { json } = await call("controller", `${intent}/site-health`, { headers: await token() });
    expect(Object.keys(isObject(json) ? json : {})).toEqual(["response", "version"]);
  });

  test("the last page has no nextPageUri, also when it is full", async () => {
    reset({ pageSize: 50 });
    const headers = await token();
    const last = await call("controller", `${intent}/site-health?offset=100`, { headers });
    expect(listOf(last.json, "response")).toHaveLength(50);
    expect(Object.keys(isObject(last.json) ? last.json : {})).not.toContain("nextPageUri");
  });

  test("a page that no nextPageUri names is 400", async () => {
    reset({ dashboardPageSize: 10 });
    const path = "/api/v1/organizations/O_1001/networks?startingAt=abc";
    expect((await call("dashboard", path, { headers: key })).status).toBe(400);
    const page = await call("controller", `${intent}/site-health?offset=-1`, { headers: await token() });
    expect(page.status).toBe(400);
  });

  test("lists of the dashboard come whole, or linked by rel=next (open points)", async () => {
    reset({ dashboardPageSize: 10 });
    const path = "/api/v1/organizations/O_1001/networks";
    const first = await call("dashboard", path, { headers: key });
    const link = /^<(.+)>; rel="next"$/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    const second = await call("dashboard", link.replace(origin("dashboard"), ""), { headers: key });
    expect([listOf(first.json).length, listOf(second.json).length]).toEqual([10, 10]);
    expect(textOf(listOf(second.json)[0], "id")).toBe("N_000011");
  });
});

describe("Authentication: controller", () => {
  test("the token goes in X-Auth-Token, or as a Bearer value in Authorization", async () => {
    const { "X-Auth-Token": value } = await token();
    const bearer = { Authorization: `Bearer ${value}` };
    expect((await call("controller", `${intent}/site-health`, { headers: bearer })).status).toBe(200);
  });

  test("Basic credentials are for the token path only", async () => {
    expect((await call("controller", `${intent}/site-health`, { headers: user })).status).toBe(401);
  });

  test("Rule 1: a token that has expired or was never given out gets 401", async () => {
    reset({ tokenLifetimeMs: 1000 });
    const headers = await token();
    pass(999);
    expect((await call("controller", `${intent}/site-health`, { headers })).status).toBe(200);
    pass(1);
    expect((await call("controller", `${intent}/site-health`, { headers })).status).toBe(401);
    const made = { "X-Auth-Token": "simulated-token-000099" };
    expect((await call("controller", `${intent}/site-health`, { headers: made })).status).toBe(401);
  });
});

describe("Authentication: dashboard-style", () => {
  const path = "/api/v1/organizations";

  test("a key in the query string, in the body or as a Bearer value is no key: 401", async () => {
    const { apiKey } = credentials;
    const inQuery = await call("dashboard", `${path}?X-Vendor-API-Key=${apiKey}&apiKey=${apiKey}`);
    const inBody = await call("dashboard", `${path}/O_1001/networks`, {
      method: "POST",
      body: { name: "New", apiKey },
    });
    const asBearer = await call("dashboard", path, { headers: { Authorization: `Bearer ${apiKey}` } });
    expect([inQuery.status, inBody.status, asBearer.status]).toEqual([401, 401, 401]);
  });

  test("keys carry permissions: what one key may do, another may not", async () => {
    const other = { "X-Vendor-API-Key": "second-key" };
    const refusal = { credential: "second-key", methods: ["PUT"], path: "*", lacks: "endpoint" } as const;
    reset({ credentials: { ...credentials, moreApiKeys: ["second-key"] }, permissions: [refusal] });
    const put = { method: "PUT", body: { name: "Renamed" } };
    expect((await call("dashboard", path, { headers: other })).status).toBe(200);
    expect((await call("dashboard", "/api/v1/networks/N_000001", { ...put, headers: other })).status).toBe(
      403,
    );
    expect((await call("dashboard", "/api/v1/networks/N_000001", { ...put, headers: key })).status).toBe(200);
  });
});

describe("Authentication: fabric controller and RESTCONF", () => {
  test("credentials or a token are required; a request without a valid one gets 401", async () => {
    const wrong = { Authorization: "Bearer nothing" };
    const statuses = async (
      name: "fabric" | "restconf",
      path: string,
      right: readonly Record<string, string>[],
    ) => Promise.all([...right, wrong, {}, basic("a", "b")].map((headers) => call(name, path, { headers })));
    const fabric = await statuses("fabric", "/api/mo/uni.json", [fabricToken, user]);
    expect(fabric.map(({ status }) => status)).toEqual([200, 200, 401, 401, 401]);
    const routerToken = { Authorization: `Bearer ${credentials.routerToken}` };
    const path = "/restconf/data/Vendor-native:native/hostname";
    const devices = await statuses("restconf", path, [router, routerToken]);
    expect(devices.map(({ status }) => status)).toEqual([200, 200, 401, 401, 401]);
  });
});

describe("Limits 1: dashboard-style interface, 5 requests per second", () => {
  test("above it, requests get 429 until a second has passed since the first of the five", async () => {
    const ask = async () => (await call("dashboard", "/api/v1/organizations", { headers: key })).status;
    expect(await ask()).toBe(200);
    pass(600);
    expect([await ask(), await ask(), await ask(), await ask(), await ask()]).toEqual([
      200, 200, 200, 200, 429,
    ]);
    pass(399);
    expect(await ask()).toBe(429);
    pass(1);
    expect([await ask(), await ask()]).toEqual([200, 429]);
  });

  test("the other interfaces have no limit unless set (Limits 4)", async () => {
    const ask = () => call("fabric", "/api/mo/uni.json", { headers: fabricToken });
    const replies = await Promise.all(Array.from({ length: 30 }, ask));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe("Versioning", () => {
  test("1: the controller paths carry v1, and no other path is known", async () => {
    const headers = await token();
    expect((await call("controller", "/ctl/intent/api/v2/site-health", { headers })).status).toBe(404);
  });

  test("2: the controller list response carries version, a string", async () => {
    const { json } = await call("controller", `${intent}/network-device`, { headers: await token() });
    expect(textOf(json, "version")).toMatch(/^\d+\.\d+$/);
  });

  test("3: the dashboard is addressed as version 1", async () => {
    expect((await call("dashboard", "/api/v0/organizations", { headers: key })).status).toBe(404);
  });
});
