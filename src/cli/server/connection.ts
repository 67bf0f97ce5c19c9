/** A connection to a trueup server: its API with a token, and the selected environment. */

import { resolve } from "node:path";
import { z } from "zod";
import { parseJson } from "../../model/json.ts";
import { type Problem, problem, sentence } from "../../model/problem.ts";
import { Secret } from "../../model/secret.ts";
import type { Wire, WireJson, WireReply } from "../../model/wire.ts";
import { readText } from "../../runtime/files/files.ts";
import { httpWire } from "../../runtime/http/http.ts";
import { openLog } from "../../runtime/log.ts";
import type { Cli } from "../cli.ts";
import { printProblems } from "../terminal/printing.ts";

/** Sends requests to a server. Each request returns the answer, validated by a schema, or a problem. */
export interface ServerApi {
  get<T>(path: string, schema: z.ZodType<T>): Promise<Asked<T>>;
  post<T>(path: string, body: WireJson, schema: z.ZodType<T>): Promise<Asked<T>>;
}

type Asked<T> = { readonly value: T } | { readonly problem: Problem; readonly code?: string | undefined };

/** An environment of a server. */
const environmentSchema = z.looseObject({
  id: z.string(),
  environment: z.string(),
  state: z.string(),
  reasons: z.array(z.looseObject({ message: z.string() })),
  observedAt: z.string().optional(),
  counts: z.record(z.string(), z.number()).optional(),
});

/** A list of environments. */
export const environmentsSchema = z.looseObject({ items: z.array(environmentSchema), total: z.number() });

const problemSchema = z.looseObject({ code: z.string(), message: z.string() });

/**
 * Runs `act` with the server of this command line; returns 1 if the server cannot be reached, or the status after a
 * signal.
 */
export async function withServer(cli: Cli, act: (api: ServerApi) => Promise<number>): Promise<number> {
  const { server = "" } = cli.global;
  const url = URL.parse(server);
  const isLoopback = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url?.hostname ?? "");
  if (!url || (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback)))
    return refuse(cli, badUrl);
  const token = await tokenOf(cli);
  if ("problem" in token) return refuse(cli, token.problem);
  if (token.token !== undefined) cli.secrets.learn([token.token]);
  const log = openLog({ ...cli.log, secrets: cli.secrets });
  const endpoint = {
    name: "server",
    given: "--server",
    url: `${url.origin}${url.pathname}`.replace(/\/+$/, ""),
    hosts: [],
    tls: {},
    limits: {},
  };
  const { wire, close } = httpWire(endpoint, log, { secrets: cli.secrets });
  try {
    return await act(apiOver(wire, { url: endpoint.url, token: token.token, signal: cli.interrupt.signal }));
  } catch (error) {
    const status = cli.interrupt.status();
    if (status === undefined) throw error;
    return status;
  } finally {
    await close();
  }
}

/** Prints a problem, and returns the exit status. */
export function refuse(cli: Cli, found: Problem): 1 {
  printProblems(cli, [found], { format: "text" });
  return 1;
}

async function tokenOf(cli: Cli): Promise<{ readonly token?: string } | { readonly problem: Problem }> {
  const { serverTokenFile: file } = cli.global;
  if (file === undefined) {
    const token = cli.env.TRUEUP_SERVER_TOKEN;
    return token ? { token } : {};
  }
  const read = await readText(resolve(cli.cwd, file), file, { isOwn: true });
  return "file" in read ? { token: read.file.text.trim() } : read;
}

interface Access {
  readonly url: string;
  readonly token: string | undefined;
  readonly signal: AbortSignal;
}

