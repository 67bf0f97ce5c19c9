/** Refusals of a vManage. A refusal is an `error` with message, details and code, or the vManage's login page. */

import type { Json, JsonObject } from "../../../model/json.ts";
import { json, type SimReply } from "../../wire/message.ts";

/** Returns a refusal. */
export function vmanageError(status: number, message: string, details = message): SimReply {
  return json(status, { error: { message, details, code: codes.get(status) ?? "REST0001" } });
}

const codes: ReadonlyMap<number, string> = new Map([
  [400, "TEMPLATE0001"],
  [403, "SERVER0403"],
  [404, "REST0404"],
  [409, "TEMPLATE0409"],
]);

/** Returns the login page. Without a login, it is the answer to every request. */
export function loginPage(): SimReply {
  const body = "<html>\n<head><title>Cisco SD-WAN Manager</title></head>\n<body>Sign in</body>\n</html>\n";
  return { status: 200, headers: { "content-type": "text/html;charset=UTF-8" }, body, delayMs: 0 };
}

/** Returns an answer with a plain text, for example the anti-forgery token. */
export function plain(text: string, headers: Readonly<Record<string, string>> = {}): SimReply {
  const typed = { "content-type": "text/html;charset=UTF-8", ...headers };
  return { status: 200, headers: text === "" ? headers : typed, body: text, delayMs: 0 };
}

/** Returns a list in the older form: a header of columns, and the records. */
export function inData(records: readonly JsonObject[], now: number): Json {
  return { header: { generatedOn: now }, data: records };
}

/** Returns the refusal as the login page or as an error. The refusal was made before routing. */
export function inError({ status, headers }: SimReply): SimReply {
  if (status === 401) return loginPage();
  const { "content-type": _, ...kept } = headers;
  const reply = vmanageError(status, `status ${status}`);
  return { ...reply, headers: { ...reply.headers, ...kept } };
}
