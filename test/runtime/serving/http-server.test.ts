/**
 * The server's socket: renewed TLS certificates, IPv6, ports that are in use, and an end at which running requests are
 * completed.
 */

import { writeFile } from "node:fs/promises";
import { request } from "node:https";
import { createServer } from "node:net";
import { join } from "node:path";
import { TLSSocket } from "node:tls";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Log } from "../../../src/model/wire.ts";
import {
  type AnswerRequest,
  type HttpListener,
  openHttpServer,
} from "../../../src/runtime/serving/http-server.ts";
import { folder } from "../../cli/command.ts";
import { authority } from "../../security/certificates.ts";

const limits = {
  connections: 100,
  connectionsPerAddress: 50,
  headersMs: 2000,
  requestMs: 2000,
  idleMs: 5000,
};

function testLog(): Log & { readonly lines: string[] } {
  const lines: string[] = [];
  const say = (event: string, fields?: object) => void lines.push(`${event} ${JSON.stringify(fields)}`);
  return { lines, debug: say, info: say, warn: say };
}

async function opened(of: Partial<HttpListener>, answer: AnswerRequest = () => new Response("here\n")) {
  const log = testLog();
  const server = await openHttpServer(
    { host: "127.0.0.1", port: 0, limits, isShared: () => false, log, ...of },
    answer,
  );
  if ("problem" in server) throw new Error(server.problem.message);
  onTestFinished(() => server.close(0));
  return { ...server, log };
}

async function problemOf(of: Partial<HttpListener>): Promise<string> {
  const on = { host: "127.0.0.1", port: 0, limits, isShared: () => false, log: testLog(), ...of };
  const server = await openHttpServer(on, () => new Response());
  if (!("problem" in server)) await server.close(0);
  return "problem" in server ? `${server.problem.code}: ${server.problem.message}` : "listens";
}

test("each family of addresses, and the client's as it is", async () => {
  for (const host of ["127.0.0.1", "::1", "::"]) {
    const { url } = await opened({ host }, (_, { address }) => new Response(address));
    const own = url.replace("[::]", "127.0.0.1");
    expect(await (await fetch(own)).text()).toBe(host === "::1" ? "::1" : "127.0.0.1");
  }
});

test("where it cannot listen it says why, and what to do", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void other.close());
  const address = other.address();
  const port = typeof address === "object" && address ? address.port : 0;
  expect(await problemOf({ port })).toBe(
    `listen-taken: another program already listens on 127.0.0.1:${port}.`,
  );
  expect(await problemOf({ host: "203.0.113.1" })).toMatch(/^address-not-here: /);
  expect(await problemOf({ host: "nowhere.invalid" })).toMatch(/^address-not-here: /);
  expect(await problemOf({ tls: { cert: "/nowhere/a.pem", key: "/nowhere/b.pem" } })).toMatch(
    /^unusable-certificate: /,
  );
});

/** Returns the serial number of the server's current certificate. */
function serialAt(url: string, ca: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { ca, agent: false }, (answer) => {
      answer.resume();
      const { socket } = answer;
      resolve(socket instanceof TLSSocket ? socket.getPeerCertificate().serialNumber : "");
    });
    asked.on("error", reject);
    asked.end();
  });
}

test("a certificate that changes on the disk is shown from then on; one that is broken is not", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const own = authority("Test");
  const path = await folder();
  const files = { cert: join(path, "cert.pem"), key: join(path, "key.pem") };
  const write = async ({ cert, key }: { readonly cert: string; readonly key: string }) => {
    await writeFile(files.cert, cert);
    await writeFile(files.key, key);
  };
  await write(own.issue(["127.0.0.1"]));
  const { url, log } = await opened({ tls: files });
  const first = await serialAt(url, own.pem);
  const looked = async (said: string) => {
    await vi.advanceTimersByTimeAsync(5_000);
    await vi.waitFor(() => expect(log.lines.join("\n")).toContain(said), {
      interval: 5,
      timeout: 20_000,
    });
  };
  await writeFile(files.cert, own.issue(["127.0.0.1"]).cert);
  await looked("was not renewed");
  expect(await serialAt(url, own.pem)).toBe(first);
  await write(own.issue(["127.0.0.1"]));
  await looked("was renewed");
  expect(await serialAt(url, own.pem)).not.toBe(first);
});

test("an end lets what is under way end, and cuts what does not", async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { url, close } = await opened({}, async (asked) => {
    if (asked.url.endsWith("/slow")) await held;
    if (asked.url.endsWith("/never")) await new Promise(() => {});
    return new Response("done");
  });
  await (await fetch(url)).text();
  const slow = fetch(`${url}/slow`);
  await new Promise((resolve) => setTimeout(resolve, 50));
  const closed = close(5000);
  await expect(fetch(`${url}/new`)).rejects.toThrow();
  release();
  expect(await (await slow).text()).toBe("done");
  await closed;
  const other = await opened({}, () => new Promise<Response>(() => {}));
  const never = fetch(`${other.url}/never`);
  never.catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, 50));
  await other.close(100);
  await expect(never).rejects.toThrow();
});

test("what an answer throws is in the log, and not in the answer", async () => {
  const { url, log } = await opened({}, () => {
    throw new Error("canary-reason");
  });
  const answer = await fetch(url);
  expect([answer.status, await answer.text()]).toEqual([500, "Internal error.\n"]);
  expect(log.lines).toHaveLength(1);
});
