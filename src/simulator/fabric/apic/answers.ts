/** Answers of an APIC: `imdata` with a count. Errors are objects in `imdata`. */

import type { Json } from "../../../model/json.ts";
import { json, type SimReply } from "../../wire/message.ts";

/** Returns the answer with objects, and with the total number of objects on all pages. */
export function imdata(objects: readonly Json[], totalCount: number = objects.length): SimReply {
  return json(200, { totalCount: String(totalCount), imdata: objects });
}

/** Returns a refusal. `code` is an error code of the APIC, and not an HTTP status. */
export function apicError(status: number, code: string, text: string): SimReply {
  return json(status, { totalCount: "1", imdata: [{ error: { attributes: { code, text } } }] });
}

const texts: ReadonlyMap<number, readonly [number, string, string]> = new Map([
  [400, [400, "400", "Unable to parse the request"]],
  [401, [403, "403", "Token was invalid (Error: Token timeout)"]],
  [403, [403, "403", "Access denied"]],
  [404, [404, "404", "Unable to process the request: no such path"]],
  [405, [400, "400", "Unsupported method"]],
  [429, [503, "503", "Server is busy"]],
]);

/**
 * Returns the refusal in the APIC's form. The refusal was made before routing. An invalid token gets 403 instead of
 * 401.
 */
export function inImdata({ status, headers }: SimReply): SimReply {
  const { "content-type": _, ...kept } = headers;
  const [shown, code, text] = texts.get(status) ?? [status, String(status), `status ${status}`];
  const reply = apicError(shown, code, text);
  return { ...reply, headers: { ...reply.headers, ...kept } };
}

/** A refusal that ends the current request. The request then has no effect. */
export class ApicRefusal extends Error {
  readonly reply: SimReply;

  constructor(status: number, code: string, text: string) {
    super(text);
    this.reply = apicError(status, code, text);
  }
}
