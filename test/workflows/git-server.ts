/** Serves a GitLab repository over HTTP with git's own backend. Tokens have different permissions. */

import { execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** A repository that the host serves. */
export interface HostedRepository {
  /** The folder of the bare repository, which tests use directly. */
  readonly folder: string;
  /** The URL of the repository: `http://127.0.0.1:PORT/acme/network`. */
  readonly url: string;
}

/** The permission of each token. Git sends the token as the password. */
export type Tokens = Readonly<Record<string, "read" | "write">>;

/**
 * Serves a bare repository until the test is over. Pushes are accepted only to branches and tags. A request without a
 * known token gets 401, and a request for which its token has no permission gets 403.
 */
export async function hostedRepository(root: string, tokens: Tokens): Promise<HostedRepository> {
  const folder = join(root, "served/acme/network.git");
  mkdirSync(dirname(folder), { recursive: true });
  execFileSync("git", ["init", "--quiet", "--bare", "--initial-branch=main", folder]);
  execFileSync("git", ["config", "http.receivepack", "true"], { cwd: folder });
  const hook = join(folder, "hooks/update");
  writeFileSync(hook, "#!/bin/sh\ncase $1 in refs/heads/* | refs/tags/*) ;; *) exit 1 ;; esac\n");
  chmodSync(hook, 0o755);
  const server = createServer((request, reply) => {
    const may = tokens[passwordOf(request)];
    const writes = /git-receive-pack/.test(request.url ?? "");
    if (may === undefined) return void reply.writeHead(401, { "www-authenticate": "Basic" }).end();
    if (writes && may !== "write") return void reply.writeHead(403).end();
    backend(join(root, "served"), request, reply);
  });
  await new Promise<void>((done) => {
    server.listen(0, "127.0.0.1", done);
  });
  onTestFinished(() => void server.close().closeAllConnections());
  const at: AddressInfo | string | null = server.address();
  return {
    folder,
    url: `http://127.0.0.1:${typeof at === "object" && at ? at.port : 0}/acme/network`,
  };
}

function passwordOf({ headers }: IncomingMessage): string {
  const [, basic = ""] = /^Basic (\S+)$/.exec(headers.authorization ?? "") ?? [];
  return Buffer.from(basic, "base64").toString("utf8").split(":")[1] ?? "";
}

/** Answers one request through git's backend, by the rules of CGI. */
function backend(projects: string, request: IncomingMessage, reply: ServerResponse): void {
  const [path = "", query = ""] = (request.url ?? "").split("?");
  const {
    "content-type": type = "",
    "content-encoding": encoding = "",
    "git-protocol": protocol,
  } = request.headers;
  const child = spawn("git", ["http-backend"], {
    env: {
      PATH: process.env.PATH ?? "",
      GIT_PROJECT_ROOT: projects,
      GIT_HTTP_EXPORT_ALL: "1",
      GIT_PROTOCOL: typeof protocol === "string" ? protocol : "",
      REQUEST_METHOD: request.method ?? "",
      PATH_INFO: path,
      QUERY_STRING: query,
      CONTENT_TYPE: type,
      HTTP_CONTENT_ENCODING: encoding,
      REMOTE_USER: "somebody",
    },
  });
  request.pipe(child.stdin);
  child.stdin.on("error", () => undefined);
  const parts: Buffer[] = [];
  child.stdout.on("data", (part: Buffer) => parts.push(part));
  child.once("close", () => {
    const whole = Buffer.concat(parts);
    const end = whole.indexOf("\r\n\r\n");
    const headers = whole.toString("latin1", 0, end).split("\r\n");
    for (const line of headers) {
      const [name = "", value = ""] = line.split(": ");
      if (name === "Status") reply.statusCode = Number(value.split(" ")[0]);
      else if (name !== "") reply.setHeader(name, value);
    }
    reply.end(whole.subarray(end + 4));
  });
}
