/** Paths of managed objects beside what else is declared: tenants in another case, and objects that have a kind. */

import type { Resource } from "../../../../model/desired.ts";
import type { DriverProblem } from "../../../../model/problem.ts";

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

/** A problem for each managed object that is declared by another kind too. */
export function declaredTwice(resources: readonly Resource[]): readonly DriverProblem[] {
  const others = resources.filter(({ kind }) => kind !== "managedObject");
  const byIdentity = new Map(others.map(({ identity, address }) => [identity, address]));
  return resources.flatMap(({ kind, address, identity }) => {
    const other = kind === "managedObject" ? byIdentity.get(identity) : undefined;
    if (other === undefined) return [];
    const message = `${address} and ${other} both stand for \`${identity}\``;
    return [{ address, path: "", code: "duplicate-identity", message, hint: "Declare it once." }];
  });
}
