/** Simulates fingerprints of plans: changes are drawn, and one of them is then varied. */

import type { Change, TakenOverSecret } from "../../../../src/model/change.ts";
import type { Resource } from "../../../../src/model/desired.ts";
import type { Json, JsonObject } from "../../../../src/model/json.ts";
import { fingerprintOf } from "../../../../src/plan/fingerprint.ts";
import { digest } from "../../../../src/runtime/digest.ts";
import { seeded } from "../../../servers/virtual-time/clock.ts";
import { type Draw, maybe, pick, under } from "../../draw.ts";

/** Falsifies the reported fingerprint, to test that the checks notice it. */
export type FingerprintLie = (fingerprint: string) => string;

/** What a fingerprint is made of. */
interface Drawn {
  readonly changes: readonly Change[];
  readonly secretsTakenOver: readonly TakenOverSecret[];
}

/** Returns a variation of a change; undefined if it is impossible for this change. */
type Variation = (change: Change) => Change | undefined;

const other = "something else";

/** Returns a copy of the value in which the leaf at this path has another value. */
function changed(value: Json, names: readonly string[]): Json {
  const [first = "", ...rest] = names;
  const whole = value as JsonObject;
  return { ...whole, [first]: rest.length > 0 ? changed(whole[first] ?? {}, rest) : other };
}

function without(value: Json, name: string): Json {
  const { [name]: _, ...rest } = value as Record<string, Json>;
  return rest;
}

/** Variations of what a reviewer approves: each must change the fingerprint. */
const mattering: Readonly<Record<string, Variation>> = {
  address: (change) => ({ ...change, address: `${change.address}-2` }),
  "a word of its place": (change) => withResource(change, { scope: { organization: other } }),
  "a declared value of what is made": (change) =>
    change.action === "create" ? valued(change, changed(change.desired.value, ["ip", "mask"])) : undefined,
  "a declared field more of what is made": (change) =>
    change.action === "create" ? valued(change, changed(change.desired.value, ["more"])) : undefined,
  "a declared value of what is changed": (change) => withField(change, { desired: other }),
  "a live value of what is changed": (change) => withField(change, { live: other }),
  "a field that goes, and was to be set": (change) => withField(change, { desired: undefined }),
  "a field less": (change) =>
    change.action === "update" && change.differences.length > 1
      ? { ...change, differences: change.differences.slice(1) }
      : undefined,
  "the id of what goes": (change) =>
    change.action === "remove" ? { ...change, live: { ...change.live, id: other } } : undefined,
  "a declared value of what goes, as it is live": (change) => withLive(change, ["name"]),
  "an inner one of what goes, as it is live": (change) => withLive(change, ["ip", "mask"]),
  "a declared value of what goes, which is live no longer": (change) =>
    change.action === "remove"
      ? { ...change, live: { ...change.live, value: without(change.live.value, "name") } }
      : undefined,
};

/** Variations of what a reviewer does not approve: none may change the fingerprint. */
const idle: Readonly<Record<string, Variation>> = {
  "why it is so": (change) => (change.action === "update" ? undefined : { ...change, cause: "drift" }),
  "what base said": (change) => withField(change, { base: other, cause: "conflict" }),
  "what a server says besides": (change) =>
    change.action === "create"
      ? undefined
      : { ...change, live: { ...change.live, version: other, raw: other } },
  "what nobody declares of what goes": (change) => withLive(change, ["notes"]),
  "an inner one that nobody declares": (change) => withLive(change, ["ip", "notes"]),
  "what nobody declares of what is changed": (change) =>
    change.action === "update"
      ? { ...change, live: { ...change.live, value: changed(change.live.value, ["notes"]) } }
      : undefined,
  "where it was written": (change) =>
    change.action === "remove"
      ? undefined
      : { ...change, at: { file: other, line: 9, column: 1, layer: "entry" } },
};

