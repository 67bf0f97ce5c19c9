/** Distinguishes the changes of a pull request from changes that are already pending on the main branch. Pure. */

import type { Change, ChangeOrigin, Comparison, Difference } from "../model/change.ts";
import type { Desired, Resource } from "../model/desired.ts";
import { sameJson } from "../model/json.ts";
import { ancestors, at, type Pointer } from "../model/pointer.ts";
import type { AlikeForm } from "../model/sameness/alike.ts";
import type { AlikeOf } from "../model/sameness/places.ts";
import { fieldDifferences } from "./fields.ts";

/**
 * Returns the comparison, in which each pending or conflicting part is attributed to `main` if main declares the same,
 * otherwise to the pull request (`proposal`). Mere drift is not part of a pull request.
 *
 * | change                                | main declares                  | attributed to |
 * |---------------------------------------|--------------------------------|---------------|
 * | create                                | the same fields                | main          |
 * | create                                | other fields, or nothing       | proposal      |
 * | field of update                       | the same value there           | main          |
 * | field of update                       | another value, or not this one | proposal      |
 * | undeclared field of an exclusive tree | the tree, not as exclusive     | proposal      |
 * | remove                                | nothing                        | main          |
 * | remove                                | the resource                   | proposal      |
 */
export function marked(comparison: Comparison, main: Desired, alike?: AlikeOf): Comparison {
  const changes = comparison.changes.map((change) => mark(change, main.resources.get(change.address), alike));
  return { ...comparison, changes };
}

function mark(change: Change, main: Resource | undefined, alike: AlikeOf | undefined): Change {
  switch (change.action) {
    case "create": {
      if (change.cause === "drift") return change;
      const same = main !== undefined && sameJson(main.value, change.desired.value);
      return { ...change, broughtBy: same ? "main" : "proposal" };
    }
    case "update":
      return { ...change, differences: markFields(change, main, alike) };
    case "remove":
      return { ...change, broughtBy: main ? "proposal" : "main" };
  }
}

function markFields(
  { differences, desired }: Pick<Extract<Change, { action: "update" }>, "differences" | "desired">,
  main: Resource | undefined,
  alike: AlikeOf | undefined,
): readonly Difference[] {
  const proposed = new Set(main && changedPaths(desired, main, alike?.(desired)));
  const around = new Set([...proposed].flatMap(ancestors));
  const isTouched = (path: Pointer) => around.has(path) || ancestors(path).some((one) => proposed.has(one));
  const isClosed = desired.ownership === "exclusive" && main?.ownership !== "exclusive";
  const by = (one: Difference): ChangeOrigin =>
    !main || isTouched(one.path) || (isClosed && one.desired === undefined) ? "proposal" : "main";
  return differences.map((one) => (one.cause === "drift" ? one : { ...one, broughtBy: by(one) }));
}

/**
 * Returns the fields that two revisions declare differently, in either direction. Secrets are compared by their
 * references.
 */
export function changedPaths(one: Resource, other: Resource, alike?: AlikeForm): readonly string[] {
  const paths = [
    ...fieldDifferences(one, { live: other.value, alike }),
    ...fieldDifferences(other, { live: one.value, alike }),
  ].map(({ path }) => path);
  const secrets = [...one.secrets, ...other.secrets].filter(
    (path) => !sameJson(at(one.value, path), at(other.value, path)),
  );
  return [...new Set([...paths, ...secrets])].sort();
}
