/** The built-in policies, configured as the project uses them. */

import type { Policy, ShippedPolicyName, UsedPolicy } from "../../model/policy.ts";
import { subnetKinds } from "./subnets.ts";

/** Kinds that define how clients join a wireless network. */
const wireless = ["ssid", "applianceSsid"];
/** Values that admit everybody without encryption. `open-enhanced` and OPEN-SECURED do encrypt (OWE). */
const open = { authMode: ["open", "open-with-radius", "open-with-nac"], authType: ["OPEN"] };

const disabled = "(has(resource.fields.enabled) && resource.fields.enabled == false)";
const isOpen = Object.entries(open)
  .map(([field, values]) => {
    const value = `resource.fields.${field}`;
    return `(has(${value}) && ${value} in ${JSON.stringify(values)})`;
  })
  .join(" || ");

type ShippedPolicy = Pick<Policy, "about" | "assert" | "message" | "fix">;

const none = { kinds: [], addresses: [], except: [] };

const shipped: Readonly<Record<ShippedPolicyName, (used: UsedPolicy) => ShippedPolicy>> = {
  "no-address-twice": () => ({
    about: { is: "all", ...none, kinds: subnetKinds },
    assert: 'repeated(subnets.filter(s, s.ip != ""), ["within", "ip"])',
    message: "the address ${wrong[0].ip} is declared ${wrong.size()} times",
    fix: "Give each of these subnets or interfaces its own address.",
  }),
  "no-overlapping-subnets": () => ({
    about: { is: "all", ...none, kinds: subnetKinds },
    assert:
      'repeated(subnets, ["within", "device", "network"]) + overlapping(subnets, "network", ["within"])',
    message: "the networks ${wrong[0].network} and ${wrong[1].network} overlap in ${wrong[0].within}",
    fix: "Give each of them a different network.",
  }),
  "no-open-ssid": () => ({
    about: { is: "each", ...none, kinds: wireless },
    assert: `!(${isOpen}) || ${disabled}`,
    message: "the wireless network ${resource.key} is open to everybody",
    fix: "Declare how its clients are authenticated.",
  }),
  "names-match": ({ kind = "", pattern = "" }) => ({
    about: { is: "each", ...none, kinds: [kind] },
    assert: `${nameOf}.matches(${JSON.stringify(`^(?:${pattern})$`)})`,
    message: `the name \${${nameOf}} does not match ${pattern.replaceAll("${", "$${")}`,
    fix: undefined,
  }),
  "sites-have": ({ kind = "", per = "site" }) => ({
    about: { is: "all", ...none },
    assert: missingPerPlace(kind, per),
    message: `the ${per} \${wrong[0].place} has no ${kind}`,
    fix: `Declare one there.`,
  }),
};

const nameOf = "(has(resource.fields.name) ? string(resource.fields.name) : resource.key)";

/**
 * Returns an expression. For each parent in which no resource of the kind is declared, the expression gives the group
 * of all resources that are declared there.
 */
function missingPerPlace(kind: string, per: string): string {
  const own = per === "site" ? "r.site != null ? r.site : " : "";
  const place = `${own}has(r.scope.${per}) ? r.scope.${per} : r.kind == "${per}" ? r.key : ""`;
  const row = `{"address": r.address, "kind": r.kind, "place": ${place}}`;
  const lacking = `of.filter(p, !of[p].exists(r, r.kind == ${JSON.stringify(kind)})).map(p, of[p])`;
  const placed = `resources.map(r, ${row}).filter(r, r.place != "")`;
  return `cel.bind(of, groupBy(${placed}, "place"), ${lacking})`;
}

/** A built-in policy, as configured. */
export function shippedPolicy(used: UsedPolicy): Policy {
  const { policy: name, name: called = name, severity = "error", except, at } = used;
  const { about, ...rest } = shipped[name](used);
  return {
    ...rest,
    name: called,
    about: about.is === "plan" ? about : { ...about, except },
    severity,
    timeZone: "UTC",
    at,
  };
}
