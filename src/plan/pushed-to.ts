/** The devices that updates are pushed to, because their resources refer to what is updated. Pure. */

import type { Address } from "../model/address.ts";
import type { Change } from "../model/change.ts";
import { byText } from "../model/compare.ts";
import type { Desired, Resource } from "../model/desired.ts";
import type { Plan } from "../model/plan/plan.ts";
import { referred } from "../model/references.ts";
import type { TargetFacts } from "./prerequisites.ts";

/** By address of an update: the keys of the declared devices that it is pushed to. */
export function pushedTo(
  changes: readonly Change[],
  { resources }: Desired,
  facts: ReadonlyMap<string, TargetFacts>,
): Plan["pushed"] {
  const kindOf = ({ target, kind }: Resource) => facts.get(target)?.kinds.get(kind);
  const pushing = changes.filter((each) => each.action === "update" && kindOf(each.desired)?.pushes);
  if (pushing.length === 0) return undefined;
  const users = usersAmong(resources.values());
  const found = pushing.flatMap(({ address }): readonly (readonly [Address, readonly string[]])[] => {
    const devices = usersOf(address, users).filter((each) => kindOf(each)?.touched === "device");
    return devices.length === 0 ? [] : [[address, devices.map(({ key }) => key).sort(byText)]];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

type Users = ReadonlyMap<Address, readonly Resource[]>;

/** For each address, the resources that refer to it. */
function usersAmong(resources: Iterable<Resource>): Users {
  const users = new Map<Address, Resource[]>();
  for (const resource of resources)
    for (const address of new Set(referred(resource, resource.value).values())) {
      const known = users.get(address);
      if (known) known.push(resource);
      else users.set(address, [resource]);
    }
  return users;
}

/** All resources that refer to an address, directly or through others. */
function usersOf(address: Address, users: Users): readonly Resource[] {
  const found = new Map<Address, Resource>();
  const open = [address];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const user of users.get(next) ?? []) {
      if (found.has(user.address)) continue;
      found.set(user.address, user);
      open.push(user.address);
    }
  return [...found.values()];
}
