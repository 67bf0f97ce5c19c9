/** What policies see: resources, the changes of a plan, and when it would run. Pure. */

import type { Change } from "../../model/change.ts";
import { byText } from "../../model/compare.ts";
import type { Resource } from "../../model/desired.ts";
import type { JsonObject } from "../../model/json.ts";

/** A resource: `resource`, and each of `resources`. */
export function resourceRecord(of: Resource): JsonObject {
  const { address, target, kind, key, parent = null, identity, scope, value, site = null } = of;
  const { protect, ownership } = of;
  const place = { address, target, kind, key, parent, identity, scope, site };
  return { ...place, protect, ownership, fields: value };
}

/** What a plan would write: `plan`. */
export function planRecord(changes: readonly Change[]): JsonObject {
  const records = changes.map(changeRecord);
  const counted = (action: Change["action"]) => changes.filter((each) => each.action === action).length;
  return {
    changes: records,
    creates: counted("create"),
    updates: counted("update"),
    removes: counted("remove"),
    sites: textsOf(records, "site"),
    targets: textsOf(records, "target"),
  };
}

/** A change, with the fields of what it makes or removes. Nothing that is live is shown: it may hold secrets. */
function changeRecord(change: Change): JsonObject {
  const resource = resourceRecord(change.action === "remove" ? change.base : change.desired);
  const changed = change.action === "update" ? change.differences.map(({ path }) => path) : [];
  return { ...resource, address: change.address, action: change.action, changed };
}

function textsOf(records: readonly JsonObject[], name: string): readonly string[] {
  const texts = records.map((each) => each[name]).filter((text) => typeof text === "string");
  return [...new Set(texts)].sort(byText);
}

/** A moment as the clock on the wall of a time zone shows it: `run`. `nowIso`: ISO 8601 with an offset or `Z`. */
export function runRecord(nowIso: string, timeZone: string): JsonObject {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    weekday: "short",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(new Date(nowIso));
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? "";
  return {
    date: `${part("year")}-${part("month")}-${part("day")}`,
    time: `${part("hour")}:${part("minute")}`,
    weekday: part("weekday").replace(".", ""),
  };
}
