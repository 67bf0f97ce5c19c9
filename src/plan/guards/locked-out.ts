/** Lock-out guard for products: finds changes to administrators, logins and uplinks that catalogs mark. Pure. */

import type { WayIn } from "../../model/place.ts";
import { segments } from "../../model/pointer.ts";
import { resourceOf } from "../prerequisites.ts";
import { type Guard, type GuardInput, writtenChanges } from "./finding.ts";

type Change = GuardInput["changes"][number];

/**
 * Triggers if a step would remove a resource of a kind with `lockout` fields, or change such a field. Also triggers if
 * a step would touch a management path: an object whose identity the product's catalog names as a way in.
 */
export const lockedOut: Guard = (on) => {
  const found = writtenChanges(on).flatMap((change) => {
    const { target, kind, identity } = resourceOf(change);
    const { kinds, dialect } = on.facts.get(target) ?? {};
    const of = kinds?.get(kind);
    const way = dialect?.waysIn?.find((each) => isOn(each, identity) && isTaken(change, each));
    const isNamed = of?.lockout !== undefined && isTouched(change, of.lockout);
    return isNamed || way ? [{ address: change.address, title: way?.what ?? of?.title ?? kind }] : [];
  });
  if (found.length === 0) return undefined;
  const titles = [...new Set(found.map(({ title }) => title))].sort();
  const message = `users or devices could be locked out, because this plan changes: ${titles.join(", ")}`;
  return { guard: "lockout", message, addresses: found.map(({ address }) => address) };
};

function isOn({ at }: WayIn, identity: string): boolean {
  return at.test(identity);
}

function isTaken({ action }: Change, { made = false }: WayIn): boolean {
  return action !== "create" || made;
}

/**
 * True if the change removes the resource, or touches one of these fields (`*`: any field). A new resource locks nobody
 * out.
 */
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
