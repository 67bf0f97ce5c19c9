/** Sends requests from the proxy to the server, unchanged and without faults. */

import { Agent, request as httpRequest } from "node:http";

/** A complete request. */
export interface Asked {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** Names and values alternate, in the order in which they arrived. */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** A complete reply. */
export interface Answered {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

/** Sends to a server on loopback. */
export interface Upstream {
  /** Rejects if no complete reply arrives. */
  readonly send: (asked: Asked) => Promise<Answered>;
  readonly close: () => void;
}

const hopByHop = /^(?:connection|keep-alive|transfer-encoding|content-length)$/i;

/** Returns an upstream for the server at a port of loopback. */
export function upstream(port: number): Upstream {
  const agent = new Agent({ keepAlive: true });
  return {
    send: ({ method, path, headers, body }) =>
      new Promise((resolve, reject) => {
        const own = [...headers];
        const sent = httpRequest(
          { agent, host: "127.0.0.1", port, method, path, headers: own, setHost: false },
          (reply) => {
            const parts: Buffer[] = [];
            reply.on("data", (part: Buffer) => parts.push(part));
            reply.on("error", reject);
            reply.on("end", () => resolve(answered(reply, Buffer.concat(parts))));
          },
        );
        sent.on("error", reject);
        sent.end(body);
      }),
    close: () => agent.destroy(),
  };
}

function answered(
  { statusCode = 0, rawHeaders }: { readonly statusCode?: number | undefined; readonly rawHeaders: string[] },
  body: Buffer,
): Answered {
  const pairs = rawHeaders.flatMap((name, at): readonly (readonly [string, string])[] =>
    at % 2 === 0 && !hopByHop.test(name) ? [[name, rawHeaders[at + 1] ?? ""]] : [],
  );
  return { status: statusCode, headers: pairs, body };
}
