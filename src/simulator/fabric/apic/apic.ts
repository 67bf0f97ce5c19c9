/**
 * The fabric controller in the style of an APIC. It has sessions with a cookie, accepts an object tree in one request,
 * and answers with `imdata`.
 */

import type { SimReply } from "../../wire/message.ts";
import type { Answer, Call, SimulatedInterface } from "../../wire/route.ts";
import type { FabricState } from "../state.ts";
import { ApicRefusal, imdata, inImdata } from "./answers.ts";
import { classes } from "./classes.ts";
import { queried } from "./read.ts";
import { login, loginDomains, logout, refresh, userOf } from "./sessions.ts";
import { posted, removed, type WriteResult } from "./write.ts";

/** Paths of logins and logouts. A POST to one of them writes nothing. */
export const sessionPaths: readonly string[] = ["/api/aaaLogin.json", "/api/aaaLogout.json"];

/** The mode `apic`. */
export const apic: SimulatedInterface<FabricState> = {
  authenticate: (state, request, { now }) => userOf(state, request, now),
  dressed: inImdata,
  routes: [
    { method: "POST", path: "/api/aaaLogin.json", open: true, answer: login },
    { method: "GET", path: "/api/aaaListDomains.json", open: true, answer: loginDomains },
    { method: "GET", path: "/api/aaaRefresh.json", answer: refresh },
    { method: "POST", path: "/api/aaaLogout.json", answer: logout },
    { method: "GET", path: "/api/mo/{path*}", answer: refusable(read) },
    { method: "GET", path: "/api/node/mo/{path*}", answer: refusable(read) },
    { method: "GET", path: "/api/class/{class}", answer: refusable(list) },
    { method: "GET", path: "/api/node/class/{class}", answer: refusable(list) },
    { method: "POST", path: "/api/mo/{path*}", answer: refusable(write) },
    { method: "POST", path: "/api/node/mo/{path*}", answer: refusable(write) },
    { method: "DELETE", path: "/api/mo/{path*}", answer: refusable(remove) },
    { method: "DELETE", path: "/api/node/mo/{path*}", answer: refusable(remove) },
  ],
};

type Answering = (state: FabricState, call: Call) => Answer<FabricState>;

/**
 * Returns a function that answers a request. It turns a thrown refusal into a reply, and then leaves the state
 * unchanged.
 */
function refusable(answer: Answering): Answering {
  return (state, call) => {
    try {
      return answer(state, call);
    } catch (error) {
      if (error instanceof ApicRefusal) return { state, reply: error.reply };
      throw error;
    }
  };
}

function read(state: FabricState, call: Call): Answer<FabricState> {
  const path = pathOf(call);
  const object = state.objects.get(path);
  return answered(state, call, object ? [[path, object]] : []);
}

function list(state: FabricState, call: Call): Answer<FabricState> {
  const name = withoutSuffix(call.parameters.class ?? "");
  if (!classes.has(name)) throw new ApicRefusal(400, "122", `unresolved class for ${name}`);
  return answered(
    state,
    call,
    [...state.objects].filter(([, object]) => object.class === name),
  );
}

function answered(
  state: FabricState,
  { query, now }: Call,
  from: Parameters<typeof queried>[1],
): Answer<FabricState> {
  const modTs = new Date(now).toISOString();
  const { shown, total } = queried({ objects: state.objects, query, modTs }, from);
  return { state, reply: imdata(shown, total) };
}

function write(state: FabricState, call: Call): Answer<FabricState> {
  const result = posted(state.objects, pathOf(call), call.body);
  return { state: { ...state, objects: result.objects }, reply: told(result, call) };
}

function remove(state: FabricState, call: Call): Answer<FabricState> {
  const result = removed({ objects: state.objects, modified: new Map() }, pathOf(call));
  return { state: { ...state, objects: result.objects }, reply: told(result, call) };
}

/** Returns the reply to a write. If the request asks for the changes, the reply contains them. */
function told({ objects, modified }: WriteResult, { query }: Call): SimReply {
  if (query.get("rsp-subtree") !== "modified") return imdata([]);
  const shown = [...modified].flatMap(([dn, status]) => {
    const object = objects.get(dn);
    return object ? [{ [object.class]: { attributes: { ...object.attributes, dn, status } } }] : [];
  });
  return imdata(shown);
}

function pathOf({ parameters }: Call): string {
  try {
    return decodeURIComponent(withoutSuffix(parameters.path ?? ""));
  } catch {
    throw new ApicRefusal(400, "400", "Unable to parse the request: its path");
  }
}

function withoutSuffix(file: string): string {
  if (!file.endsWith(".json")) throw new ApicRefusal(400, "400", "Unsupported format: .json is required");
  return file.slice(0, -".json".length);
}
