import { parseJson } from "../../../src/model/json.ts";
import { Secret } from "../../../src/model/secret.ts";
import type { Wire, WireJson, WireReply, WireRequest } from "../../../src/model/wire.ts";

/** How one kind of request is translated, if a server has another interface than the simulator. */
export interface Renamed {
  /** The request that the server accepts: method and path, without the query. */
  readonly takes: RegExp;
  /**
   * The equivalent request to the simulator, for example `PUT /networks/$1`. A name in braces stands for the field of
   * the body with this name.
   */
  readonly gives: string;
  /**
   * The server's names of fields, each with the simulator's name for the same field. Names are translated at every
   * depth.
   */
  readonly fields?: Readonly<Record<string, string>>;
  /** A further translation of the simulator's answer. */
  readonly answer?: (body: WireJson) => WireJson;
  /** The headers that the simulator expects. */
  readonly headers?: Readonly<Record<string, string>>;
}

type Fields = Readonly<Record<string, WireJson>>;

/**
 * Returns a wire to a server that accepts only these requests, on top of a wire to the simulator. The requests are
 * added to `asked`.
 */
export function renaming(rows: readonly Renamed[], asked: string[]): (wire: Wire) => Wire {
  return (wire) => ({
    send: async (request, signal) => {
      const line = `${request.method} ${new URL(request.url).pathname}`;
      asked.push(line);
      const row = rows.find(({ takes }) => takes.test(line));
      if (!row) throw new Error(`The server knows no such request: ${line}`);
      return outer(row, await wire.send(inner(row, request, line.replace(row.takes, row.gives)), signal));
    },
  });
}

function inner({ fields = {}, headers = {} }: Renamed, request: WireRequest, gives: string): WireRequest {
  const { origin, search } = new URL(request.url);
  const body = { ...fieldsOf(renamed(request.body ?? {}, fields)) };
  const to = gives.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    const value = String(body[field]);
    delete body[field];
    return value;
  });
  const [method = "", path = ""] = to.split(" ");
  return {
    ...request,
    method: methodOf(method),
    url: `${origin}${path}${search}`,
    headers: { ...request.headers, ...headers },
    ...(request.body !== undefined && { body }),
  };
}

function outer({ fields = {}, answer = (body) => body }: Renamed, reply: WireReply): WireReply {
  const body = reply.outcome === "answered" ? parseJson(reply.text) : undefined;
  if (reply.outcome !== "answered" || body === undefined || reply.status >= 300) return reply;
  const names = Object.fromEntries(Object.entries(fields).map(([theirs, ours]) => [ours, theirs]));
  return { ...reply, text: JSON.stringify(answer(renamed(body, names))) };
}

function renamed(body: WireJson, names: Readonly<Record<string, string>>): WireJson {
  if (isList(body)) return body.map((each) => renamed(each, names));
  if (!isFields(body)) return body;
  const all = Object.entries(body).map(([name, value]) => [names[name] ?? name, renamed(value, names)]);
  return Object.fromEntries(all);
}

function fieldsOf(body: WireJson): Fields {
  return isFields(body) ? body : {};
}

function isList(body: WireJson): body is readonly WireJson[] {
  return Array.isArray(body);
}

function isFields(body: WireJson): body is Fields {
  return typeof body === "object" && body !== null && !(body instanceof Secret) && !isList(body);
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

function methodOf(text: string): WireRequest["method"] {
  const method = methods.find((each) => each === text);
  if (method === undefined) throw new Error(`No method: ${text}`);
  return method;
}

/** Returns a page in an envelope that none of the simulator's interfaces uses. */
export function enveloped(records: WireJson): WireJson {
  return { data: { records, count: isList(records) ? records.length : 0 } };
}
