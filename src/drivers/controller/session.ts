/** A conversation with a controller: logs in, reads all pages of its lists; each request once. */

import { pointer } from "../../model/pointer.ts";
import { credentialField } from "../auth/credentials.ts";
import { withLogin } from "../auth/login.ts";
import type { OpenOptions, ReadReply, ReadRequest, Session, Write } from "../contract.ts";
import { readPages } from "../pages/pages.ts";
import { nextPageUri } from "../pages/styles.ts";
import { unexpectedShape } from "../replies.ts";
import type { ControllerDialect } from "./dialects/dialect.ts";
import { identityOf, itemsOf } from "./replies.ts";
import { listRequest, loginRequest } from "./requests.ts";

/** Opens a session; logs in when the first request needs it. It has nothing that can be written. */
export function openController(options: OpenOptions<ControllerDialect>): Session {
  const { dialect, credential, target } = options;
  const exchange = { target: target.name, rules: dialect.replies };
  const wire = withLogin(options.wire, {
    exchange,
    request: loginRequest(target.url, dialect),
    username: credentialField(credential, "username"),
    password: credentialField(credential, "password"),
    tokenAt: pointer([dialect.tokenField]),
    header: dialect.tokenHeader,
  });

  async function read(request: ReadRequest, signal: AbortSignal): Promise<ReadReply> {
    const first = listRequest(target.url, dialect, request);
    const list = await readPages({ exchange, wire, first, style: nextPageUri, idOf: identityOf }, signal);
    if ("problem" in list) return { state: "unknown", problem: list.problem };
    const items = itemsOf(request.collection, list.items);
    if (items !== undefined) return { state: "whole", items };
    const what = `has a record that is none of the ${request.collection}`;
    return { state: "unknown", problem: unexpectedShape(exchange, first, what) };
  }

  return { read, write: (of) => Promise.reject(nothingToWrite(of)), preview: refuse };
}

function refuse(write: Write): never {
  throw nothingToWrite(write);
}

/** No kind of this interface can be written: a write is a fault of this program. */
function nothingToWrite(write: Write): Error {
  return new Error(`the controller interface has no kind ${write.kind}`);
}
