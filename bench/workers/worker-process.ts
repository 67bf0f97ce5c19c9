/** A worker of a benchmark as a process, with a database and its own client address. Ends with SIGTERM. */

import { Agent, request as httpRequest } from "node:http";
import { text } from "node:stream/consumers";
import { openDatabase } from "../../src/database/open.ts";
import { shardsOf } from "../../src/database/shards.ts";
import { sessionHost } from "../../src/engine/elsewhere/session-host.ts";
import { Secret } from "../../src/model/secret.ts";
import type { WireReply, WireRequest } from "../../src/model/wire.ts";
import { Budgets } from "../../src/pace/budgets.ts";
import { clock } from "../../src/runtime/clock.ts";
import { random, runId } from "../../src/runtime/random.ts";

const [, , url = "", localAddress = ""] = process.argv;
const agent = new Agent({ keepAlive: true, localAddress });
const ended = new AbortController();
process.on("SIGTERM", () => ended.abort(new Error("asked to end")));
const open = await openDatabase(new Secret(url), clock);
if ("problems" in open) throw new Error(open.problems.map(({ message }) => message).join());
const shards = shardsOf(open, { clock, newId: runId, process: localAddress, version: "0" });
const host = sessionHost({
  world: { clock, random, wireTo: () => ({ wire: { send }, close: async () => {} }) },
  budgets: new Budgets(clock),
  log: { level: "silent", format: "json" },
  bundles: (digest) => shards.bundle(digest),
  secretsOf: () => ({ env: { KEY: "simulated-api-key" } }),
  name: localAddress,
});
await shards.work({ host, signal: ended.signal });
await host.close();
agent.destroy();
await open.close();

/** Sends a request from this worker's own address, without body and credentials, because the cloud ignores both. */
function send({ method, url: to }: WireRequest): Promise<WireReply> {
  return new Promise((resolve, reject) => {
    const asked = httpRequest(to, { method, agent }, (response) => {
      const { statusCode: status = 0, headers } = response;
      const asked = headers["retry-after"];
      const told: Record<string, string> = asked === undefined ? {} : { "retry-after": asked };
      text(response).then(
        (body) => resolve({ outcome: "answered", status, headers: told, text: body }),
        reject,
      );
    });
    asked.on("error", reject).end();
  });
}
