/** Behaviour that the specification leaves open. Each variant that the simulator serves is tested with plain fetch. */

import { describe, expect, test } from "vitest";
import { defaultSettings } from "../../src/simulator/wire/settings.ts";
import { defaultVariants, type VariantSettings } from "../../src/simulator/wire/variants.ts";
import { bearer, key, serversClient, simulator, user } from "./served.ts";

const { call, form, origin, reset } = simulator();
const { username, password, serversRefreshToken } = defaultSettings.credentials;
const devices = "/ctl/intent/api/v1/network-device";

const resetTo = (variants: Partial<VariantSettings>) =>
  reset({ pageSize: 200, variants: { ...defaultVariants, ...variants } });

async function list(variants: Partial<VariantSettings>) {
  resetTo(variants);
  const { json } = await call("controller", "/ctl/system/api/v1/auth/token", {
    method: "POST",
    headers: user,
  });
  const token = Object(json).token;
  return call("controller", devices, { headers: { "X-Auth-Token": token } });
}

describe("a list in pages", () => {
  test.each([
    ["next", { next: "?" }],
    ["links.next.href", { links: { next: { href: "?" } } }],
    [
      "links",
      {
        links: [
          { rel: "self", href: "/" },
          { rel: "next", href: "?" },
        ],
      },
    ],
    ["@odata.nextLink", { "@odata.nextLink": "?" }],
    ["nextPageUri.href", { nextPageUri: { href: "?" } }],
  ] as const)("tells where the next page is: %s", async (nextLink, shape) => {
    const { json } = await list({ nextLink });
    const next = `${origin("controller")}${devices}?offset=200`;
    expect(json).toMatchObject(JSON.parse(JSON.stringify(shape).replaceAll('"?"', JSON.stringify(next))));
    if (nextLink !== "nextPageUri.href") expect(json).not.toHaveProperty("nextPageUri");
  });

  test("tells it in a header, and nothing in the body", async () => {
    const { json, headers } = await list({ nextLink: "header", linkHeader: "bare", totalRecords: false });
    expect(headers.get("link")).toBe(`<${origin("controller")}${devices}?offset=200>; rel=next`);
    expect(Object.keys(Object(json))).toEqual(["response", "version"]);
  });

  test.each([
    ["items", "300"],
    ["pages", "2"],
    ["page", "200"],
    ["none", null],
  ] as const)("counts %s in X-Page-Total-Count", async (totalCount, shown) => {
    expect((await list({ totalCount })).headers.get("x-page-total-count")).toBe(shown);
  });

  test("is an array, or stands in another field", async () => {
    expect((await list({ devicesEnvelope: "array" })).json).toHaveLength(200);
    expect((await list({ devicesEnvelope: "devices" })).json).toHaveProperty("devices");
  });
});

test("a token comes with status 201 and without its type", async () => {
  resetTo({ tokenStatus: 201, tokenType: false });
  const { status, json } = await form("servers", serversClient);
  expect(status).toBe(201);
  expect(json).toHaveProperty("access_token");
  expect(json).not.toHaveProperty("token_type");
});

test.each([
  ["password", { username, password }],
  ["refresh_token", { refresh_token: serversRefreshToken }],
] as const)(
  "the servers take the grant %s where that is told, and its own proof only",
  async (grant, proof) => {
    resetTo({ grants: [grant] });
    const asked = { ...serversClient, grant_type: grant };
    expect(bearer(await form("servers", { ...asked, ...proof }))).toHaveProperty("Authorization");
    expect(
      (
        await form("servers", {
          ...asked,
          ...Object.fromEntries(Object.keys(proof).map((name) => [name, "x"])),
        })
      ).json,
    ).toEqual({
      error: "invalid_grant",
    });
    expect((await form("servers", serversClient)).json).toEqual({ error: "unsupported_grant_type" });
  },
);

test("a Retry-After may be a date, beside the server's own", async () => {
  reset({
    dashboardRequestsPerSecond: 1,
    retryAfterSeconds: 30,
    variants: { ...defaultVariants, retryAfter: "date" },
  });
  await call("dashboard", "/api/v1/organizations", { headers: key });
  const { status, headers } = await call("dashboard", "/api/v1/organizations", { headers: key });
  expect(status).toBe(429);
  const wait = Date.parse(headers.get("retry-after") ?? "") - Date.parse(headers.get("date") ?? "");
  expect(wait).toBeGreaterThanOrEqual(30_000);
  expect(wait).toBeLessThanOrEqual(31_000);
});
