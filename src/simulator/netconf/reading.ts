/** `<get>` and `<get-config>`: data, as far as the filter selects it. */

import type { JsonObject } from "../../model/json.ts";
import { masked } from "../restconf/tree.ts";
import { isRecord } from "../wire/message.ts";
import { outputsOf } from "./data.ts";
import { datastoreIn, type OperationResult, parameter, type Rpc, unsupported } from "./operation.ts";
import { netconfElement, type Output } from "./output.ts";
import { RpcRefusal } from "./rpc-error.ts";
import type { NetconfSettings } from "./settings.ts";
import { chosenBy, type SelectedNodes, selectedSiblings, withOneElement } from "./subtree.ts";
import { attributeOf, type Element } from "./xml.ts";
import { chosenByXPath } from "./xpath.ts";

/** The running configuration and the state (section 7.7). */
export function get(rpc: Rpc): OperationResult {
  const { data, state = {} } = rpc.router;
  return reply(rpc, { ...data, ...state });
}

/** One datastore (section 7.1). */
export function getConfig(rpc: Rpc): OperationResult {
  const { router, device } = rpc;
  const source = datastoreIn(rpc, "source");
  return reply(rpc, source === "candidate" ? (device.candidate ?? router.data) : router.data);
}

function reply({ world, router, operation }: Rpc, data: JsonObject): OperationResult {
  const visible = masked(data, world.settings.maskedLeaves);
  const all = outputsOf(isRecord(visible) ? visible : {}, router.keys);
  const filter = parameter(operation, "filter");
  const { netconf } = world.settings;
  const chosen = filter === undefined ? "all" : chosenIn(all, filter, netconf);
  return { world, content: [netconfElement("data", selectedSiblings(all, chosen, netconf.listKeys))] };
}

function chosenIn(
  all: readonly Output[],
  filter: Element,
  { xpath, elementsPerFilter }: NetconfSettings,
): SelectedNodes {
  const type = filter.attributes.type ?? attributeOf(filter, filter.namespace, "type") ?? "subtree";
  const inside = elementsPerFilter === "all" ? filter.children : withOneElement(filter.children);
  if (type === "subtree") return inside.length === 0 ? new Map() : chosenBy(inside, all);
  if (type === "xpath" && xpath) return chosenByXPath(filter, all);
  if (type === "xpath") return unsupported("there is no capability xpath", "filter");
  throw new RpcRefusal({
    type: "protocol",
    tag: "bad-attribute",
    message: `there are no filters of type ${type}`,
    info: { "bad-attribute": "type", "bad-element": "filter" },
  });
}
