/** Paths through tenants whose name is declared in another case: a fabric would take them for two. */

import type { Resource } from "../../model/desired.ts";
import type { DriverProblem } from "../../model/problem.ts";

/** A problem for each object that stands below a tenant which is declared in other letters only. */
export function otherTenants(resources: readonly Resource[]): readonly DriverProblem[] {
  const tenants = resources.filter(({ kind }) => kind === "tenant").map(({ key }) => key);
  return resources.flatMap(({ kind, address, identity }) => {
    const [, name] = kind === "managedObject" ? (/^uni\/tn-([^/]+)/.exec(identity) ?? []) : [];
    if (name === undefined || tenants.includes(name)) return [];
    const meant = tenants.find((tenant) => tenant.toLowerCase() === name.toLowerCase());
    if (meant === undefined) return [];
    const message = `the tenant \`${name}\` in this path and the declared \`${meant}\` differ in case only`;
    const hint = `A fabric is case-sensitive: write tn-${meant}, or declare the tenant ${name} too.`;
    return [{ address, path: "", code: "other-case", message, hint }];
  });
}
