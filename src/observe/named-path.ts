/** By what something is read that an import names, and that no list shows. */

import type { Kind, OpenTarget } from "../drivers/contract.ts";
import { address } from "../model/address.ts";
import type { Resource, Scope } from "../model/desired.ts";

/** What is named by a path may be an entry of a list: its target's types say by which leaves that is told apart. */
export function identityOf(
  { driver, dialect, target }: Pick<OpenTarget, "driver" | "dialect" | "target">,
  kind: Kind,
  { key, scope }: { readonly key: string; readonly scope: Scope },
): string {
  const identity = kind.identity({ key, value: null, scope });
  const declared: Resource = {
    ...{ address: address(target.name, kind.name, key), target: target.name, kind: kind.name, key, scope },
    ...{
      identity,
      value: {},
      secrets: [],
      lists: {},
      ownership: "declared",
      protect: false,
      observed: false,
    },
  };
  const [part] = driver.partsOf?.(declared, dialect, {})?.parts ?? [];
  return part?.identity ?? identity;
}
