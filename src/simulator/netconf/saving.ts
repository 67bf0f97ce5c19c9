/** How a running configuration is kept over a restart: `<copy-config>` (RFC 6241, 7.3 and 8.7) and IOS-XE's own rpc. */

import { withSaved } from "../restconf/state.ts";
import { needed, type OperationResult, ok, type Rpc, unsupported } from "./operation.ts";

/** The namespace of the module `cisco-ia`. */
export const ciscoIa = "http://cisco.com/yang/cisco-ia";

/** Copies running to startup. No other copy is served. */
export function copyConfig(rpc: Rpc): OperationResult {
  const { world, operation } = rpc;
  const [target] = needed(operation, "target").children;
  const [source] = needed(operation, "source").children;
  if (!world.settings.netconf.startup || target?.name !== "startup")
    return unsupported("there is no such target", target?.name ?? "target");
  if (source?.name !== "running") return unsupported("there is no such source", source?.name ?? "source");
  return { world: saved(rpc), content: ok };
}

/** IOS-XE's `save-config`, which says in words what it has done. */
export function saveConfig(rpc: Rpc): OperationResult {
  const { world, operation } = rpc;
  if (!world.settings.netconf.saveConfig || operation.namespace !== ciscoIa)
    return unsupported("there is no such operation", operation.name);
  const content = "Save running-config successful";
  return { world: saved(rpc), content: [{ name: "result", namespace: ciscoIa, content }] };
}

function saved({ world, session }: Rpc): Rpc["world"] {
  return { ...world, restconf: withSaved(world.restconf, session.host) };
}
