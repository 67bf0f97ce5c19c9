/**
 * A checkout's catalogs are compiled once, and cached by a hash. They are compiled again if one of their sources
 * changes.
 */

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { catalogsIn } from "../../src/project/catalogs.ts";

let root = "";
const path = (name: string) => join(root, name);
const write = (name: string, text: string) => {
  mkdirSync(join(path(name), ".."), { recursive: true });
  writeFileSync(path(name), text);
};
const cached = "node_modules/.cache/trueup/shop.json";
const read = () => catalogsIn({ path: path("catalogs"), compiled: false }).read("shop");
const textOf = (name: string) => readFileSync(path(name), "utf8");

const product = (title: string) => `product: shop
title: ${title}
interface: dashboard
basePath: /api
authentication: { by: token, header: Authorization }
limits: { requestsPerSecond: 5, concurrency: 2 }
replies: [{ status: 2xx, means: accepted }]
checks: [site]
`;
const site = `kind: site
title: site
section: sites
form: collection
list: /sites
fields: { name: { type: string } }
source: by heart
verified: assumed
`;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "trueup-cache-"));
  mkdirSync(path("node_modules"));
  write("catalogs/shop/product.yaml", product("Shop"));
  write("catalogs/shop/site.yaml", site);
  write("src/load/a.ts", "one");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("a compiled catalog of a checkout", () => {
  test("is kept where git ignores it, and is what the files say", () => {
    const made = read();
    expect(existsSync(path(cached))).toBe(true);
    const kept = textOf(cached);
    expect(read()).toEqual(made);
    expect(textOf(cached)).toBe(kept);
    expect(readdirSync(path("node_modules/.cache/trueup"))).toEqual(["shop.json"]);
  });

  test("is not read where anything it comes from has changed: a file's text or name, the code that checks it", () => {
    read();
    write("catalogs/shop/product.yaml", product("Store"));
    expect(read().product.title).toBe("Store");
    rmSync(path("catalogs/shop/site.yaml"));
    expect(read).toThrow("there is no kind `site` here");
    write("catalogs/shop/site.yaml", site);
    const before = textOf(cached);
    expect(read().kinds).toHaveLength(1);
    write("src/load/deeper/b.ts", "two");
    read();
    expect(textOf(cached)).not.toBe(before);
  });

  test.each<[string, (whole: string) => string]>([
    ["cut off", (whole) => whole.slice(0, -20)],
    ["empty", () => ""],
    ["changed inside", (whole) => whole.replace("/sites", "/other")],
    ["no JSON", (whole) => `${whole.split("\n")[0]}\n{`],
    ["of other files", (whole) => whole.replace(/^./, (digit) => (digit === "0" ? "1" : "0"))],
  ])("that is %s is made anew", (_, spoiled) => {
    const made = read();
    const whole = textOf(cached);
    writeFileSync(path(cached), spoiled(whole));
    expect(read()).toEqual(made);
    expect(textOf(cached)).toBe(whole);
  });

  test("that cannot be kept is read from its files", () => {
    write("node_modules/.cache", "a file is in the way");
    expect(read().product.title).toBe("Shop");
    expect(read().product.title).toBe("Shop");
  });

  test("is kept nowhere without node_modules", () => {
    rmSync(path("node_modules"), { recursive: true });
    expect(read().product.title).toBe("Shop");
    expect(readdirSync(root).toSorted()).toEqual(["catalogs", "src"]);
  });
});
