/**
 * Makes the plan of a pull request. For each part, the plan must tell whether the pull request brings it, or whether it
 * was already pending on the target branch.
 */

import type { Change } from "../../../src/model/change.ts";
import { seeded } from "../../servers/virtual-time/clock.ts";
import { maybe } from "../draw.ts";
import type { Expected } from "./expected.ts";
import { differ } from "./judges.ts";
import type { Play } from "./play.ts";
import { filesOn, onlyOf, requestOf, staged } from "./scene.ts";
import { addressOn, fateOf, nameOn, type Side, type Thing } from "./truth.ts";

/** Plans a pull request whose target branch declares the same as desired, or the same as base. */
export async function plannedProposed(play: Play): Promise<readonly string[]> {
  const { seed, truth, secrets, expected, lie } = play;
  const branch = maybe(seeded(seed * 16 + 3), 0.3) ? "desired" : "base";
  const project = play.project !== undefined && { project: play.project };
  const on = staged(truth, { ...project });
  const base = on.load(filesOn(truth, "base"));
  const main = on.load(filesOn(truth, branch));
  const { plan } = await on.plan({ ...requestOf(truth.manner, base, secrets), ...onlyOf(truth), main });
  const { changes } = lie.plan?.(plan) ?? plan;
  return differ(
    "brought",
    changes.flatMap(broughtIn),
    expected.filter(({ action }) => action).flatMap((one) => mustBring(one, branch)),
  );
}

function broughtIn(change: Change): readonly string[] {
  const { address, action } = change;
  if (action !== "update") return [`${action} ${address} by ${change.broughtBy}`];
  return change.differences.map(({ path, broughtBy }) => `${action} ${address} ${path} by ${broughtBy}`);
}

function mustBring(
  { thing, action, address, causes }: Expected,
  branch: "desired" | "base",
): readonly string[] {
  const isThere = fateOf(thing)[branch] && addressOn(thing, branch) === address;
  const by = (is: boolean) => (is ? "main" : "proposal");
  if (action === "remove") return [`${action} ${address} by ${by(!isThere)}`];
  if (action === "create") {
    const brought = causes.get("") === "drift" ? undefined : by(isThere && !differs(thing, branch, ""));
    return [`${action} ${address} by ${brought}`];
  }
  return [...causes].map(([path, cause]) => {
    const brought = cause === "drift" ? undefined : by(isThere && !differs(thing, branch, path));
    return `${action} ${address} ${path} by ${brought}`;
  });
}

/** True if the target branch declares this resource differently at the path. */
function differs(thing: Thing, branch: "desired" | "base", path: string): boolean {
  if (branch === "desired") return false;
  // In an exclusive tree, an undeclared value is removed because the tree is declared so.
  const isGoing = thing.fields.some((one) => (one.element ?? one.path) === path && one.row.desired === "-");
  if (thing.ownedOtherwise && thing.species.isExclusive && isGoing) return true;
  const isIn = (inner: string) => path === "" || inner === path || inner.startsWith(`${path}/`);
  const said = (side: Side & ("desired" | "base")) => ({
    name: isIn("/name") ? nameOn(thing, side) : "",
    secret: isIn("/password") ? thing.secret?.[side] : "",
    fields: thing.fields
      .filter((field) => isIn(field.path))
      .map(({ row, inGit = row, values }) => (inGit[side] === "-" ? null : values[inGit[side] as "a"])),
  });
  return JSON.stringify(said("desired")) !== JSON.stringify(said("base"));
}
