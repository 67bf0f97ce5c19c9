/** Checks the cost in a plan by the requests that arrived at each target during plan and apply. */

import type { Cost } from "../../../../src/model/plan/cost.ts";
import type { Plan } from "../../../../src/model/plan/plan.ts";
import type { ApplyResult } from "../../../../src/model/reply.ts";
import type { LogEntry } from "../../../../src/simulator/log.ts";
import type { Arrival } from "../../../servers/virtual-time/network.ts";
import { isRead, isWrite } from "../../commits.ts";
import { isNextPage } from "../judge-trouble.ts";
import { fateOf, type Thing, type Truth } from "../truth.ts";
import { agedReads } from "./aged-reads.ts";

const isNetworkList = /\/organizations\/[^/]+\/networks$/;

/** Returns a function that is true for a network that Git or base declares and that was not selected. */
function isLeftOut({ manner }: Truth): (thing: Thing) => boolean {
  return (thing) => {
    const { desired, base } = fateOf(thing);
    return thing.species.kind === "network" && manner.excluded.has(thing.number) && (desired || base);
  };
}

/** If nothing goes wrong, as many requests must arrive as the plan says. */
export function judgeCost(
  { cost, steps, waves }: Plan,
  truth: Truth,
  { made, applied }: { readonly made: readonly LogEntry[]; readonly applied: readonly Arrival[] },
): readonly string[] {
  const { realms, rings } = truth;
  // Devices refer to networks by live id. For networks that were not selected, these ids are not known yet.
  const isNaming =
    steps.some(({ kind }) => kind === "dashboardDevice") && truth.things.some(isLeftOut(truth));
  return realms.flatMap((realm) => {
    const [, target = "", name] = /^ {2}(\w+):\n {4}interface: (\w+)/.exec(realm.targets) ?? [];
    const isAt = (one: { readonly interface: string | undefined }) => one.interface === name;
    const own = applied.filter(({ request }) => isAt(request));
    const row = cost.find((one) => one.target === target);
    // A login counts as a request. If a token has expired, another login is needed, and the request is sent again.
    const reads = made.filter(isAt).length;
    // For a while, a new network refuses SSIDs. A refused write has no effect, and is retried.
    const writes = own.filter((one) => isWrite(one) && one.reply.status < 400).length;
    const is = {
      reads,
      writes,
      verification: own.filter((one) => isRead(one) && one.reply.status !== 401).length,
    };
    // A list of several pages is read until it no longer changes, so the number of its reads is not checked.
    const times = Math.max(waves.length, 1);
    const named = isNaming ? own.filter(({ request: { path } }) => isNetworkList.test(path)).length : 0;
    return differences({ target, row, is, times, more: agedReads(own) + named }).filter((line) => {
      // If waves name sites, health is also read from the controller. So its requests are not checked.
      if (rings && target === "campus") return false;
      // Some devices cannot show their configuration alone, and need separate requests for removals. trueup learns this
      // only from a read, so the plan does not count these requests.
      if (realm.settings?.netconf?.reads.length === 1 && writes > (row?.writes ?? 0))
        return !/ writes /.test(line);
      return !line.includes(" verification ") || !own.some(isNextPage);
    });
  });
}

function differences(of: {
  readonly target: string;
  readonly row: Cost | undefined;
  readonly is: Pick<Cost, "reads" | "writes" | "verification">;
  /** The number of waves; at least 1. */
  readonly times: number;
  /** The number of reads that are repeated because they became too old, or that find the ids of networks. */
  readonly more: number;
}): readonly string[] {
  const { target, row, is, times, more: unforeseen } = of;
  const said = row ?? { reads: 0, writes: 0, verification: 0 };
  return (["reads", "writes", "verification"] as const).flatMap((what) => {
    const more = is[what] - said[what];
    const isClose =
      what === "verification" && isForeseen(target, more, { writes: is.writes, times, unforeseen });
    return more === 0 || isClose ? [] : [`cost: ${said[what]} ${what} at ${target}, and ${is[what]} arrived`];
  });
}

/**
 * True if the number of reads may differ from the plan. The plan does not count the proof that a fabric works although
 * everything is missing, reads after a refused tag, requests in a session, repeated reads before a write, and lists for
 * ids of resources that were not selected. With waves, reads of an earlier wave that are still fresh are not repeated.
 */
function isForeseen(
  target: string,
  more: number,
  { writes, times, unforeseen }: Readonly<Record<"writes" | "times" | "unforeseen", number>>,
): boolean {
  if (target === "edge" || (more < 0 && times > 1)) return true;
  if (more > 0 && more <= unforeseen) return true;
  if (target === "fabric") return more > 0 && more <= times;
  return target === "routers" && more > 0 && more <= 2 * writes;
}

/** As many requests must have arrived as were reported. Requests in a session are not counted. */
export function judgeRequests({ requests }: ApplyResult, arrivals: readonly Arrival[]): readonly string[] {
  return [...requests].flatMap(([target, count]) => {
    const own = arrivals.filter(({ request }) => request.origin === `https://${target}.example.net`);
    const isCounted = target === "edge" || own.length === count;
    return isCounted ? [] : [`requests: ${count} to ${target}, and ${own.length} arrived`];
  });
}
