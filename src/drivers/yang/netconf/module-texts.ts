/**
 * Reads the modules of devices over NETCONF. The list of modules and their texts come from RFC 6022; hello and library
 * complete the list.
 */

import { isObject, type Json } from "../../../model/json.ts";
import { type Problem, problem } from "../../../model/problem.ts";
import { type LibraryModule, libraryIn } from "../../../yang/library/library.ts";
import type { ModuleReader } from "../../contract/target-model.ts";
import { nothingDeclared } from "./declared-shape.ts";
import type { Device, Fleet } from "./fleet.ts";
import { membersOf } from "./from-xml.ts";
import { childOf } from "./hello.ts";
import { libraryNamespace } from "./library-namespaces.ts";
import { modulesOf } from "./modules.ts";
import { answerIn } from "./replies.ts";
import { getSchemaText, monitoring, readRpcText } from "./rpcs.ts";
import type { XmlElement } from "./xml.ts";

const known = modulesOf(
  new Map([
    ["ietf-netconf-monitoring", monitoring],
    ["ietf-yang-library", libraryNamespace],
  ]),
  {},
);

type Answer = { readonly root: XmlElement } | { readonly problem: Problem };

/** Requests modules from devices, each rpc once. */
export function moduleReader(fleet: Fleet): ModuleReader {
  const ask = async (
    host: string,
    of: { readonly rpc: string; readonly text: string },
    signal: AbortSignal,
  ): Promise<Answer> => {
    const request = fleet.request(host, of.rpc === "get" ? "GET" : "POST", of.text);
    const answer = answerIn(
      fleet.exchange,
      { rpc: of.rpc, request },
      await fleet.send(host, request, signal),
    );
    return answer.state === "answered" ? answer : { problem: answer.problem };
  };
  return {
    list: async (host, signal) => {
      const device = await fleet.deviceAt(host, signal);
      if ("problem" in device) return { problem: device.problem };
      const filter = [
        {
          name: "netconf-state",
          namespace: monitoring,
          content: [{ name: "schemas", namespace: monitoring, content: [] }],
        },
        ...["modules-state", "yang-library"].map((name) => ({
          name,
          namespace: libraryNamespace,
          content: [],
        })),
      ];
      const text = readRpcText({ operation: "get", filter: { subtree: filter } });
      const answer = await ask(host, { rpc: "get", text }, signal);
      if ("problem" in answer) return answer;
      const data = childOf(answer.root, "data");
      const tree: Json = data ? membersOf(data, { modules: known, shape: nothingDeclared, around: "" }) : {};
      const modules = modulesIn(tree, device);
      return modules.length > 0 ? { modules } : { problem: notGiven(fleet, `${host} lists no schemas`) };
    },
    text: async (host, { name, revision }, signal) => {
      const answer = await ask(host, { rpc: "get-schema", text: getSchemaText(name, revision) }, signal);
      if ("problem" in answer) return answer;
      const data = answer.root.children.find((each) => each.name === "data");
      return data
        ? { text: data.text }
        : { problem: notGiven(fleet, `${host} does not return the module ${name}`) };
    },
  };
}

/** Returns the modules whose texts are available. Library and hello complete what is known about them. */
function modulesIn(tree: Json, { hello }: Device): readonly LibraryModule[] {
  const said = [...(libraryIn(tree) ?? []), ...hello.announced];
  const state = isObject(tree) ? tree["ietf-netconf-monitoring:netconf-state"] : undefined;
  const schemas = isObject(state) ? state.schemas : undefined;
  const listed = isObject(schemas) ? [schemas.schema ?? []].flat() : [];
  return listed.filter(isObject).flatMap(({ identifier, version = "", format }): readonly LibraryModule[] => {
    const isYang = typeof format === "string" && /^(?:[^:]+:)?yang$/.test(format.trim());
    if (!isYang || typeof identifier !== "string" || typeof version !== "string") return [];
    const own = said.find(({ name, revision }) => name === identifier && revision === version);
    const facts = own ?? { features: [], deviations: [], isImplemented: false };
    return [{ ...facts, name: identifier, revision: version, url: undefined }];
  });
}

function notGiven({ exchange }: Fleet, why: string): Problem {
  return problem("no-modules", `${exchange.target}: ${why}.`, {
    hint:
      "Get the modules from the device's vendor or, if the device also has RESTCONF, over a target " +
      "with interface: restconf.",
  });
}
