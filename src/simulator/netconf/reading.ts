/** The operations `<get>` and `<get-config>`, which return the data that a filter selects. */

import type { Json, JsonObject } from "../../model/json.ts";
import { libraryOf } from "../restconf/library.ts";
import type { Router } from "../restconf/state.ts";
import { masked } from "../restconf/tree.ts";
import { isList, isRecord } from "../wire/message.ts";
import { datastoreIn, type OperationResult, parameter, type Rpc, unsupported } from "./operation.ts";
import { RpcRefusal } from "./rpc-error.ts";
import type { DefaultValues, NetconfSettings } from "./settings.ts";
import { chosenBy, type SelectedNodes, selectedSiblings, withOneElement } from "./subtree.ts";
import { outputsOf } from "./tree/data.ts";
import { namespaceOf } from "./tree/namespaces.ts";
import { netconfElement, type Output } from "./tree/output.ts";
import { attributeOf, type Element } from "./xml.ts";
import { chosenByXPath } from "./xpath.ts";

/** Answers `<get>` with the running configuration and the state (section 7.7). */
export function get(rpc: Rpc): OperationResult {
  served(rpc, "get");
  const { router, world } = rpc;
  const { data, state = {} } = router;
  const { yangLibrary, netconf } = world.settings;
  const { modules: own = [] } = router;
  const besides = netconf.libraryModules
    .filter((name) => !own.some((each) => each.name === name))
    .map((name) => ({ name, revision: "2026-01-01", text: "" }));
  const library = libraryOf(
    { ...router, modules: [...own, ...besides] },
    { form: yangLibrary, url: ({ name }) => `urn:${name}`, namespace: namespaceOf },
  );
  return reply(rpc, { ...withDefaults(rpc, data), ...state, ...schemasOf(router), ...library });
}

/** Answers `<get-config>` with one datastore (section 7.1). */
export function getConfig(rpc: Rpc): OperationResult {
  served(rpc, "get-config");
  const { router, device } = rpc;
  const source = datastoreIn(rpc, "source");
  const data = source === "candidate" ? (device.candidate ?? router.data) : router.data;
  return reply(rpc, withDefaults(rpc, data));
}

function served({ world }: Rpc, read: "get" | "get-config"): void {
  if (!world.settings.netconf.reads.includes(read)) unsupported(`there is no operation ${read}`, read);
}

