/** Live resources in memory: every declared resource exists, and one in a hundred has drifted. */

import type { Item, OpenTarget, ReadReply, ReadRequest, Session } from "../src/drivers/contract/contract.ts";
import { type Address, address } from "../src/model/address.ts";
import type { Desired, Resource } from "../src/model/desired.ts";
import { isObject, type Json } from "../src/model/json.ts";
import type { Project, Target } from "../src/model/project.ts";
import { driverOf } from "../src/project/drivers.ts";

/** The scope keys that make up a resource's key, for each kind. */
const keyWords: Readonly<Record<string, readonly string[]>> = {
  organization: ["organization"],
  network: ["network"],
  ssid: ["network", "ssid"],
  tenant: ["tenant"],
  deviceHostname: ["device"],
  deviceInterface: ["device", "deviceInterface"],
};

/** Returns targets whose sessions answer from memory. A read counts as one request. Nothing can be written. */
export function memoryTargets(project: Project, desired: Desired): ReadonlyMap<string, OpenTarget> {
  const written = [...desired.resources.values()].filter(({ observed }) => !observed);
  const drifting = new Set(written.filter((_, index) => index % 100 === 50).map((one) => one.address));
  return new Map(
    [...project.targets.values()].map((target) => {
      const driver = driverOf(target.interface);
      if (!driver) throw new Error(`no driver for ${target.interface}`);
      let asked = 0;
      const reply = ({ wanted }: ReadRequest): ReadReply => {
        asked += 1;
        return { state: "whole", items: wanted.map((one) => itemOf(one, { target, desired, drifting })) };
      };
      const session: Session = { read: async (request) => reply(request), write: refuse, preview: refuse };
      const dialect = driver.dialect(target.dialect, target.settings);
      return [target.name, { target, driver, dialect, session, requests: () => asked }];
    }),
  );
}

interface LiveSide {
  readonly target: Target;
  readonly desired: Desired;
  readonly drifting: ReadonlySet<Address>;
}

function itemOf({ kind, identity, scope }: ReadRequest["wanted"][number], live: LiveSide): Item {
  const key = (keyWords[kind] ?? []).map((word) => scope[word]).join(".");
  const resource = live.desired.resources.get(address(live.target.name, kind, key));
  if (!resource) throw new Error(`nothing is declared as ${kind} ${key}`);
  const value = copyWithoutSecrets(resource);
  const shown = live.drifting.has(resource.address) ? drifted(value) : value;
  return { kind, identity, id: `id of ${identity}`, value: shown };
}

/** A copy that shares nothing with the declared value, as if it were parsed from an answer. */
function copyWithoutSecrets({ value, secrets }: Resource): Json {
  const copy: Json = JSON.parse(JSON.stringify(value));
  if (secrets.length === 0 || !isObject(copy)) return copy;
  return Object.fromEntries(Object.entries(copy).filter(([field]) => !secrets.includes(`/${field}`)));
}

/** Changes one field as if by hand, but never the name, which identifies a network. */
function drifted(value: Json): Json {
  if (!isObject(value)) return "changed-by-hand";
  const field = ["timeZone", "vlan", "description"].find((name) => Object.hasOwn(value, name));
  if (field === undefined) throw new Error("there is no field that could drift");
  return { ...value, [field]: field === "vlan" ? 4000 : "Etc/UTC" };
}

function refuse(): never {
  throw new Error("the benchmark writes nothing");
}
