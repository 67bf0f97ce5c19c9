/** The API conforms to its own description, for every route and any request. */

import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { planFileSchema } from "../../src/load/documents/plan-file.ts";
import { cases } from "../long-forms.ts";
import { type AskedApp, appOn, owner } from "./web-app.ts";
import { FakeServed, fleet } from "./web-world.ts";

interface Described {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: object }[];
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: object }>> }>
  >;
}

interface Description {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: object;
}

let served: FakeServed;
let app: AskedApp;
let description: Description;

beforeAll(async () => {
  served = await fleet();
  app = appOn(served, { who: { name: "pipeline", role: "apply" } });
  description = JSON.parse(await app.page("/api/v1/openapi.json"));
});

/** Returns the response, checked against the description. Throws if the description does not have such a response. */
async function validated(path: string, method: string, answer: Response): Promise<unknown> {
  const type = answer.headers.get("content-type")?.split(";")[0] ?? "";
  const schema = description.paths[path]?.[method]?.responses[answer.status]?.content?.[type]?.schema;
  const text = await answer.text();
  if (!schema)
    throw new Error(`${method} ${path}: ${answer.status} ${type} is not described: ${text.slice(0, 300)}`);
  const value: unknown = JSON.parse(text);
  const check = checkOf(`${method} ${path} ${answer.status}`, schema);
  if (!check(value))
    throw new Error(`${method} ${path}: ${ajv.errorsText(check.errors)}: ${text.slice(0, 300)}`);
  return value;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
const checks = new Map<string, ReturnType<typeof ajv.compile>>();

function checkOf(name: string, schema: object) {
  const known = checks.get(name) ?? ajv.compile({ ...schema, components: description.components });
  checks.set(name, known);
  return known;
}

/** One request for each route. */
const examples: Readonly<Record<string, string>> = {
  "/environments": "/environments?state=blocked",
  "/differences": "/differences?environment=acme/production",
  "/resources": "/resources?state=any&page=2",
  "/unmanaged": "/unmanaged?kind=network",
  "/runs": "/runs",
  "/environments/{repository}/{environment}": "/environments/acme/production",
  "/environments/{repository}/{environment}/resource":
    "/environments/acme/production/resource?address=cloud/ssid/berlin.0",
  "/environments/{repository}/{environment}/runs/{run}": "/environments/acme/branches/runs/20261129-4",
  "/environments/{repository}/{environment}/plan": "/environments/acme/production/plan",
  "/environments/{repository}/{environment}/drift": "/environments/acme/production/drift",
  "/environments/{repository}/{environment}/plan/printed":
    "/environments/acme/production/plan/printed?format=markdown",
  "/environments/{repository}/{environment}/drift/printed": "/environments/acme/production/drift/printed",
};

describe("every route", () => {
  test("is described by OpenAPI 3.1, and has an example here", () => {
    expect(description.openapi).toBe("3.1.0");
    const others = ["/requests", "/events"];
    expect(Object.keys(description.paths).toSorted()).toEqual(
      [...Object.keys(examples), ...others].toSorted(),
    );
  });

  test.each(Object.entries(examples))("%s answers as it is described", async (path, asked) => {
    const answer = await app.ask(`/api/v1${asked}`);
    expect(answer.status).toBe(200);
    await validated(path, "get", answer);
  });

  test("has problems of one shape", async () => {
    const wrong = [
      ["/environments", "/environments?page=0", 400],
      ["/resources", "/resources?state=nothing", 400],
      ["/environments/{repository}/{environment}", "/environments/a/b", 404],
      ["/environments/{repository}/{environment}/plan", "/environments/globex/new/plan", 409],
    ] as const;
    for (const [path, asked, status] of wrong) {
      const answer = await app.ask(`/api/v1${asked}`);
      expect(answer.status, asked).toBe(status);
      expect(await validated(path, "get", answer)).toMatchObject({ code: expect.any(String), status });
    }
    expect((await app.ask("/api/v1/nothing")).headers.get("content-type")).toBe("application/problem+json");
  });
});

describe("documents", () => {
  test("the plan is the one that a plan file is", async () => {
    const plan = JSON.parse(await app.page("/api/v1/environments/acme/production/plan"));
    expect(planFileSchema.omit({ origin: true }).safeParse(plan).error).toBeUndefined();
    expect(plan.fingerprint).toBe(served.find("acme/production")?.look?.plan.fingerprint);
  });

  test("what is printed says which status it means", async () => {
    const printed = JSON.parse(await app.page("/api/v1/environments/acme/production/plan/printed"));
    expect(printed).toMatchObject({ status: 0, detailedStatus: 2, format: "text" });
    expect(printed.text).toContain("11 drifted");
  });

  test("a list says where its next page is", async () => {
    const first = JSON.parse(await app.page("/api/v1/resources?state=any"));
    const second = JSON.parse(await app.page(first.next));
    expect(second.page).toBe(2);
    expect(second.items[0].address).not.toBe(first.items[0].address);
  });
});

describe("requests", () => {
  const post = (of: AskedApp, body: unknown, headers = {}) =>
    of.ask("/api/v1/requests", {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
    });

  test("are taken by role, and by who came by a session only from its page", async () => {
    const look = { do: "look", environment: "acme/production" };
    expect((await post(appOn(served, { who: { name: "x", role: "view" } }), look)).status).toBe(403);
    expect((await post(appOn(served, { who: owner }), look)).status).toBe(403);
    expect(
      (await post(appOn(served, { who: owner }), look, { "x-trueup-csrf": "csrf-of-mara" })).status,
    ).toBe(202);
    const answer = await post(app, look);
    expect(await validated("/requests", "post", answer)).toEqual({ is: "accepted", message: "It goes on." });
    expect(served.asked.at(-1)).toEqual({ request: look, by: "pipeline" });
  });

  test("that a form could send are none: another site's form has no JSON", async () => {
    const before = served.asked.length;
    const body = new URLSearchParams({ do: "look", environment: "acme/production" });
    const answer = await app.ask("/api/v1/requests", { method: "POST", body });
    expect(answer.status).toBe(400);
    expect(served.asked).toHaveLength(before);
  });
});

describe("whatever is asked", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.constantFrom(
      "acme/production",
      "cloud/ssid/berlin.0",
      "drift",
      "any",
      "1",
      "../..",
      "%00",
      "a".repeat(600),
      "__proto__",
    ),
  );
  const routes = [...Object.keys(examples), "/requests", "/nothing"];

  test("is never answered with a mistake of ours, and always as it is described", async () => {
    const call = fc.record({ path: fc.constantFrom(...routes), words: fc.array(text, { maxLength: 8 }) });
    const ask = async ({ path, words }: { path: string; words: readonly string[] }) => {
      let at = 0;
      const word = () => words[at++] ?? "";
      const encoded = () => encodeURIComponent(word().toWellFormed());
      const own = description.paths[path]?.get;
      const query = (own?.parameters ?? []).filter((one) => one.in === "query").map(({ name }) => name);
      const filled = path.replace(/\{\w+\}/g, encoded);
      const parts = query.flatMap((name) => (words.length > at ? [`${name}=${encoded()}`] : []));
      const answer = await app.ask(`/api/v1${filled}${parts.length > 0 ? `?${parts.join("&")}` : ""}`);
      expect(answer.status, path).toBeLessThan(500);
      // A path with an empty part leads to another route, or to none.
      if (own && answer.status !== 404 && !/\/(?:\/|$)/.test(filled)) await validated(path, "get", answer);
    };
    await fc.assert(fc.asyncProperty(call, ask), { numRuns: cases(600) });
    expect(app.mistakes).toEqual([]);
  });

  test("nor is what is sent", async () => {
    const word = fc.oneof(text, fc.constantFrom("look", "apply", "setBack", "stopAfterWave", "releaseLock"));
    const member = fc.oneof(word, fc.integer(), fc.array(word, { maxLength: 3 }), fc.constant(null));
    const body = fc.oneof(
      fc.json(),
      fc.string({ unit: "binary" }),
      fc
        .dictionary(
          fc.constantFrom("do", "environment", "fingerprint", "run", "consents", "full", "x"),
          member,
        )
        .map((one) => JSON.stringify(one)),
    );
    const send = async (sent: string) => {
      const headers = { "content-type": "application/json" };
      const answer = await app.ask("/api/v1/requests", { method: "POST", body: sent, headers });
      expect(answer.status).toBeLessThan(500);
      await validated("/requests", "post", answer);
    };
    await fc.assert(fc.asyncProperty(body, send), { numRuns: cases(300) });
    expect(app.mistakes).toEqual([]);
  });

  test("pages are as robust", async () => {
    const paths = [
      "/",
      "/differences",
      "/resources",
      "/unmanaged",
      "/runs",
      "/environments/acme/production/resource",
    ];
    const ask = async (path: string, query: Readonly<Record<string, string>>) => {
      const parts = Object.entries(query).map(
        ([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`,
      );
      expect((await app.ask(`${path}?${parts.join("&")}`)).status).toBeLessThan(500);
    };
    const query = fc.dictionary(
      fc.constantFrom("text", "state", "page", "alike", "tag", "kind", "address"),
      text,
    );
    await fc.assert(fc.asyncProperty(fc.constantFrom(...paths), query, ask), { numRuns: cases(300) });
    expect(app.mistakes).toEqual([]);
  });
});

test("a mistake of ours is counted and says nothing of itself", async () => {
  const broken = new FakeServed(served.environments());
  broken.environments = () => {
    throw new Error("canary: what went wrong");
  };
  const wrong = appOn(Object.assign(new FakeServed([]), { find: broken.environments }));
  const answer = await wrong.ask("/api/v1/environments/a/b");
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain("canary");
  expect(wrong.mistakes).toHaveLength(1);
  expect(await wrong.page("/metrics")).toContain("trueup_internal_errors_total 1");
});