function reply({ world, router, operation }: Rpc, data: JsonObject): OperationResult {
  const visible = masked(data, world.settings.maskedLeaves);
  const all = outputsOf(isRecord(visible) ? visible : {}, {
    keys: router.keys,
    paths: router.instanceIdentifiers,
  });
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

const defaultsNamespace = "urn:ietf:params:xml:ns:yang:ietf-netconf-with-defaults";

/** Returns the tree with defaults in the requested mode (RFC 6243). Refuses a mode that the device did not announce. */
function withDefaults({ operation, world }: Rpc, tree: JsonObject): JsonObject {
  const { withDefaults: offered, defaults, presence } = world.settings.netconf;
  const asked = operation.children.find((each) => each.name === "with-defaults");
  if (asked !== undefined && (offered === undefined || asked.namespace !== defaultsNamespace))
    return unsupported("there is no capability with-defaults", "with-defaults");
  const mode = asked?.text.trim() ?? offered?.basic ?? "explicit";
  if (asked !== undefined && offered?.basic !== mode && !offered?.also.some((each) => each === mode))
    throw new RpcRefusal({
      type: "application",
      tag: "invalid-value",
      message: `with-defaults cannot be ${mode}`,
      info: { "bad-element": "with-defaults" },
    });
  const known = { defaults, presence };
  if (mode === "trim") return asRecord(trimmed(tree, "", known), tree);
  return mode === "report-all" ? reportedAll(tree, known) : tree;
}

const reportedTrees = new WeakMap<DefaultValues, WeakMap<JsonObject, JsonObject>>();

/**
 * Returns the tree with all defaults. The result is cached, because a tree is immutable and is read many times between
 * two changes.
 */
function reportedAll(tree: JsonObject, { defaults, presence }: KnownDefaults): JsonObject {
  const known = reportedTrees.get(defaults) ?? new WeakMap<JsonObject, JsonObject>();
  reportedTrees.set(defaults, known);
  const shown =
    known.get(tree) ??
    Object.entries(defaults).reduce<JsonObject>(
      (some, [path, value]) => asRecord(reported(some, path.slice(1).split("/"), { value, presence }), some),
      tree,
    );
  known.set(tree, shown);
  return shown;
}

function asRecord(value: Json | undefined, otherwise: JsonObject): JsonObject {
  return isRecord(value) ? value : otherwise;
}

type KnownDefaults = Pick<NetconfSettings, "defaults" | "presence">;

function trimmed(node: Json, path: string, known: KnownDefaults): Json | undefined {
  const { defaults, presence } = known;
  if (isList(node)) return node.map((each) => trimmed(each, path, known) ?? each);
  if (!isRecord(node)) return defaults[path] !== undefined && defaults[path] === node ? undefined : node;
  const members = Object.entries(node).flatMap(([name, value]) => {
    const kept = trimmed(value, `${path}/${name}`, known);
    return kept === undefined ? [] : [[name, kept] as const];
  });
  const isGone = members.length === 0 && Object.keys(node).length > 0 && !presence.includes(path);
  return isGone ? undefined : Object.fromEntries(members);
}

/**
 * Returns the node with a default added at the given path. Missing containers are added, except for presence
 * containers. List elements are not added.
 */
function reported(
  node: Json,
  [member = "", ...rest]: readonly string[],
  of: { readonly value: Json; readonly presence: readonly string[]; readonly above?: string },
): Json {
  if (isList(node)) return node.map((each) => reported(each, [member, ...rest], of));
  const members = isRecord(node) ? node : {};
  const path = `${of.above ?? ""}/${member}`;
  const inside = members[member];
  if (rest.length === 0) return { ...members, [member]: inside ?? of.value };
  if (inside === undefined && of.presence.includes(path)) return members;
  return { ...members, [member]: reported(inside ?? {}, rest, { ...of, above: path }) };
}

const monitoring = namespaceOf("ietf-netconf-monitoring");

/** Returns the list of schemas, as state (RFC 6022). It is empty if the device offers no schemas. */
function schemasOf({ modules = [] }: Router): JsonObject {
  if (modules.length === 0) return {};
  const schema = modules.map(({ name, revision }) => ({
    identifier: name,
    version: revision,
    format: "yang",
    namespace: `urn:${name}`,
    location: ["NETCONF"],
  }));
  return { "ietf-netconf-monitoring:netconf-state": { schemas: { schema } } };
}

/** Answers with the text of one schema. Refuses if the schema is missing or ambiguous (RFC 6022 section 3.1). */
export function getSchema({ world, router, operation }: Rpc): OperationResult {
  const textOf = (name: string) =>
    operation.children.find((each) => each.name === name && each.namespace === monitoring)?.text.trim();
  const [identifier, version, format = "yang"] = ["identifier", "version", "format"].map(textOf);
  const found = (router.modules ?? []).filter(
    ({ name, revision }) => name === identifier && (version === undefined || revision === version),
  );
  const [only, another] = format === "yang" ? found : [];
  if (only === undefined) throw refused("invalid-value", "there is no such schema");
  if (another !== undefined) throw refused("operation-failed", "there are several such schemas");
  return { world, content: [{ name: "data", namespace: monitoring, content: only.text }] };
}

function refused(tag: "invalid-value" | "operation-failed", message: string): RpcRefusal {
  return new RpcRefusal({ type: "application", tag, message, info: { "bad-element": "identifier" } });
}
