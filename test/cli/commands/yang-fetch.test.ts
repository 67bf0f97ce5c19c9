/**
 * `trueup yang fetch`: downloads a device's modules over both protocols. A hostile device cannot redirect it to another
 * server.
 */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { RouterModule } from "../../../src/simulator/restconf/state.ts";
import { calm, opened } from "../../drivers/opened.ts";
import { folderWith } from "../../project/own-catalogs/ipam.ts";
import { json, scripted } from "../../servers/scripted-wire.ts";
import { acmeFolder, modulesIn } from "../../yang/modules.ts";
import { simulator, trueup } from "../command.ts";

const host = "10.20.0.1";
const revisions: Readonly<Record<string, string>> = {
  "acme-types": "2025-03-01",
  "acme-device": "2025-05-05",
  "acme-device-ports": "2025-05-05",
  "acme-extra": "2025-06-06",
};

/** The modules as a device serves them. The device lacks the feature `wireless`, and has a deviation for one module. */
const modules: readonly RouterModule[] = modulesIn(acmeFolder).map(({ path, text }) => {
  const name = path.replace(".yang", "");
  const said = name === "acme-device" ? { features: ["none"], deviations: ["acme-deviations"] } : {};
  return { name, text, revision: revisions[name] ?? "", ...said };
});

const ways = ["restconf", "netconf"] as const;

async function fleet(
  given: readonly RouterModule[],
  form: "modules-state" | "yang-library" = "yang-library",
) {
  const seed = { routers: { [host]: { data: { "acme-device:system": { load: 5 } }, modules: given } } };
  const served = await simulator({ seed, settings: { restconfMode: "rfc8040", yangLibrary: form } });
  const credential = "{ username: { secret: env:ROUTER_USER }, password: { secret: env:ROUTER_PASSWORD } }";
  const rest = "hosts: [10.20.0.0/16], limits: { requestsPerSecond: 10000 }";
  const { cwd } = folderWith({
    known_hosts: `${served.hostKey.knownHost}\n`,
    "trueup.yaml": `version: 1
environment: test
targets:
  restconf: { interface: restconf, dialect: rfc8040, url: '${served.urls.restconf}', credential: ${credential}, ${rest}, settings: { yang: yang } }
  netconf: { interface: netconf, url: '${served.urls.netconf}', credential: ${credential}, ${rest}, settings: { hostKeys: known_hosts, yang: yang } }
`,
    "desired-state/one.yaml": `target: restconf\ndevices: { one: { host: ${host}, config: { "/acme-device:access": { guest: [null] } } } }\n`,
  });
  const take = (way: string, ...more: readonly string[]) =>
    trueup(["yang", "fetch", way, "--out", "yang", "--host", host, ...more], { cwd });
  return { cwd, take };
}

const names = modules.map(({ name, revision }) => `${name}${revision === "" ? "" : `@${revision}`}.yang`);

describe.each(ways)("over %s", (way) => {
  test("the folder has the texts of all modules, which then count with the device's features and deviations", async () => {
    const { cwd, take } = await fleet(modules);
    const taken = await take(way);
    expect([taken.err, taken.status]).toEqual(["", 0]);
    expect(taken.out).toContain(`${modules.length} modules of ${host} in yang`);
    expect(readdirSync(join(cwd, "yang"))).toEqual([...names, "yang-library.json"].sort());
    expect(readFileSync(join(cwd, "yang/acme-types@2025-03-01.yang"), "utf8")).toBe(
      modules.find(({ name }) => name === "acme-types")?.text,
    );
    // The device lacks the feature `wireless`, which `guest` needs, and the deviation removes `legacy`.
    const { out, err } = await trueup(["validate"], { cwd });
    expect(out + err).toContain("the modules have no `guest` here");
  });

  test("names that are no names, texts of something else and modules that are there twice lead nowhere", async () => {
    const [first] = modules;
    if (first === undefined) throw new Error("there are no modules");
    const hostile = [
      { ...first, name: "../../outside" },
      { ...first, name: "..", revision: "" },
      { ...first, name: "ok", revision: "../../../x" },
      { ...first, name: "other" },
      first,
      first,
    ];
    const { cwd, take } = await fleet(way === "restconf" ? hostile : hostile.slice(0, -1));
    const taken = await take(way);
    expect(taken.status).toBe(1);
    expect(taken.out + taken.err).toContain("is not a valid module name");
    expect(taken.out + taken.err).toContain("the text of module other belongs to another module");
    const own = names.filter((each) => each.startsWith(`${first.name}@`) || each === `${first.name}.yang`);
    expect(readdirSync(join(cwd, "yang"))).toEqual([...own, "yang-library.json"].sort());
    expect(existsSync(join(cwd, "../outside.yang"))).toBe(false);
  });

  test("a list without end is not begun, and a device without modules is told", async () => {
    const [first] = modules;
    if (first === undefined) throw new Error("there are no modules");
    const many = Array.from({ length: 10_001 }, (_, at) => ({ ...first, name: `m${at}`, text: "" }));
    const endless = await (await fleet(many)).take(way);
    expect(endless.status).toBe(1);
    expect(endless.out + endless.err).toContain("more than 10000 modules");
    const none = await (await fleet([])).take(way);
    expect(none.status).toBe(1);
    expect(none.out + none.err).toContain(
      way === "restconf" ? "has no ietf-yang-library" : "lists no schemas",
    );
  });
});

test("the older form of the library will do", async () => {
  const { cwd, take } = await fleet(modules, "modules-state");
  expect((await take("restconf")).status).toBe(0);
  expect(readdirSync(join(cwd, "yang"))).toEqual([...names, "yang-library.json"].sort());
});

test("a target that there is not, and one without a device, are told", async () => {
  const { take, cwd } = await fleet(modules);
  expect((await take("rest")).err).toContain("there is no target `rest`");
  const without = await trueup(["yang", "fetch", "netconf", "--out", "yang"], { cwd });
  expect(without.err).toContain("no device of the target `netconf` is declared");
  expect(without.status).toBe(1);
});

test("a text at another origin is not asked for: the credential would go along", async () => {
  const module = { name: "m", revision: "", location: ["https://elsewhere.example.net/m.yang"] };
  const library = { "ietf-yang-library:yang-library": { "module-set": [{ name: "all", module: [module] }] } };
  const { wire, sent } = scripted(() => json(200, library));
  const reader = opened("restconf", wire, { dialect: "rfc8040" }).modules;
  const listed = await reader?.list(host, calm);
  const [first] = listed && "modules" in listed ? listed.modules : [];
  if (first === undefined) throw new Error("the module is not listed");
  const text = await reader?.text(host, first, calm);
  expect(text).toMatchObject({ problem: { code: "no-modules" } });
  expect(sent).toHaveLength(1);
});
