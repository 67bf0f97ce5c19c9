/** Hidden values in writes: replaced by stand-ins, or made all equal for a review. Pure. */

import { isArray, type Json } from "../../model/json.ts";
import { isHidden } from "../../model/live/hidden.ts";
import { type Problem, problem } from "../../model/problem.ts";
import type { Write } from "../contract/contract.ts";
import type { LiveSecrets } from "../contract/live-secrets.ts";
import { isLikeStandIn, mappedMembers, standInFor } from "./stand-ins.ts";

/** Returns the stand-in for a hidden live secret: a text for a text, a list of texts for a list. */
export function closedValue(value: Json, live: LiveSecrets): Json {
  if (typeof value === "string") return standInFor(live.nameOf(value));
  return isArray(value) ? value.map((each) => closedValue(each, live)) : value;
}

/**
 * Returns the write with stand-ins in place of its hidden values. Undefined: the write contains hidden values that this
 * run did not read.
 */
export function restored(write: Write, live: LiveSecrets): Write | undefined {
  const { desired, live: was } = write;
  const wanted = desired === undefined ? null : opened(desired, live);
  const seen = was === undefined ? null : opened(was.value, live);
  const raw = was?.raw === undefined ? null : opened(was.raw, live);
  if (wanted === undefined || seen === undefined || raw === undefined) return undefined;
  return {
    ...write,
    ...(desired !== undefined && { desired: wanted }),
    ...(was && { live: { ...was, value: seen, ...(was.raw !== undefined && { raw }) } }),
  };
}

/** Returns the write as a review sees it: all live secrets look equal, since their names are specific to one run. */
export function unnamed(write: Write): Write {
  const { desired, live } = write;
  return {
    ...write,
    ...(desired !== undefined && { desired: alikeSecrets(desired) }),
    ...(live && {
      live: {
        ...live,
        value: alikeSecrets(live.value),
        ...(live.raw !== undefined && { raw: alikeSecrets(live.raw) }),
      },
    }),
  };
}

function alikeSecrets(tree: Json): Json {
  if (typeof tree === "string") return isLiveStandIn(tree) ? standInFor("live") : tree;
  return isHidden(tree) ? standInFor("live") : mappedMembers(tree, alikeSecrets);
}

function isLiveStandIn(text: string): boolean {
  return isLikeStandIn(text) && text.startsWith(standInFor("live:").slice(0, -1));
}

/** Returns a tree with stand-ins for its hidden values. Undefined: this run did not read some of these values. */
function opened(tree: Json, live: LiveSecrets): Json | undefined {
  let isUnread = false;
  const own = (each: Json): Json => {
    if (!isHidden(each)) return mappedMembers(each, own);
    const value = live.valueOf(each);
    if (value !== undefined) return closedValue(value, live);
    isUnread = true;
    return each;
  };
  const made = own(tree);
  return isUnread ? undefined : made;
}

/** Returns the problem of a write that is not sent because it contains a live secret that this run did not read. */
export function unread({ address }: Write): Problem {
  const message = `${address} was not sent: the write contains a live secret that this run has not read.`;
  const hint = "Plan and apply again, or declare the secret as { secret: env:NAME }.";
  return problem("hidden-value", message, { address, hint });
}
