/**
 * Plans and applies in the dialect `rfc8040`, against a small device that conforms to RFC 8040 but does not support
 * PATCH.
 */

import { describe, expect, test } from "vitest";
import { isArray, isObject, type Json, type JsonObject } from "../../src/model/json.ts";
import type { Wire, WireReply, WireRequest } from "../../src/model/wire.ts";
import { json, revealed, text } from "../servers/scripted-wire.ts";
import { stage } from "../servers/virtual-time/run.ts";

const project = `version: 1
environment: virtual
targets:
  routers:
    interface: restconf
    dialect: rfc8040
    url: https://{host}
    hosts: [10.20.0.0/16]
    credential: { username: { secret: env:USER }, password: { secret: env:PASSWORD } }
    settings: { write: put }
`;

const declared = `target: routers
devices:
  rtr-1:
    host: 10.20.0.1
    hostname: rtr-1
    interfaces:
      GigabitEthernet 1/0/1: { description: uplink }
      GigabitEthernet 1/0/2: { ip: { address: 10.1.1.1, mask: 255.255.255.252 } }
    config:
      /Vendor-native:native/ntp: { server: [{ ip: 10.0.0.5 }] }
`;

const before: Json = {
  "Vendor-native:native": {
    hostname: "old",
    interface: { GigabitEthernet: [{ name: "1/0/1", description: "old", mtu: 9000 }] },
  },
};

/** The tags that the device has: one for the whole datastore, one for each resource, or none. */
type Tags = "datastore" | "resource" | "none";

/** A device with its tree, and the requests that it has received. */
class Device {
  tree: Json = before;
  readonly asked: string[] = [];
  /** The replies to the next writes, which are not carried out. */
  readonly inTheWay: WireReply[] = [];
  readonly #tags: Tags;
  #version = 1;

  constructor(tags: Tags = "datastore") {
    this.#tags = tags;
  }

  readonly wire: Wire = {
    send: async (request) => {
      const path = new URL(request.url).pathname
        .replace("/restconf/data/", "")
        .split("/")
        .map(decodeURIComponent);
      this.asked.push(`${request.method} ${path.slice(1).join(" ")}`.trim());
      if (request.method === "GET") return this.#read(path);
      return this.inTheWay.shift() ?? this.#write(request, path);
    },
  };

  /** Changes a value, as somebody else would. */
  change(path: readonly string[], value: Json): void {
    this.tree = placed(this.tree, path, value);
    this.#version += 1;
  }

  #tag(path: readonly string[]): Record<string, string> {
    if (this.#tags === "none") return {};
    return {
      etag: this.#tags === "datastore" ? `"${this.#version}"` : `"${this.#version} ${path.join("/")}"`,
    };
  }

  #read(path: readonly string[]): WireReply {
    const found = at(this.tree, path);
    if (found === undefined) return text(404, "");
    const { member } = stepOf(path.at(-1) ?? "");
    const name = member.includes(":") ? member : `Vendor-native:${member}`;
    return json(200, { [name]: isList(path) ? [found] : found }, this.#tag(path));
  }

