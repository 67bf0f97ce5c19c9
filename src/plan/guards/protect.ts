/** Protection: a resource declared with `protect: true` is not removed, whatever is requested. Pure. */

import type { Guard } from "./finding.ts";

const instead = [
  "No consent allows this. Declare the resource again. To remove it, first delete `protect: true` in Git",
  "while the resource is still declared, and apply that.",
].join(" ");

/** Triggers if the plan would remove a resource that is protected in base. No consent allows it. */
export const protect: Guard = ({ changes }) => {
  const addresses = changes.flatMap((change) =>
    change.action === "remove" && change.base.protect ? [change.address] : [],
  );
  if (addresses.length === 0) return undefined;
  const what = addresses.length === 1 ? "a resource that is" : `${addresses.length} resources that are`;
  return {
    guard: "protect",
    message: `this plan would remove ${what} declared with \`protect: true\``,
    addresses,
    instead,
  };
};
