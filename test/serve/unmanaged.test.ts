/**
 * Undeclared live resources on a page, in the API and in a metric. They are shown without secrets, and without markup
 * that others wrote.
 */

import { beforeAll, describe, expect, test } from "vitest";
import type { UnmanagedResource } from "../../src/model/live/snapshot.ts";
import { openRedactor } from "../../src/runtime/secrets/redactor.ts";
import type { ServedLook } from "../../src/serve/served.ts";
import { type AskedApp, appOn } from "./web-app.ts";
import { environmentOf, FakeServed, large, targetOf } from "./web-world.ts";

const path = "/api/v1/unmanaged";

function lookWith(unmanaged: readonly UnmanagedResource[], secrets: ServedLook["secrets"] = openRedactor()) {
  const look = large(20, { differing: 0 });
  return { ...look, made: { ...look.made, snapshot: { ...look.made.snapshot, unmanaged } }, secrets };
}

function network(identity: string, more: Partial<UnmanagedResource> = {}): UnmanagedResource {
  return { target: "cloud", kind: "network", identity, ...more };
}

const some = [
  network("Old lab"),
  network("<b>Loud</b>"),
  network("Psk hunter22-hunter22"),
  network("Guests", { kind: "ssid", within: "cloud/network/berlin" }),
  network("Elsewhere", { target: "fabric", kind: "tenant" }),
  network("Must not be", { unexpected: true }),
];

let app: AskedApp;

beforeAll(() => {
  const secrets = openRedactor();
  secrets.by({ name: "cloud" }).learnShown(["hunter22-hunter22"]);
  const production = environmentOf("acme/production", {
    look: lookWith(some, secrets),
    targets: [targetOf("cloud"), targetOf("fabric", { interface: "fabric" })],
  });
  app = appOn(new FakeServed([production, environmentOf("acme/new", { state: "starting" })]));
});

describe("what is not in Git", () => {
  test("is counted on the page of its environment, with a link to the list", async () => {
    const page = await app.page("/environments/acme/production");
    expect(page).toContain('href="/unmanaged?environment=acme%2Fproduction"');
    expect(page.replace(/<[^>]+>/g, "")).toContain("5not in Git");
    expect(await app.page("/environments/acme/new")).not.toContain("not in Git<");
  });

  test("is listed by name, with the declared resource that it is in", async () => {
    const page = await app.page("/unmanaged");
    expect(page).toContain("Old lab");
    expect(page).toContain('href="/environments/acme/production/resource?address=cloud%2Fnetwork%2Fberlin"');
    expect(page).toContain("&lt;b&gt;Loud&lt;/b&gt;");
    expect(page).not.toContain("<b>Loud");
    expect(page).not.toContain("hunter22");
    expect(page).not.toContain("Must not be");
  });

  test("is narrowed by target, kind and words", async () => {
    const of = async (query: string) => {
      const { items, choices } = JSON.parse(await app.page(`${path}?${query}`));
      return { names: items.map(({ name }: { name: string }) => name), choices };
    };
    expect((await of("target=fabric")).names).toEqual(["Elsewhere"]);
    expect((await of("kind=ssid")).names).toEqual(["Guests"]);
    expect((await of("text=LAB")).names).toEqual(["Old lab"]);
    expect((await of("environment=acme/new")).names).toEqual([]);
    const { choices } = await of("target=cloud");
    expect(choices).toEqual({
      environment: [{ value: "acme/production", count: 4 }],
      target: [
        { value: "cloud", count: 4 },
        { value: "fabric", count: 1 },
      ],
      kind: [
        { value: "network", count: 3 },
        { value: "ssid", count: 1 },
      ],
    });
  });

  test("is a metric of each target, also of those where there is none", async () => {
    const text = await app.page("/metrics");
    expect(text).toContain('trueup_resources_unmanaged{environment="acme/production",target="cloud"} 4');
    expect(text).toContain('trueup_resources_unmanaged{environment="acme/production",target="fabric"} 1');
  });

  test("is not shown where nobody knows which secrets its names may hold", async () => {
    const look = { ...lookWith(some), secrets: undefined };
    const hidden = appOn(new FakeServed([environmentOf("a/b", { look, targets: [targetOf("cloud")] })]));
    expect(JSON.parse(await hidden.page(path)).total).toBe(0);
  });

  test("comes in pages, however many there are", async () => {
    const many = Array.from({ length: 30_000 }, (_, at) => network(`net-${String(at).padStart(6, "0")}`));
    const full = appOn(
      new FakeServed([environmentOf("a/b", { look: lookWith(many), targets: [targetOf("cloud")] })]),
    );
    const { items, total, pages, next } = JSON.parse(await full.page(`${path}?page=2`));
    expect([items.length, items[0].name, total, pages]).toEqual([50, "net-000050", 30_000, 600]);
    expect(next).toBe(`${path}?page=3`);
    expect(Buffer.byteLength(await full.page("/unmanaged"))).toBeLessThan(200 * 1024);
  });
});

test("problems of an environment are a metric, those of its state file on a full disk among them", async () => {
  const problem = { code: "serve-state", severity: "warning", message: "no space left on device" } as const;
  const full = appOn(new FakeServed([environmentOf("a/b", { problems: [problem] }), environmentOf("a/c")]));
  const text = await full.page("/metrics");
  expect(text).toContain('trueup_problems{environment="a/b",severity="warning"} 1');
  expect(text).toContain('trueup_problems{environment="a/c",severity="warning"} 0');
});
