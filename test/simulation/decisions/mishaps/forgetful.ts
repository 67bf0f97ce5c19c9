/** A server that confirms a write and forgets it at once. */

import type { Json } from "../../../../src/model/json.ts";
import type { ApplyResult } from "../../../../src/model/reply.ts";
import type { World } from "../../../../src/simulator/world.ts";
import type { Arrival } from "../../../servers/virtual-time/network.ts";
import { isWrite } from "../../commits.ts";
import type { Expected } from "../expected.ts";
import { namesOf, touchedBy } from "../judge-trouble.ts";
import type { Play } from "../play.ts";
import type { Held, Realm } from "../species.ts";
import { worldAfter } from "../world-after.ts";

/** Selects the forgotten write, counted from 0 among all writes with a visible effect, or among the removals only. */
export interface Forgotten {
  readonly write: number;
  readonly isRemoval: boolean;
}

/** What the forgotten write concerned. */
export interface Missing {
  readonly objects: readonly string[];
  /**
   * False if trueup cannot see the loss, because the answer to the write showed the object as stored and nobody has
   * read it since (docs/limits.md, `freshSeconds`).
   */
  readonly isSeen: boolean;
}

/** Makes the server forget one write. The returned function returns what was lost. */
export function forgetting({ on: { network }, truth }: Play, { write, isRemoval }: Forgotten): () => Missing {
  const { witness } = network;
  const held = (world: World) => truth.realms.flatMap((realm) => [...realm.held(world).keys()]);
  const removes = ({ before, after }: Arrival) => {
    const left = new Set(held(after));
    return held(before).some((object) => !left.has(object));
  };
  let left = write;
  let forgotten: readonly string[] = [];
  /**
   * The path of the list that contains the object, if the answer to the forgotten write showed the object as stored. A
   * read of the list makes it undefined.
   */
  let unread: string | undefined;
  network.witness = (arrival) => {
    witness(arrival);
    const { before, after, reply, request } = arrival;
    if (request.method === "GET" && request.path === unread) unread = undefined;
    if (left < 0 || request.interface === "netconf" || !isWrite(arrival) || reply.status >= 300) return;
    if (touchedBy(arrival, truth.realms.map(withoutSecrets)).length === 0) return;
    if (isRemoval && !removes(arrival)) return;
    left -= 1;
    if (left >= 0) return;
    forgotten = touchedBy(arrival, truth.realms);
    unread = shownList.exec(request.path)?.[1];
    const { fabric, restconf, controller } = before;
    network.world = { ...after, fabric, restconf, controller, ...withGivenIds(before, after) };
  };
  return () => ({ objects: forgotten, isSeen: unread === undefined });
}

/** Matches the path of an SSID. No other write of the drawn objects is answered with the stored object. */
const shownList = /^(.*\/wireless\/ssids)\/\d+$/;

/** Returns the servers without the forgotten write. They still never give the same id twice. */
function withGivenIds(before: World, after: World): Pick<World, "dashboard" | "messaging" | "servers"> {
  return {
    dashboard: { ...before.dashboard, counted: after.dashboard.counted },
    messaging: { ...before.messaging, counted: after.messaging.counted },
    servers: { ...before.servers, counted: after.servers.counted },
  };
}

/** Returns a realm that does not show secrets, because nobody could notice the loss of a secret. */
function withoutSecrets(realm: Realm): Realm {
  const shown = (leaves: ReadonlyMap<string, Json>) =>
    new Map([...leaves].filter(([path]) => path !== "/password"));
  const held = (world: World) =>
    new Map([...realm.held(world)].map(([object, leaves]) => [object, shown(leaves)] as const));
  return { ...realm, held };
}

/** Returns the forgotten objects that have not been removed since, for example with their parent. */
export function stillShown(
  forgotten: readonly string[],
  expected: readonly Expected[],
  held: Held,
): readonly string[] {
  const removed = new Set(
    expected.filter(({ action }) => action === "remove").flatMap(({ thing }) => namesOf(thing)),
  );
  return forgotten.filter((object) => held.has(object) || !removed.has(object));
}

/** Each applied write without effect must be reported as such. No other applied write may be reported so. */
export function judgeForgotten(
  { settled, nonConvergent, unverified }: ApplyResult,
  expected: readonly Expected[],
  forgotten: readonly string[],
): readonly string[] {
  const told = new Set<string>([...nonConvergent, ...unverified].map(({ address }) => address));
  const applied = new Set<string>(
    settled.filter(({ outcome }) => outcome.state === "applied").map(({ step }) => step),
  );
  return expected.flatMap((one) => {
    const { action, address } = one;
    if (!one.stepped || !applied.has(`${action} ${address}`)) return [];
    const isForgotten = isAbout(one, forgotten);
    if (isForgotten === told.has(address)) return [];
    return [
      isForgotten
        ? `effect: nothing is told of ${address}, which had none`
        : `effect: ${address} is told to have none`,
    ];
  });
}

/** Returns the result as if the steps of the forgotten write had been skipped, because they changed nothing. */
export function withoutForgotten(
  result: ApplyResult,
  expected: readonly Expected[],
  forgotten: readonly string[],
): ApplyResult {
  const steps = new Set<string>(
    expected.filter((one) => isAbout(one, forgotten)).map(({ action, address }) => `${action} ${address}`),
  );
  const failed = { state: "skipped", because: "interrupted" } as const;
  return {
    ...result,
    settled: result.settled.map((one) => (steps.has(one.step) ? { ...one, outcome: failed } : one)),
  };
}

/** True if the resource is one of these objects, or contains some of them. */
export function isAbout({ thing }: Expected, objects: readonly string[]): boolean {
  const whole = objects.filter((object) => !objects.some((other) => object.startsWith(`${other}/`)));
  return namesOf(thing).some((name) => whole.includes(name));
}

/**
 * Adjusts the expected state to a write that was forgotten after its answer showed the object as stored. The server may
 * then have the former secret, though the record says that the new one was written: no read shows secrets.
 */
export function withBelieved(
  expected: readonly Expected[],
  objects: readonly string[],
  held: Held,
): (wanted: Held) => Held {
  if (objects.length === 0) return (wanted) => wanted;
  const before = worldAfter(expected.map((one) => ({ ...one, stepped: false, carried: false })));
  const was = new Map<string, Json>();
  for (const one of expected) {
    const names = isAbout(one, objects) ? namesOf(one.thing) : [];
    const secret = names.map((name) => before.get(name)?.get("/password")).find((each) => each !== undefined);
    if (secret !== undefined) for (const name of names) was.set(name, secret);
  }
  return (wanted) =>
    new Map(
      [...wanted].map(([object, leaves]) => {
        const secret = was.get(object);
        const isAsBefore = secret !== undefined && held.get(object)?.get("/password") === secret;
        return [object, isAsBefore ? new Map(leaves).set("/password", secret) : leaves];
      }),
    );
}
