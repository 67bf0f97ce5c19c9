/** Judges what a plan says that it costs, by what arrived at each target while it was made and while it was applied. */

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

/** A declared network that nobody asked for. */
function isLeftOut({ manner }: Truth): (thing: Thing) => boolean {
  return (thing) => {
    const { desired, base } = fateOf(thing);
    return thing.species.kind === "network" && manner.excluded.has(thing.number) && (desired || base);
  };
}

/** What a plan foresees is what arrives where nothing goes wrong. */
export function judgeCost(
  { cost, steps, waves }: Plan,
  truth: Truth,
  { made, applied }: { readonly made: readonly LogEntry[]; readonly applied: readonly Arrival[] },
): readonly string[] {
  const { realms, rings } = truth;
  // Devices name networks by what all declared ones are live: of those that nobody asked for nothing is known.
  const isNaming =
    steps.some(({ kind }) => kind === "dashboardDevice") && truth.things.some(isLeftOut(truth));
  return realms.flatMap((realm) => {
    const [, target = "", name] = /^ {2}(\w+):\n {4}interface: (\w+)/.exec(realm.targets) ?? [];
    const isAt = (one: { readonly interface: string | undefined }) => one.interface === name;
    const own = applied.filter(({ request }) => isAt(request));
    const row = cost.find((one) => one.target === target);
    // A login is a request like any other; where a token has ended, it is asked for again, and so is what it was for.
    const reads = made.filter(isAt).length;
    // A new network is not ready for its SSIDs at once: what was refused did nothing, and is sent again.
    const writes = own.filter((one) => isWrite(one) && one.reply.status < 400).length;
    const is = {
      reads,
      writes,
      verification: own.filter((one) => isRead(one) && one.reply.status !== 401).length,
    };
    // A list of several pages is read until it has held still: how often is not foreseen.
    const times = Math.max(waves.length, 1);
    const named = isNaming ? own.filter(({ request: { path } }) => isNetworkList.test(path)).length : 0;
    return differences({ target, row, is, times, more: agedReads(own) + named }).filter((line) => {
      // Where a wave names a site, its controller is asked for health besides.
      if (rings && target === "campus") return false;
      // A device that cannot show its configuration apart gets by itself what takes away: it tells when it is asked.
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
  /** In so many waves. */
  readonly times: number;
  /** So many reads came since what was read before was too old to write by, or for a name. */
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
 * What is looked at in an apply is foreseen but for this: a fabric of which all that is asked for is missing is asked
 * whether it works; a tag of a device that is of no use any more is read anew; a session takes as many rpcs as it takes;
 * what was read for an earlier wave a moment ago is not read again for the next; what is too old is, before a write; so is
 * a list for the ids of what is declared in it, and nobody asked for.
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

/** What a run says that it has sent is what arrived. Of a session nobody counts what it takes. */
export function judgeRequests({ requests }: ApplyResult, arrivals: readonly Arrival[]): readonly string[] {
  return [...requests].flatMap(([target, count]) => {
    const own = arrivals.filter(({ request }) => request.origin === `https://${target}.example.net`);
    const isCounted = target === "edge" || own.length === count;
    return isCounted ? [] : [`requests: ${count} to ${target}, and ${own.length} arrived`];
  });
}