function apiOver(wire: Wire, { url, token, signal }: Access): ServerApi {
  const bearer =
    token === undefined ? {} : { authorization: { scheme: "bearer", token: new Secret(token) } as const };
  const headers = { accept: "application/json", ...bearer };
  const send = async <T>(
    method: "GET" | "POST",
    path: string,
    { body, schema }: { body?: WireJson; schema: z.ZodType<T> },
  ) => {
    // undici sends `sec-fetch-mode` like a browser, and a server without logins refuses requests from the pages of
    // other sites. The header `origin` names the server's own site, so that the request is accepted.
    const sent =
      body === undefined ? {} : { "content-type": "application/json", origin: new URL(url).origin };
    const request = { method, url: `${url}/api/v1${path}`, headers: { ...headers, ...sent }, body };
    return answerOf(await wire.send(request, signal), schema);
  };
  return {
    get: (path, schema) => send("GET", path, { schema }),
    post: (path, body, schema) => send("POST", path, { body, schema }),
  };
}

function answerOf<T>(reply: WireReply, schema: z.ZodType<T>): Asked<T> {
  if (reply.outcome !== "answered") return { problem: reply.problem };
  const value = parseJson(reply.text);
  if (reply.status < 300) {
    const read = schema.safeParse(value);
    return read.success ? { value: read.data } : { problem: notOurs };
  }
  const wrong = problemSchema.safeParse(value);
  if (!wrong.success) return { problem: notOurs };
  const { code, message } = wrong.data;
  const hint = ["not-logged-in", "unknown-token"].includes(code)
    ? "Give the server's token in TRUEUP_SERVER_TOKEN, or with --server-token-file."
    : undefined;
  return {
    problem: problem("server-refused", sentence`the server says: ${message} (${code})`, { hint }),
    code,
  };
}

/** The API path of an environment. */
export function apiPath(id: string, more = ""): string {
  const slash = id.indexOf("/");
  const parts = [id.slice(0, slash), id.slice(slash + 1)].map((part) =>
    encodeURIComponent(part.toWellFormed()),
  );
  return `/environments/${parts.join("/")}${more}`;
}

/** The id of the selected environment: the one that `--environment` names, or the only one. */
export async function environmentMeant(
  cli: Cli,
  api: ServerApi,
): Promise<{ readonly id: string } | { readonly problem: Problem }> {
  const { project } = cli.global;
  const named = typeof project === "object" ? project.environment : undefined;
  const query = named === undefined ? "" : `?text=${encodeURIComponent(named.toWellFormed())}`;
  const found = await api.get(`/environments${query}`, environmentsSchema);
  if ("problem" in found) return found;
  const { items } = found.value;
  const whole = items.filter(({ id }) => id === named);
  const fitting =
    named === undefined || whole.length > 0
      ? whole
      : items.filter(({ environment }) => environment === named);
  const [one, ...more] = named === undefined ? items : fitting;
  if (one && more.length === 0) return { id: one.id };
  const names = items.slice(0, 10).map(({ id }) => id);
  const hint = names.length === 0 ? undefined : `Name one with --environment: ${names.join(", ")}.`;
  const what = one ? "the server has several environments" : "the server has no such environment";
  return { problem: problem("no-environment", what, { hint }) };
}

/** The problem if an option needs a local project; undefined if no such option was given. */
export function onlyHere(
  options: Readonly<Record<string, unknown>>,
  allowed: readonly string[],
): Problem | undefined {
  const given = Object.entries(options).filter(
    ([name, value]) => value !== undefined && value !== false && !allowed.includes(name),
  );
  const [first] = given.filter(([name, value]) => !(name === "notify" && value === true));
  if (!first) return undefined;
  const option = `--${first[0].replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  return problem(
    "not-with-server",
    `${option} cannot be combined with --server: this option needs a project here`,
  );
}

const notOurs = problem("server-answer", "the answer is not from a trueup server of this version", {
  hint: "Check the URL of --server, and proxies and firewalls on the way.",
});

const badUrl = problem("bad-server", "--server is not a URL to which a token may be sent", {
  hint: "Use a URL that begins with https://, or with http:// for a server on this machine.",
});
