/**
 * Screenshots of the server's pages in Chromium, at two widths, light and dark. The pages must be accessible, and must
 * work with the strictest content security policy.
 */

import { mkdirSync, statSync, writeFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clock } from "../../src/runtime/clock.ts";
import { webApp } from "../../src/serve/web/app.ts";
import { browserAt, chromium, noChromium, served, violations } from "./chromium.ts";
import { testServer } from "./server.ts";
import { appOn } from "./web-app.ts";
import { type FakeServed, fleet, runOf } from "./web-world.ts";

const at = chromium();
let browser: Browser | undefined;
let world: FakeServed | undefined;
let site: Awaited<ReturnType<typeof served>> | undefined;

beforeAll(async () => {
  if (at === undefined) return;
  world = await fleet();
  site = await served(appOn(world));
  browser = await browserAt(at);
});

afterAll(async () => {
  await browser?.close();
  site?.close();
});

const pages = {
  overview: "/",
  environment: "/environments/acme/production",
  differences: "/differences",
  resources: "/resources",
  unmanaged: "/unmanaged",
  resource: "/environments/acme/production/resource?address=cloud%2Fssid%2Fberlin.0",
  run: "/environments/acme/branches/runs/20261129-4",
  runs: "/runs",
  plan: "/environments/acme/production/plan",
} as const;

/** Pages that the documentation shows, with screenshots at the larger width. */
const pictured: readonly string[] = ["overview", "environment", "resource", "run"];

const widths = { wide: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } } as const;

const looks = Object.entries(pages).flatMap(([name, path]) =>
  (["wide", "phone"] as const).flatMap((width) =>
    (["light", "dark"] as const).map((scheme) => ({ name, path, width, scheme })),
  ),
);

/** Opens a page. Returns it with the messages of its console. */
async function opened(path: string, { width, scheme }: Pick<(typeof looks)[number], "width" | "scheme">) {
  const made = await browser?.newPage({
    viewport: widths[width],
    colorScheme: scheme,
    reducedMotion: "reduce",
  });
  if (!made || !site) throw new Error("there is no browser");
  const said: string[] = [];
  made.on("console", (message) => said.push(message.text()));
  made.on("pageerror", (error) => said.push(error.message));
  await made.goto(`${site.url}${path}`, { waitUntil: "load" });
  return { page: made, said };
}

/** True if no content extends beyond the right edge of the window. */
async function fits(page: Page): Promise<boolean> {
  return page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth");
}

describe("pages are there for everybody", () => {
  test.for(looks)("$name, $width, $scheme", async ({ name, path, width, scheme }, { skip }) => {
    skip(at === undefined, noChromium);
    const { page, said } = await opened(path, { width, scheme });
    if (process.env.TRUEUP_PICTURES)
      await picture(page, `serve-${name}-${width}-${scheme}`, pictured.includes(name));
    expect(await violations(page)).toEqual([]);
    expect(await fits(page)).toBe(true);
    expect(said).toEqual([]);
    await page.close();
  });
});

/**
 * Saves a screenshot. If it is published, it is saved in the documentation, otherwise in the folder that
 * `TRUEUP_PICTURES` names.
 */
async function picture(page: Page, name: string, isPublished: boolean): Promise<void> {
  const isDocs = isPublished && /-wide-light$|overview-wide-dark$|environment-phone-dark$/.test(name);
  const folder = isDocs ? "docs/pictures" : process.env.TRUEUP_PICTURES;
  if (!isDocs && folder === "1") return;
  mkdirSync(String(folder), { recursive: true });
  const path = `${folder}/${name}.png`;
  writeFileSync(path, await page.screenshot({ fullPage: !isDocs }));
  if (isDocs) expect(statSync(path).size).toBeLessThan(150 * 1024);
}

describe("what is live", () => {
  test("comes up to date by itself, and keeps the focus", async ({ skip }) => {
    skip(at === undefined, noChromium);
    const { page, said } = await opened(pages.run, { width: "wide", scheme: "light" });
    await page.getByText("37 of 210 steps ended").waitFor();
    await page.locator("ol.events").focus();
    const environment = world?.find("acme/branches");
    if (!environment) throw new Error("there is no such environment");
    const steps = { all: 210, applied: 98, failed: 2 };
    world?.put({ ...environment, run: runOf("20261129-4", { steps }) });
    await page.getByText("100 of 210 steps ended").waitFor({ timeout: 10_000 });
    expect(said).toEqual([]);
    await page.close();
  });
});

describe("a whole server", () => {
  test("takes what a button of its page asks for: the browser says where that comes from", async ({
    skip,
  }) => {
    skip(at === undefined, noChromium);
    const server = await testServer({ web: (served) => webApp(served, { clock, version: "0.0.0" }) });
    const page = await browser?.newPage();
    if (!page) throw new Error("there is no browser");
    await page.goto(`http://127.0.0.1:${server.port}/environments/network/production`);
    await page.getByRole("button", { name: "Plan now" }).click();
    await page.getByText("It is done.").waitFor();
    expect(server.asked).toEqual([{ do: "look", environment: "network/production", by: "loopback" }]);
    await page.close();
  });
});

describe("without script", () => {
  test("all is there, and a form does what its button says", async ({ skip }) => {
    skip(at === undefined, noChromium);
    const context = await browser?.newContext({ javaScriptEnabled: false });
    const page = await context?.newPage();
    if (!page || !site) throw new Error("there is no browser");
    await page.goto(`${site.url}/environments/acme/production`);
    await page.getByRole("button", { name: "Plan now" }).click();
    await page.getByText("It goes on.").waitFor();
    expect(world?.asked).toContainEqual({
      request: { do: "look", environment: "acme/production" },
      by: "mara@acme.example",
    });
    await page.goto(`${site.url}/resources`);
    await page.getByLabel("Search").fill("berlin");
    await page.getByRole("button", { name: "Filter" }).click();
    expect(new URL(page.url()).search).toContain("text=berlin");
    await context?.close();
  });
});
