/** Globals that only the ports may use: the platform, time, randomness and the network. */

import {
  type Breach,
  breach,
  child,
  type Node,
  type Source,
  textField,
  type Visit,
  visitsOf,
} from "./source.ts";

const allowedIn = /^src\/(?:runtime|cli|simulator)\//;

const forbiddenNames = new Set([
  "process",
  "setTimeout",
  "setInterval",
  "setImmediate",
  "fetch",
  "performance",
  "console",
  "crypto",
  "globalThis",
  "require",
]);
const forbiddenMembers = new Set(["Date.now", "Math.random"]);

/** Returns uses of the platform outside runtime/, cli/ and simulator/. */
export function globalBreaches(source: Source): readonly Breach[] {
  if (allowedIn.test(source.path)) return [];
  const bound = boundNames(source);
  return source.visits.flatMap((visit) => {
    const used = platformUse(visit, bound);
    return used === undefined
      ? []
      : [breach(source, visit.node.start, `${used} belongs into runtime/, cli/ or simulator/`)];
  });
}

function platformUse(visit: Visit, bound: ReadonlySet<string>): string | undefined {
  const { node } = visit;
  if (node.type === "ImportDeclaration" || node.type === "ImportExpression") {
    const from = textField(child(node, "source"), "value");
    return from?.startsWith("node:") ? from : undefined;
  }
  if (node.type === "Identifier" && isReference(visit)) {
    const name = textField(node, "name") ?? "";
    return forbiddenNames.has(name) && !bound.has(name) ? name : undefined;
  }
  if (node.type === "MemberExpression") {
    const member = `${textField(child(node, "object"), "name")}.${textField(child(node, "property"), "name")}`;
    return forbiddenMembers.has(member) ? member : undefined;
  }
  return clockRead(node);
}

/**
 * Returns how a node reads the clock, or undefined if it does not. `new Date()` and `Date()` read the clock, and `new
 * Date(text)` does not.
 */
function clockRead(node: Node): string | undefined {
  if (node.type !== "NewExpression" && node.type !== "CallExpression") return undefined;
  if (textField(child(node, "callee"), "name") !== "Date") return undefined;
  const isRead =
    node.type === "CallExpression" || (Array.isArray(node.arguments) && node.arguments.length === 0);
  return isRead ? "the wall clock" : undefined;
}

function isReference({ parent, field }: Visit): boolean {
  if (parent === undefined) return false;
  if (field === "property" && parent.type === "MemberExpression") return parent.computed === true;
  if (field === "key") return parent.computed === true;
  return (
    !parent.type.startsWith("TS") || parent.type === "TSAsExpression" || parent.type === "TSNonNullExpression"
  );
}

/** Returns the names that the file defines itself: constants such as `const fetch = ...`, parameters, and imports. */
function boundNames(source: Source): ReadonlySet<string> {
  const patterns = source.visits.filter(
    ({ parent, field }) =>
      field === "params" ||
      field === "param" ||
      field === "local" ||
      (field === "id" && parent?.type === "VariableDeclarator"),
  );
  const inside = patterns.flatMap(({ node }) => [...visitsOf(node, undefined, "")]);
  return new Set(inside.map(({ node }) => textField(node, "name") ?? ""));
}