/** Reports equal fingerprints of different changes, and different fingerprints of equal changes. */
export function judgeFingerprints(
  seed: number,
  lie: FingerprintLie = (fingerprint) => fingerprint,
): readonly string[] {
  const draw = seeded(seed * 16 + 20);
  const drawn = drawnOf(draw);
  const print = (of: Drawn) =>
    lie(fingerprintOf({ ...of, environment: "test", targetOf: () => ({}) }, digest));
  const first = print(drawn);
  const at = under(draw, drawn.changes.length);
  const instead = (vary: Variation): Drawn | undefined => {
    const one = drawn.changes[at];
    const now = one && vary(one);
    return now && { ...drawn, changes: drawn.changes.with(at, now) };
  };
  const judged = (all: typeof mattering, isSame: boolean) =>
    Object.entries(all).flatMap(([what, vary]) => {
      const now = instead(vary);
      if (!now || (print(now) === first) === isSame) return [];
      const which = `${isSame ? "another" : "the same"} fingerprint`;
      return [`fingerprint: ${which} with another ${what}: ${drawn.changes[at]?.action}`];
    });
  const turned = print({ ...drawn, changes: drawn.changes.toReversed() });
  const fewer = print({ ...drawn, changes: drawn.changes.toSpliced(at, 1) });
  return [
    ...judged(mattering, false),
    ...judged(idle, true),
    ...(turned === first ? [] : ["fingerprint: another one in another order"]),
    ...(fewer === first ? ["fingerprint: the same one with a change less"] : []),
    ...judgeConsent(drawn, print),
  ];
}

/**
 * A consent to write secrets names the plan that leaves these secrets out. Writing them must not change the
 * fingerprint. Writing other secrets must change it.
 */
function judgeConsent(drawn: Drawn, print: (of: Drawn) => string): readonly string[] {
  const [secret, ...left] = drawn.secretsTakenOver;
  if (!secret) return [];
  const { address, path, desired } = secret;
  const resource = resourceOf(address, {});
  const write: Change = {
    ...{ action: "update", address, desired: resource, live: { value: {} } },
    differences: [{ path, desired, cause: "pending", takenOver: true }],
  };
  const [first, written, other] = [
    drawn,
    { changes: [...drawn.changes, write], secretsTakenOver: left },
    { ...drawn, secretsTakenOver: [{ ...secret, desired: { secret: "env:OTHER" } }, ...left] },
  ].map(print);
  return [
    ...(first === written ? [] : ["fingerprint: another one once a secret that is left is written"]),
    ...(first === other ? ["fingerprint: the same one with another secret that is left"] : []),
  ];
}

function drawnOf(draw: Draw): Drawn {
  const changes = Array.from({ length: 1 + under(draw, 4) }, (_, number) => changeOf(draw, number));
  const secretsTakenOver = Array.from({ length: under(draw, 3) }, (_, number): TakenOverSecret => {
    return { address: `cloud/ssid/s${number}`, path: "/password", desired: { secret: "env:PSK" } };
  });
  return { changes, secretsTakenOver };
}

function changeOf(draw: Draw, number: number): Change {
  const address = `cloud/network/n${number}` as const;
  const value = { name: pick(draw, ["Berlin", "Oslo"]), ip: { mask: "255.0.0.0", address: "10.0.0.1" } };
  const live = {
    ...{ id: `N_${under(draw, 100)}`, version: "1" },
    value: { ...value, notes: "mine", ip: { ...value.ip, notes: "mine" } },
  };
  const resource = resourceOf(address, value);
  const fields = ["/name", "/ip/mask"].slice(0, maybe(draw, 0.5) ? 1 : 2);
  const differences = fields.map((path) => ({ path, desired: "a", live: "b", cause: "pending" }) as const);
  return pick<Change>(draw, [
    { action: "create", address, desired: resource, cause: "pending" },
    { action: "update", address, desired: resource, live, differences },
    { action: "remove", address, base: resource, live, cause: "pending" },
    { action: "remove", address, base: resource, live, cause: "pending" },
  ]);
}

function resourceOf(address: Change["address"], value: Json): Resource {
  const [target = "", kind = "", key = ""] = address.split("/");
  return {
    ...{ address, target, kind, key, identity: key, scope: { organization: "Acme" }, value },
    ...{ secrets: [], lists: {}, ownership: "declared", protect: false, observed: false },
  };
}

function withResource(change: Change, more: Partial<Resource>): Change {
  if (change.action === "remove") return { ...change, base: { ...change.base, ...more } };
  return { ...change, desired: { ...change.desired, ...more } };
}

function valued(change: Extract<Change, { action: "create" }>, value: Json): Change {
  return { ...change, desired: { ...change.desired, value } };
}

function withField(
  change: Change,
  more: Partial<Extract<Change, { action: "update" }>["differences"][number]>,
): Change | undefined {
  if (change.action !== "update") return undefined;
  const [first, ...rest] = change.differences;
  return first && { ...change, differences: [{ ...first, ...more }, ...rest] };
}

function withLive(change: Change, path: readonly string[]): Change | undefined {
  if (change.action !== "remove") return undefined;
  return { ...change, live: { ...change.live, value: changed(change.live.value, path) } };
}
