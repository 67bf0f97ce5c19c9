/** Reads a device in the mode `rfc8040`: its resources, and its datastore with `fields`. */

import type { JsonObject } from "../../model/json.ts";
import { specimensAt } from "../netconf/known.ts";
import { json } from "../wire/message.ts";
import type { Call } from "../wire/route.ts";
import { etagOf } from "./etag.ts";
import { isKeyless, type NodeCall, type NodeReply, nodeMissing, nodeRefusal, yangJson } from "./resource.ts";
import { accepts, unshownContainer } from "./restconf.ts";
import { masked, nodeAt, shown } from "./tree.ts";

/**
 * Returns the data that the parameter `content` selects (section 4.8.1). `config` omits state, and `nonconfig` shows
 * only state. Returns undefined if the value is unknown.
 */
function contentOf({ call, router }: NodeCall): JsonObject | undefined {
  const { state = {} } = router;
  switch (call.query.get("content") ?? "all") {
    case "all":
      return { ...router.data, ...state };
    case "config":
      return router.data;
    case "nonconfig":
      return state;
    default:
      return undefined;
  }
}

function hasOthers({ query }: Call, taken: readonly string[]): boolean {
  return [...query.keys()].some((name) => !taken.includes(name));
}

/** Reads the datastore (section 3.3.1). With `fields=a:b;c:d`, reads only these top-level members (section 4.8.3). */
export function readDatastore(target: NodeCall): NodeReply {
  const { call } = target;
  const all = contentOf(target);
  const fields = call.query.get("fields")?.split(";");
  const isKnown = (field: string) => {
    const [module = "", name = ""] = field.split(":");
    return specimensAt(target.known, { module, name, within: "" }).length > 0;
  };
  if (hasOthers(call, ["content", "fields"]) || all === undefined || fields?.some((each) => !isKnown(each)))
    return nodeRefusal(call, 400, {
      tag: "invalid-value",
      message: "a query may only have content, and fields of the top",
    });
  const shownMembers = Object.entries(all).filter(([name]) => fields?.includes(name) ?? true);
  const body = masked(Object.fromEntries(shownMembers), call.settings.maskedLeaves);
  return { reply: json(200, { "ietf-restconf:data": body }, { "content-type": yangJson }) };
}

/** Reads a resource, unless the device does not show it. */
export function readNode(target: NodeCall): NodeReply {
  const { call, router, steps, known } = target;
  const content = contentOf(target);
  if (hasOthers(call, ["content"]) || content === undefined) {
    return nodeRefusal(call, 400, { tag: "invalid-value", message: "a query may only have content" });
  }
  if (call.settings.restconfLists === "refused" && isKeyless(steps, known)) {
    return nodeRefusal(call, 400, { tag: "malformed-message", message: "the key of an entry is missing" });
  }
  const node = nodeAt(content, steps, router.keys);
  const unshown = unshownContainer(call, steps);
  if (unshown === 405)
    return nodeRefusal(call, 405, { tag: "operation-not-supported", message: "no GET here" });
  if (node === undefined || unshown === 404) return nodeMissing(call);
  if (!accepts(call.request.headers.accept)) {
    return nodeRefusal(call, 406, { tag: "operation-not-supported", message: `only ${yangJson} is offered` });
  }
  const tag = etagOf(router.data, node, call.settings);
  const headers = { "content-type": yangJson, ...(tag !== undefined && { etag: tag }) };
  return { reply: json(200, shown(masked(node, call.settings.maskedLeaves), steps), headers) };
}
