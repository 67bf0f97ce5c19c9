/**
 * Targets whose certificates are not verified. If a person watches, there is a clear warning; otherwise the command
 * refuses.
 */

import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { folder, trueup } from "./command.ts";

/** Creates a project whose only target has `tls.insecure`. Also returns the requests to that target. */
async function laboratory() {
  const asked: string[] = [];
  const server = createServer((request, reply) => {
    asked.push(`${request.method} ${request.url}`);
    reply.setHeader("content-type", "application/json").end("[]");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const at = server.address();
  const cwd = await folder({
    "trueup.yaml": `version: 1
environment: test
targets:
  lab:
    interface: dashboard
    url: http://127.0.0.1:${typeof at === "object" ? at?.port : 0}
    tls: { insecure: true }
    credential: { apiKey: { secret: env:DASHBOARD_API_KEY } }
`,
    "desired-state/a.yaml": "target: lab\norganization: Acme\nnetworks: { leipzig: { name: Leipzig } }\n",
  });
  return { cwd, asked };
}

test.each(["check", "plan", "apply", "drift", "observe"])(
  "trueup %s refuses an insecure target where CI is set, before anything is sent, and says what to type",
  async (command) => {
    const { cwd, asked } = await laboratory();
    const ended = await trueup([command], { cwd, env: { CI: "true" } });
    expect(ended.status).toBe(1);
    expect(ended.err).toContain("error[insecure-refused]: the certificates of target `lab`");
    expect(ended.err).toContain("--> trueup.yaml:4:3");
    expect(ended.err).toContain("add --allow-insecure lab if this is intended");
    expect(asked).toEqual([]);
  },
);

test("where CI is set, an insecure target passes by its name only, with a warning", async () => {
  const { cwd, asked } = await laboratory();
  const other = await trueup(["plan", "--allow-insecure", "laboratory"], { cwd, env: { CI: "1" } });
  expect(other.status).toBe(1);
  expect(asked).toEqual([]);
  const args = ["plan", "--allow-insecure", "laboratory", "--allow-insecure", "lab"];
  const named = await trueup(args, { cwd, env: { CI: "1" } });
  expect(named.err).not.toContain("insecure-refused");
  expect(named.err).toContain("warning[insecure-tls]");
  expect(asked).not.toEqual([]);
});

test.each(["", "false"])("where CI is %j, an insecure target passes with a warning", async (CI) => {
  const { cwd, asked } = await laboratory();
  const ended = await trueup(["plan"], { cwd, env: { CI } });
  expect(ended.err).toContain("warning[insecure-tls]");
  expect(ended.err).toContain("TLS certificates are not checked for this target");
  expect(asked).not.toEqual([]);
});
