/** Answers of a Catalyst Center: an envelope with `response` and `version`. Tasks and errors have the same envelope. */

import type { Json } from "../../../model/json.ts";
import { json, type SimReply } from "../../wire/message.ts";

const version = "1.0";

/** Returns the answer with the requested data. */
export function inResponse(response: Json, status = 200): SimReply {
  return json(status, { response, version });
}

/** Returns the answer to a write that has started a task. */
export function begunTask(taskId: string): SimReply {
  return inResponse({ taskId, url: `/dna/intent/api/v1/task/${taskId}` }, 202);
}

/** Returns a refusal. */
export function catalystError(status: number, message: string, detail = message): SimReply {
  return json(status, {
    response: { errorCode: errorCodes.get(status) ?? "Error", message, detail },
    version,
  });
}

const errorCodes: ReadonlyMap<number, string> = new Map([
  [400, "Bad request"],
  [401, "Unauthorized"],
  [403, "Forbidden"],
  [404, "Not found"],
  [405, "Method not allowed"],
  [429, "REJECTED_ABOVE_MAX_CONCURRENCY_LIMIT"],
]);

/** Returns a refusal in the envelope. The refusal was made before routing. */
export function inEnvelope({ status, headers }: SimReply): SimReply {
  const { "content-type": _, ...kept } = headers;
  const reply = catalystError(status, errorCodes.get(status) ?? `status ${status}`);
  return { ...reply, headers: { ...reply.headers, ...kept } };
}
