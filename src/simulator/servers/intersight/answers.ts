/** Answers of an Intersight: objects, lists with a count, and errors with a code. */

import type { Json, JsonObject } from "../../../model/json.ts";
import { json, type SimReply } from "../../wire/message.ts";

/**
 * Returns a page of objects of a type, and their total number. If `count` is undefined, the client did not ask for the
 * total.
 */
export function listOf(type: string, records: readonly JsonObject[], count: number | undefined): SimReply {
  const counted = count === undefined ? {} : { Count: count };
  return json(200, { ObjectType: `${type}.List`, ...counted, Results: records });
}

/** Returns a refusal. */
function intersightError(status: number, code: string, message: string): SimReply {
  return json(status, errorBody(code, message));
}

function errorBody(code: string, message: string): Json {
  return { code, message, messageId: `simulated_${code}`, messageParams: {}, traceId: "simulated" };
}

const told: ReadonlyMap<number, readonly [string, string]> = new Map([
  [400, ["InvalidRequest", "The request is malformed."]],
  [401, ["AuthenticationFailure", "Authentication failed."]],
  [403, ["UnauthorizedOperation", "The caller is not authorized to perform this operation."]],
  [404, ["InvalidUrl", "The HTTP request contains an invalid URL."]],
  [405, ["InvalidMethod", "The HTTP method is invalid for this API path."]],
]);

/** Returns the refusal in Intersight's form. The refusal was made before routing. */
export function inErrorBody({ status, headers }: SimReply): SimReply {
  const { "content-type": _, ...kept } = headers;
  const [code, message] = told.get(status) ?? ["InternalServerError", `status ${status}`];
  const reply = intersightError(status, code, message);
  return { ...reply, headers: { ...reply.headers, ...kept } };
}

/** A refusal that ends the current request. The request then has no effect. */
export class IntersightRefusal extends Error {
  readonly reply: SimReply;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.reply = intersightError(status, code, message);
  }
}
