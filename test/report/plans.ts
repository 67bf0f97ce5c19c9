/** Makes plans for tests of reports, as large and as hostile as a test needs. */

import type { Address } from "../../src/model/address.ts";
import type { Change, Difference } from "../../src/model/change.ts";
import type { Resource } from "../../src/model/desired.ts";
import type { Json } from "../../src/model/json.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import type { Origin } from "../../src/model/source.ts";

/** Texts that somebody's system or a proposal might use as names. */
export const hostile = [
  "</code></details><script>alert(1)</script>",
  "@everyone and @team/ops",
  "#12 GH-12 !34 octo/repo#7",
  "[click](https://evil.example) ![](https://evil.example/x.png) www.evil.example",
  "``` \n```\n::error file=a::x",
  "##[add-mask]secret",
  "| a | b |\n|---|---|",
  "<!-- trueup:production -->",
  '" onload="alert(1)',
  "\u202e\u001b[2J",
  "end\n```\n```mermaid\nclick a https://evil.example",
].join(" ");

/** A place in a file. */
export const written: Origin = { file: "desired-state/a.yaml", line: 7, column: 3, layer: "entry" };

/** Returns a resource with this value. */
export function resource(address: Address, value: Json, more: Partial<Resource> = {}): Resource {
  const [target = "", kind = "", ...key] = address.split("/");
  return {
    address,
    target,
    kind,
    key: key.join("/"),
    identity: key.join("/"),
    scope: {},
    value,
    secrets: [],
    lists: {},
    ownership: "declared",
    protect: false,
    observed: false,
    ...more,
  };
}

/** Returns the creation of a resource. */
export function creation(address: Address, value: Json, more: Partial<Resource> = {}): Change {
  const desired = resource(address, value, more);
  return { action: "create", address, desired, cause: "pending", at: written };
}

/** Returns an update of a resource whose fields differ. */
export function updating(address: Address, differences: readonly Partial<Difference>[]): Change {
  const whole = differences.map((one) => ({
    path: "/name",
    desired: "wanted",
    live: "found",
    cause: "pending" as const,
    at: written,
    ...one,
  }));
  const desired = resource(address, {});
  return { action: "update", address, desired, live: { value: {} }, differences: whole, at: written };
}

/** Returns the removal of a resource. */
export function removal(address: Address, value: Json): Change {
  const base = resource(address, value);
  return { action: "remove", address, base, live: { value }, cause: "pending" };
}

/** Returns a plan that carries out all these changes, with a step for each. */
export function planWith(changes: readonly Change[], more: Partial<Plan> = {}): Plan {
  const steps = changes.map(({ action, address }) => ({
    id: `${action} ${address}`,
    operation: action,
    address,
    target: address.split("/")[0] ?? "",
    kind: address.split("/")[1] ?? "",
    because: [address],
    after: [],
    assumed: false,
  }));
  return {
    version: 2,
    environment: "test",
    threeWay: true,
    changes,
    steps,
    waves: [],
    held: [],
    unwritable: [],
    unknown: [],
    kept: [],
    guards: [],
    unverifiable: [],
    takenOver: [],
    secretsTakenOver: [],
    perhapsRenamed: [],
    moved: [],
    released: [],
    unmanaged: {},
    touched: { "cloud/network": "network", "routers/device": "device", "fabric/tenant": "tenant" },
    converged: 3,
    ignored: 0,
    cost: [],
    fingerprint: "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
    ...more,
  };
}
