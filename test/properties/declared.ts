/**
 * Declares resources of the tests' small kinds, each in one line. They are like the resources that the loader makes
 * from YAML.
 */

import { address } from "../../src/model/address.ts";
import type { Desired, Resource, Scope } from "../../src/model/desired.ts";
import { isObject, type Json } from "../../src/model/json.ts";
import { kindNamed } from "./kinds.ts";

/** Further properties that tests may set, in addition to the key and the value. */
export type More = Partial<Omit<Resource, "address" | "target" | "kind" | "key" | "value">>;

/** Declares a resource of one of the tests' kinds. */
function declare(of: {
  readonly target: string;
  readonly kind: string;
  readonly key: string;
  readonly value?: Json;
  readonly scope?: Scope;
  readonly more?: More | undefined;
}): Resource {
  const { target, key, value = {} } = of;
  const kind = kindNamed(of.kind);
  const scope = { ...of.scope, [kind.name]: key };
  return {
    address: address(target, kind.name, key),
    target,
    kind: kind.name,
    key,
    identity: kind.identity({ key, value, scope }),
    scope,
    value,
    secrets: kind.secrets.filter((path) => isObject(value) && Object.hasOwn(value, path.slice(1))),
    lists: kind.lists ?? {},
    ownership: "declared",
    protect: false,
    observed: kind.observed ?? false,
    ...of.more,
  };
}

/** Declares `cloud/organization/<key>`. */
export function organization(key: string): Resource {
  return declare({ target: "cloud", kind: "organization", key });
}

/** Declares `cloud/network/<key>`, in an organization. */
export function network(key: string, value: Json, more?: More & { readonly in?: string }): Resource {
  const { in: organization = "Acme", ...others } = more ?? {};
  return declare({
    target: "cloud",
    kind: "network",
    key,
    value,
    scope: { organization },
    more: { parent: address("cloud", "organization", organization), ...others },
  });
}

/** Declares `cloud/ssid/<network>.<number>`. */
export function ssid(key: string, value: Json, more?: More): Resource {
  const of = key.slice(0, key.lastIndexOf("."));
  const scope = { organization: "Acme", network: of };
  const parent = address("cloud", "network", of);
  return declare({ target: "cloud", kind: "ssid", key, value, scope, more: { parent, ...more } });
}

/** Declares `fabric/tenant/<key>`, found at `uni/tn-<key>`. */
export function tenant(key: string, value: Json = {}, more?: More): Resource {
  return declare({ target: "fabric", kind: "tenant", key, value, more });
}

/** Declares `fabric/managedObject/<path>`. */
export function managedObject(path: string, value: Json = {}, more?: More): Resource {
  return declare({ target: "fabric", kind: "managedObject", key: path, value, more });
}

/** Declares `routers/port/<device>.<name>`, on a host. */
export function port(key: string, value: Json, more?: More & { readonly host?: string }): Resource {
  const { host = "10.20.0.1", ...others } = more ?? {};
  return declare({ target: "routers", kind: "port", key, value, scope: { host }, more: others });
}

/** Declares `routers/hostname/<device>`, on a host. */
export function hostname(key: string, value: Json, host = "10.20.0.1"): Resource {
  return declare({ target: "routers", kind: "hostname", key, value, scope: { host } });
}

/**
 * Returns desired state (or a base) with these resources. Each field has a location: line 1 of the file
 * `<address><pointer>`.
 */
export function desiredOf(...resources: readonly Resource[]): Desired {
  const sorted = resources.toSorted((a, b) => (a.address < b.address ? -1 : 1));
  return {
    resources: new Map(sorted.map((resource) => [resource.address, resource])),
    locate: (address, path) => ({ file: `${address}${path}`, line: 1, column: 1, layer: "entry" }),
  };
}
