/**
 * Runs a worker as a separate process, for tests that stop and kill it. Its arguments are the database, the target and
 * the name.
 */

import { openDatabase } from "../../src/database/open.ts";
import { shardsOf } from "../../src/database/shards.ts";
import { Secret } from "../../src/model/secret.ts";
import { clock } from "../../src/runtime/clock.ts";
import { runId } from "../../src/runtime/random.ts";

const [, , url = "", target = "", name = ""] = process.argv;
const ended = new AbortController();
process.on("SIGTERM", () => ended.abort(new Error("asked to end")));
const open = await openDatabase(new Secret(url), clock);
if ("problems" in open) throw new Error(open.problems.map(({ message }) => message).join());
const shards = shardsOf(open, { clock, newId: runId, process: name, version: "0" });
await shards.work({
  signal: ended.signal,
  host: {
    answer: async (call, { signal, leaving }) => {
      const refused = call.isWrite ? await leaving?.(0) : undefined;
      if (refused) return { is: "answered", answer: { refused: refused.code }, requests: 0 };
      const address = `${target}/${call.isWrite ? "write" : "read"}/${call.shard}/${String(call.ask)}/${name}`;
      const reply = await fetch(address, { method: "POST", signal: call.isWrite ? null : signal });
      return { is: "answered", answer: await reply.text(), requests: 1 };
    },
    release: async () => {},
    close: async () => {},
  },
});
await open.close();
