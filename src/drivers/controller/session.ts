/** A conversation with a controller: logs in, reads all pages of its lists, adds devices; each request once. */

import type { Json } from "../../model/json.ts";
import { pointer } from "../../model/pointer.ts";
import { ours, type Problem, problem, sentence } from "../../model/problem.ts";
import type { Reply } from "../../model/reply.ts";
import { shownOf, type Wire, type WireRequest } from "../../model/wire.ts";
import { credentialField } from "../auth/credentials.ts";
import { withToken } from "../auth/headers.ts";
import { withLogin } from "../auth/login.ts";
import type { OpenSessionOptions, ReadReply, ReadRequest, Session, Write } from "../contract.ts";
import { readPages } from "../pages/pages.ts";
import { badId } from "../pages/path.ts";
import { answerOf, name, ofItem, type ReplyContext, replyOf, unexpectedShape } from "../replies.ts";
import type { ControllerDialect } from "./dialects/dialect.ts";
import { deviceIn, identityOf, itemsOf, layoutOf } from "./replies.ts";
import { addRequest, deviceRequest, listRequest, loginRequest } from "./requests.ts";

/** Opens a session; logs in when the first request needs it. */
export function openController(options: OpenSessionOptions<ControllerDialect>): Session {
  const { dialect, credential, target } = options;
  const exchange = { target: target.name, rules: dialect.replies };
  const wire = credential.token
    ? withToken(options.wire, dialect.tokenHeader, credential.token)
    : withLogin(options.wire, {
        exchange,
        request: loginRequest(target.url, dialect),
        username: credentialField(credential, "username"),
        password: credentialField(credential, "password"),
        tokenAt: pointer([dialect.tokenField]),
        header: dialect.tokenHeader,
      });

  async function read(request: ReadRequest, signal: AbortSignal): Promise<ReadReply> {
    if (request.collection === "device")
      return readDevice({ exchange, wire, id: request.scope.id ?? "", url: target.url, dialect }, signal);
    const first = listRequest(target.url, dialect, request);
    const layout = layoutOf(dialect, request.collection);
    const idOf = (record: Json) => identityOf(dialect, record);
    const list = await readPages({ exchange, wire, first, layout, idOf }, signal);
    if ("problem" in list) return { state: "unknown", problem: list.problem };
    const items = itemsOf(dialect, request.collection, list.items);
    const warnings = otherVersions(exchange, first, { found: list.versions, known: dialect.version });
    if (items !== undefined) return { state: "whole", items, ...(warnings.length > 0 && { warnings }) };
    const what = `has a record that is none of the ${request.collection}`;
    return { state: "unknown", problem: unexpectedShape(exchange, first, what) };
  }

  async function write(of: Write, signal: AbortSignal): Promise<Reply> {
    const request = requestOf(of);
    const reply = replyOf(exchange, request, await wire.send(request, signal));
    if (reply.meaning !== "accepted") return reply;
    const id = deviceIn(dialect, reply.value ?? null)?.id;
    return id === undefined ? reply : { ...reply, id };
  }

  /** No other write than adding a device exists: one is a fault of this program. */
  function requestOf(of: Write): WireRequest {
    if (of.kind === "controllerDevice" && of.operation === "create")
      return addRequest(target.url, dialect, of);
    throw new Error(`the controller interface has no ${of.operation} of a ${of.kind}`);
  }

  return { read, write, preview: requestOf };
}

interface OneDevice {
  readonly exchange: ReplyContext;
  readonly wire: Wire;
  readonly url: string;
  readonly dialect: ControllerDialect;
  readonly id: string;
}

async function readDevice(
  { exchange, wire, url, dialect, id }: OneDevice,
  signal: AbortSignal,
): Promise<ReadReply> {
  const bad = badId(exchange.target, [id]);
  if (bad) return { state: "unknown", problem: bad };
  const request = deviceRequest(url, dialect, id);
  const answer = answerOf(ofItem(exchange), request, await wire.send(request, signal));
  if (answer.state !== "answered") return answer;
  const item = deviceIn(dialect, answer.body);
  if (item?.id === id) return { state: "whole", items: [item] };
  const what = item
    ? `is of the device ${JSON.stringify(shownOf(answer)(item.id ?? ""))}`
    : `has no device in \`${dialect.itemField}\``;
  return { state: "unknown", problem: unexpectedShape(exchange, request, what) };
}

/** A warning where a list is in another version of its format than the one that is known. */
function otherVersions(
  { target }: ReplyContext,
  request: WireRequest,
  { found, known }: { readonly found: readonly string[]; readonly known: string },
): readonly Problem[] {
  if (found.every((version) => version === known)) return [];
  const which = found.length > 1 ? "versions" : "version";
  const asked = ours(`${target}: the answer to ${name(request)} is in ${which} `);
  const message = sentence`${asked}${found.join(" and ")} of its format; ${ours(known)} is known.`;
  const hint = "Compare fields with what the controller shows; then set settings.version to the new version.";
  return [problem("format-version", message, { severity: "warning", hint })];
}
