/** Reads of a device that shows single resources, and what proves that a resource is absent. */

import { describe, expect, test } from "vitest";
import type { Json } from "../../../../src/model/json.ts";
import { json, scripted, text } from "../../../servers/scripted-wire.ts";
import { calm, opened } from "../../opened.ts";

const host = "10.20.0.1";
const scope = { host };
const wanted = (kind: string, key: string) => ({ kind, identity: `${host} ${key}`, scope });
const reading = (...of: readonly ReturnType<typeof wanted>[]) => ({ collection: "tree", scope, wanted: of });
const port = (number: string) => wanted("deviceInterface", `GigabitEthernet ${number}`);
const name = wanted("deviceHostname", "hostname");
const logging = wanted("deviceConfiguration", "/Vendor-native:native/logging");

/** Returns a device that answers these paths inside the container. It answers everything else with this status. */
function device(tree: Readonly<Record<string, Json>>, other = 404) {
  const served = { ...tree };
  const found = (url: string) => {
    const [, path = ""] = decodeURIComponent(url).split("Vendor-native:native");
    return served[path.slice(1)];
  };
  return {
    served,
    ...scripted(({ url }) => {
      const body = found(url);
      return body === undefined ? text(other, "") : json(200, body);
    }),
  };
}

const paths = (sent: readonly { readonly url: string }[]) =>
  sent.map(({ url }) => decodeURIComponent(url).split("Vendor-native:native")[1]);
const entry = (number: string): Json => ({ "Vendor-native:GigabitEthernet": [{ name: number }] });
const one = { "interface/GigabitEthernet=1": entry("1") };
const two = { ...one, "interface/GigabitEthernet=2": entry("2") };

describe("a device that shows single resources", () => {
  test.each([404, 405])("is read by them when its container is answered with %i", async (status) => {
    const { wire, sent } = device({ ...one, hostname: { "Vendor-native:hostname": "r1" } }, status);
    const open = opened("restconf", wire);
    expect(await open.read(reading(port("1"), name), calm)).toMatchObject({
      state: "whole",
      items: [{ kind: "deviceInterface" }, { kind: "deviceHostname", value: "r1" }],
      warnings: [{ code: "read-by-resource", severity: "warning" }],
    });
    await open.read(reading(port("1")), calm);
    const port1 = "/interface/GigabitEthernet=1";
    expect(paths(sent)).toEqual(["", port1, "/hostname", port1]);
  });

  test.each([403, 500])("is unknown when its container is answered with %i", async (status) => {
    const { wire, sent } = device(one, status);
    expect((await opened("restconf", wire).read(reading(port("1")), calm)).state).toBe("unknown");
    expect(sent).toHaveLength(1);
  });

  test("has no interface that is answered 404 beside one that it has", async () => {
    const { wire } = device(one);
    expect(await opened("restconf", wire).read(reading(port("1"), port("9")), calm)).toMatchObject({
      state: "whole",
      items: [{ identity: `${host} GigabitEthernet 1` }],
    });
  });

  test.each([
    ["one interface alone", [port("9")]],
    ["a hostname, whatever else it has", [port("1"), name]],
    ["configuration, whatever else it has", [port("1"), logging]],
  ])("leaves %s unknown at 404: it may not serve that path", async (_, of) => {
    const { wire } = device(one);
    expect(await opened("restconf", wire).read(reading(...of), calm)).toMatchObject({
      state: "unknown",
      problem: { code: "no-tree", hint: expect.stringContaining("settings.module") },
    });
  });

  test("that answers 404 to everything from some moment on has lost nothing", async () => {
    const { wire, served } = device(two);
    const open = opened("restconf", wire);
    expect(await open.read(reading(port("1"), port("2")), calm)).toMatchObject({ state: "whole" });
    for (const path of Object.keys(served)) delete served[path];
    expect((await open.read(reading(port("1"), port("2")), calm)).state).toBe("unknown");
    expect((await open.read({ ...reading(port("2")), alone: true }, calm)).state).toBe("unknown");
  });

  test("proves what went by one that was there before and is there still", async () => {
    const { wire, served, sent } = device(two);
    const open = opened("restconf", wire);
    await open.read(reading(port("1"), port("2")), calm);
    delete served["interface/GigabitEthernet=2"];
    expect(await open.read({ ...reading(port("2")), alone: true }, calm)).toMatchObject({
      state: "whole",
      items: [],
    });
    expect(paths(sent).slice(-2)).toEqual(["/interface/GigabitEthernet=2", "/interface/GigabitEthernet=1"]);
  });

  test("has lost nothing if nothing that it had is there, whatever modules it lists; only if it never had any is it empty", async () => {
    const modules = [{ name: "Vendor-native", revision: "", "conformance-type": "implement" }];
    const served = new Map<string, Json>(Object.entries(two));
    const { wire } = scripted(({ url }) => {
      if (url.includes("modules-state"))
        return json(200, { "ietf-yang-library:modules-state": { module: modules } });
      const body = served.get((decodeURIComponent(url).split("Vendor-native:native")[1] ?? "").slice(1));
      return body === undefined ? text(404, "") : json(200, body);
    });
    const settings = { read: "resource" };
    const open = opened("restconf", wire, { settings });
    await open.read(reading(port("1"), port("2")), calm);
    served.clear();
    expect((await open.read({ ...reading(port("1")), alone: true }, calm)).state).toBe("unknown");
    const fresh = opened("restconf", wire, { settings });
    expect(await fresh.read(reading(port("1")), calm)).toMatchObject({ state: "whole", items: [] });
  });

  test("lists nothing: nobody knows what else it has", async () => {
    const { wire } = device(one);
    expect(await opened("restconf", wire).read(reading(), calm)).toMatchObject({
      state: "unknown",
      problem: { code: "no-tree" },
    });
  });

  test.each([
    ["container", ["", undefined, undefined]],
    ["resource", ["/interface/GigabitEthernet=1"]],
  ])("is asked as settings.read says: %s", async (read, expected) => {
    const { wire, sent } = device(one);
    await opened("restconf", wire, { settings: { read } }).read(reading(port("1")), calm);
    expect(paths(sent)).toEqual(expected);
  });

  test("gives each resource its own ETag for the write", async () => {
    const { wire } = scripted(({ url }) =>
      url.includes("GigabitEthernet")
        ? { ...json(200, entry("1")), headers: { etag: '"a"' } }
        : text(404, ""),
    );
    const open = opened("restconf", wire, { dialect: "rfc8040" });
    expect(await open.read(reading(port("1")), calm)).toMatchObject({ items: [{ version: '"a"' }] });
  });
});
