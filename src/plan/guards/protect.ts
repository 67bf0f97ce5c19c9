/** Protection: what was declared with `protect: true` is not removed, whatever else is asked. Pure. */

import type { Guard } from "./finding.ts";

const instead = [
  "Nothing allows this. Declare it again; or, to remove it, first take `protect: true` out of Git",
  "with the resource still declared, and apply that.",
].join(" ");

/** Found when a removal is asked for of what base protects. No consent lets it pass. */
export const protect: Guard = ({ changes }) => {
  const addresses = changes.flatMap((change) =>
    change.action === "remove" && change.base.protect ? [change.address] : [],
  );
  if (addresses.length === 0) return undefined;
  const what = addresses.length === 1 ? "what is" : `${addresses.length} resources that are`;
  return {
    guard: "protect",
    message: `this plan would remove ${what} declared with \`protect: true\``,
    addresses,
    instead,
  };
};