  #write({ method, headers, body }: WireRequest, path: readonly string[]): WireReply {
    const match = headers["if-match"];
    if (match !== undefined && match !== this.#tag(path).etag) return text(412, "");
    const known = at(this.tree, path) !== undefined;
    if (method === "DELETE" && !known) return text(404, "");
    const sent: Json = JSON.parse(JSON.stringify(revealed(body) ?? {}));
    const [value] = isObject(sent) ? Object.values(sent) : [];
    this.change(path, isList(path) && isArray(value) ? (value[0] ?? null) : (value ?? null));
    return text(known ? 204 : 201, "", this.#tag(path));
  }
}

function isList(path: readonly string[]): boolean {
  return path.at(-1)?.includes("=") ?? false;
}

/** Splits a part of a path into the name of the list and the key of the entry, for example `GigabitEthernet=1/0/1`. */
function stepOf(step: string): { readonly member: string; readonly key?: string } {
  const [member = "", key] = step.split("=");
  return key === undefined ? { member } : { member, key };
}

function at(tree: Json | undefined, [step, ...rest]: readonly string[]): Json | undefined {
  if (step === undefined || !isObject(tree)) return tree;
  const { member, key } = stepOf(step);
  const found = tree[member];
  const inner =
    key === undefined
      ? found
      : isArray(found)
        ? found.find((one) => isObject(one) && one.name === key)
        : found;
  return rest.length === 0 || inner === undefined ? inner : at(inner, rest);
}

/** Returns the tree with this value at the path. If the value is null, the node is removed. */
function placed(tree: Json, [step = "", ...rest]: readonly string[], value: Json): Json {
  const own: JsonObject = isObject(tree) ? tree : {};
  const { member, key } = stepOf(step);
  const found = own[member] ?? null;
  if (key === undefined) {
    const inner = rest.length > 0 ? placed(found, rest, value) : value;
    return Object.fromEntries(
      Object.entries({ ...own, [member]: inner }).filter(([, each]) => each !== null),
    );
  }
  const others = (isArray(found) ? found : []).filter((one) => !isObject(one) || one.name !== key);
  return { ...own, [member]: value === null ? others : [...others, value] };
}

const clean = (device: Device) => device.asked.splice(0);

async function applied(device: Device, files = declared, base?: string) {
  const set = stage({ project, files: { "a.yaml": files }, between: () => device.wire });
  const request = base === undefined ? {} : { base: set.load({ "a.yaml": base }), prune: true };
  const made = await set.plan(request);
  clean(device);
  const result = await set.apply(made);
  const asked = clean(device);
  return {
    result,
    asked,
    again: await set.plan(request),
    waited: set.events.filter(({ type }) => type === "waiting"),
  };
}

describe.each<Tags>(["datastore", "resource", "none"])("a device with tags: %s", (tags) => {
  test("gets what is missing and what differs, and a second plan has nothing to do", async () => {
    const device = new Device(tags);
    const { result, again } = await applied(device);
    expect(result.settled.map(({ outcome }) => outcome.state)).toEqual(Array(4).fill("applied"));
    expect(result.nonConvergent).toEqual([]);
    expect(again.plan.steps).toEqual([]);
    expect(device.tree).toEqual({
      "Vendor-native:native": {
        hostname: "rtr-1",
        interface: {
          GigabitEthernet: [
            { name: "1/0/1", description: "uplink", mtu: 9000 },
            { name: "1/0/2", ip: { address: { primary: { address: "10.1.1.1", mask: "255.255.255.252" } } } },
          ],
        },
        ntp: { server: [{ ip: "10.0.0.5" }] },
      },
    });
  });

  test("loses what is declared no longer", async () => {
    const device = new Device(tags);
    await applied(device);
    const less = declared.replace(/ {6}Gig\S+ 1\/0\/2.*\n/, "").replace(/ {4}config:\n.*\n/, "");
    const { asked, again } = await applied(device, less, declared);
    expect(asked.filter((each) => each.startsWith("DELETE"))).toEqual(
      expect.arrayContaining(["DELETE ntp", "DELETE interface GigabitEthernet=1/0/2"]),
    );
    expect(again.plan.steps).toEqual([]);
    expect(JSON.stringify(device.tree)).not.toMatch(/1\/0\/2|ntp/);
  });
});

const there = declared.replace(/ {6}Gig\S+ 1\/0\/2.*\n/, "").replace(/ {4}config:\n.*\n/, "");

test("a run needs one request for each write, whose own tags are no obstacle: one look before, one after", async () => {
  const { asked } = await applied(new Device(), there);
  expect(asked).toEqual(["GET", "PUT hostname", "PUT interface GigabitEthernet=1/0/1", "GET"]);
});

test("after a create, which can name no tag, what is replaced is read right before, by its own path", async () => {
  const { asked } = await applied(new Device());
  expect(asked).toEqual([
    "GET",
    "PUT ntp",
    "GET hostname",
    "PUT hostname",
    "GET interface GigabitEthernet=1/0/1",
    "PUT interface GigabitEthernet=1/0/1",
    "PUT interface GigabitEthernet=1/0/2",
    "GET",
  ]);
});

test("a lock is waited for, and the write is carried out then", async () => {
  const device = new Device();
  const locked = { "ietf-restconf:errors": { error: { "error-tag": "lock-denied" } } };
  device.inTheWay.push(json(409, locked), json(409, locked));
  const { result, waited } = await applied(device);
  expect(result.settled.every(({ outcome }) => outcome.state === "applied")).toBe(true);
  expect(waited).toMatchObject([{ reason: "locked" }, { reason: "locked" }]);
});

const answered = (tag: string, said: string) =>
  json(409, { "ietf-restconf:errors": { error: [{ "error-tag": tag, "error-message": said }] } });

test("a write of what is elsewhere already (data-exists) is no lock: told at once", async () => {
  const device = new Device();
  const said = "another interface has that address";
  device.inTheWay.push(answered("data-exists", said));
  const { result, waited } = await applied(device);
  const failed = result.settled.filter(({ outcome }) => outcome.state !== "applied");
  expect(failed).toMatchObject([{ outcome: { state: "failed", problem: { code: "refused-unchanged" } } }]);
  expect(JSON.stringify(failed)).toMatch(said);
  expect(JSON.stringify(failed)).not.toMatch(/lock/);
  expect(waited).toEqual([]);
});

test("a write that refers to what is not there yet (data-missing) is no lock: it is looked at and sent after all others", async () => {
  const device = new Device();
  device.inTheWay.push(answered("data-missing", "no vrf is called blue"));
  const { result, waited, asked } = await applied(device);
  expect(result.settled.map(({ outcome }) => outcome.state)).toEqual(Array(4).fill("applied"));
  expect(waited).toEqual([]);
  const ntp = asked.flatMap((each, at) => (each === "PUT ntp" ? [at] : []));
  expect(ntp).toHaveLength(2);
  expect(ntp[1]).toBe(asked.length - 2);
});

test("a change that comes between the look and the write is noticed by the tag, and never overwritten", async () => {
  const device = new Device();
  const hostname = "target: routers\ndevices: { rtr-1: { host: 10.20.0.1, hostname: rtr-1 } }\n";
  const set = stage({
    project,
    files: { "a.yaml": hostname },
    between: () => ({
      send: async (request, signal) => {
        if (request.method === "PUT" && request.headers["if-match"] === '"1"')
          device.change(["Vendor-native:native", "hostname"], "theirs");
        return device.wire.send(request, signal);
      },
    }),
  });
  const result = await set.apply(await set.plan());
  expect(result.settled).toMatchObject([{ outcome: { state: "failed", problem: { code: "conflict" } } }]);
  expect(at(device.tree, ["Vendor-native:native", "hostname"])).toBe("theirs");
});

test("a change of something else between the look and the write costs one more read, and nothing more", async () => {
  const device = new Device();
  let others = 0;
  const set = stage({
    project,
    files: { "a.yaml": declared },
    between: () => ({
      send: async (request, signal) => {
        if (request.method === "PUT" && others++ === 0)
          device.change(["Vendor-native:native", "banner"], "theirs");
        return device.wire.send(request, signal);
      },
    }),
  });
  const result = await set.apply(await set.plan());
  expect(result.settled.every(({ outcome }) => outcome.state === "applied")).toBe(true);
  expect(at(device.tree, ["Vendor-native:native", "banner"])).toBe("theirs");
});
