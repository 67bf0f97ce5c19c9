/** The files in which Git declares the fictional product, and its project file. */

import type { JsonObject } from "../../../src/model/json.ts";
import { filesOf } from "../declared.ts";
import { innerKinds, sectionOf } from "./kinds.ts";
import { isOn, keyOf, type Part, type ProductTruth, valuesOn } from "./truth.ts";

/** The project file for the fictional product. */
export const project = `version: 1
environment: virtual
targets:
  made:
    interface: dashboard
    url: https://made.example.net
    credential: { apiKey: { secret: env:KEY } }
`;

/** Returns the files of the desired state or of base: one for each site, with everything in the site. */
export function productFiles({ parts }: ProductTruth, side: "desired" | "base") {
  const there = parts.filter((part) => isOn(part, side));
  const sites = there.filter(({ kind }) => kind === "site");
  const documents = sites.map((site): JsonObject => {
    const inner = innerKinds.flatMap((kind): readonly (readonly [string, JsonObject])[] => {
      const own = there.filter((part) => part.kind === kind && part.parent === site);
      if (own.length === 0) return [];
      return [
        [sectionOf(kind), Object.fromEntries(own.map((part) => [ownKeyOf(part, side), entryOf(part, side)]))],
      ];
    });
    return {
      target: "made",
      region: "R1",
      sites: { [keyOf(site, side)]: { ...entryOf(site, side), ...Object.fromEntries(inner) } },
    };
  });
  return filesOf(documents.length > 0 ? documents : [{ target: "made", region: "R1" }]);
}

function ownKeyOf(part: Part, side: "desired" | "base"): string {
  return keyOf(part, side).split(".").at(-1) ?? "";
}

/**
 * Returns a resource as an entry of a file. Some references are written with the short key, others with the whole key.
 */
function entryOf(part: Part, side: "desired" | "base"): JsonObject {
  const name = part.kind === "rule" ? {} : { name: part.names[side] };
  const refs = Object.entries(part.refs).map(([field, of], at) => {
    const isShort = (part.number + at) % 2 === 0;
    return [field, isShort ? ownKeyOf(of[side], side) : keyOf(of[side], side)];
  });
  return { ...name, ...valuesOn(part, side), ...Object.fromEntries(refs) };
}
