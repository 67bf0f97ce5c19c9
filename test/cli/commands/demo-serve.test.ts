/** `trueup demo --serve`: its page shows a change by hand and reverts it. A signal ends everything. */

import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { ask } from "../../serve/server.ts";
import { folder, trueupProcess } from "../command.ts";

const environment = z.object({
  state: z.string(),
  fingerprint: z.string().optional(),
  counts: z.object({ drifted: z.number() }).optional(),
});
const list = z.object({ items: z.array(environment) });
const runs = z.object({ items: z.array(z.object({ why: z.string(), state: z.string() })) });

test("drift appears, is set back from the page, and Ctrl-C ends all of it", async () => {
  const cwd = await folder();
  let said = "";
  let stop = () => {};
  const ended = trueupProcess(["demo", "--serve"], {
    cwd,
    started: (child) => {
      stop = () => void child.kill("SIGINT");
      child.stdout?.on("data", (text: string) => {
        said += text;
      });
    },
  });
  onTestFinished(() => stop());
  const until = async <T>(look: () => Promise<T | undefined>): Promise<T> => {
    for (;;) {
      const found = await look();
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  const port = await until(async () => /The server is at http:\/\/127\.0\.0\.1:(\d+)\. /.exec(said)?.[1]);
  const get = async <T>(path: string, schema: z.ZodType<T>) =>
    schema.parse(JSON.parse((await ask(Number(port), `/api/v1${path}`)).text));
  const drifted = () =>
    until(async () => {
      const [one] = (await get("/environments", list)).items;
      return one?.state === "drifted" && (one.counts?.drifted ?? 0) > 0 ? one : undefined;
    });
  // The page can revert only drift that it shows, and it may not show the drift yet.
  await until(async () => {
    const { fingerprint } = await drifted();
    const body = JSON.stringify({ do: "setBack", environment: "acme-network/example", fingerprint });
    const headers = { "content-type": "application/json" };
    const reply = await ask(Number(port), "/api/v1/requests", { method: "POST", headers, body });
    return reply.status === 202 ? true : undefined;
  });
  const run = await until(async () => {
    const { items } = await get("/runs", runs);
    return items.find(({ state }) => state !== "running");
  });
  expect(run).toMatchObject({ why: "asked", state: "applied" });
  expect((await ask(Number(port), "/environments/acme-network/example")).status).toBe(200);
  stop();
  const { status, out } = await ended;
  expect(status).toBe(0);
  expect(out).toMatch(/Somebody has changed the time zone of Berlin Office\./);
  const place = /trueup\.yaml on main of (\S+),/.exec(out)?.[1] ?? "/";
  expect(existsSync(dirname(place))).toBe(false);
}, 120_000);
