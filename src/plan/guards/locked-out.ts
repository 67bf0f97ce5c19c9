/** Lock-out guard of products: changes to administrators, logins, uplinks, by what their kinds name. Pure. */

import { segments } from "../../model/pointer.ts";
import { resourceOf } from "../prerequisites.ts";
import { type Guard, type GuardInput, writtenChanges } from "./finding.ts";

type Change = GuardInput["changes"][number];

/** Found when a step would remove something of a kind with `lockout` fields, or would change one of these. */
export const lockedOut: Guard = (on) => {
  const found = writtenChanges(on).flatMap((change) => {
    const { target, kind } = resourceOf(change);
    const of = on.facts.get(target)?.kinds.get(kind);
    return of?.lockout && isTouched(change, of.lockout) ? [{ address: change.address, title: of.title }] : [];
  });
  if (found.length === 0) return undefined;
  const titles = [...new Set(found.map(({ title }) => title))].sort();
  const message = `somebody could be locked out, people or devices, by what would change: ${titles.join(", ")}`;
  return { guard: "lockout", message, addresses: found.map(({ address }) => address) };
};

/** What is made takes no way in from anybody. */
function isTouched(change: Change, fields: readonly string[]): boolean {
  switch (change.action) {
    case "create":
      return false;
    case "remove":
      return true;
    case "update":
      return change.differences.some(
        ({ path }) => fields.includes("*") || fields.includes(segments(path)[0] ?? ""),
      );
  }
}
