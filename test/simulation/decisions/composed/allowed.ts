/** Checks which secrets desired state may refer to. A `*` in a pattern must never match `..` in a path. */

import { allowFault } from "../../../../src/load/secret-references.ts";
import { seeded } from "../../../servers/virtual-time/clock.ts";
import { maybe, pick, under } from "../../draw.ts";

/** Falsifies the reported permission, to test that the checks notice it. */
export type AllowedLie = (isAllowed: boolean) => boolean;

/** Finds references that are wrongly allowed or refused. */
export function judgeAllowed(seed: number, lie: AllowedLie = (is) => is): readonly string[] {
  const draw = seeded(seed * 16 + 41);
  const folders = ["secrets/", "secrets/site/", "../shared/", "/etc/keys/"] as const;
  const fixed = pick(draw, folders);
  const ending = pick(draw, ["", "", "/psk", ".txt"]);
  const names = Array.from({ length: 1 + under(draw, 4) }, () =>
    pick(draw, ["a", "b", ".x", "..x", "..", ".."]),
  );
  const from = maybe(draw, 0.8) ? fixed : pick(draw, folders);
  const reference = `${from}${names.join("/")}${maybe(draw, 0.8) ? ending : ""}`;
  const others = maybe(draw, 0.3) ? ["env:*_PSK"] : [];
  const isAllowed = lie(
    allowFault(`file:${reference}`, [...others, `file:${fixed}*${ending}`]) === undefined,
  );
  const rest = reference.slice(fixed.length);
  const isBelow = reference.startsWith(fixed) && rest.endsWith(ending) && !rest.split("/").includes("..");
  if (isAllowed === isBelow) return [];
  return [
    `allowed: ${fixed}*${ending} ${isAllowed ? "allows" : "does not allow"} ${reference}, which ${isBelow ? "is" : "is not"} below it`,
  ];
}
