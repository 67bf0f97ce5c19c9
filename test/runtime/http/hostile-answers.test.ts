/**
 * Malicious answers are cut off while they arrive, and cost no more than their limits allow. The cost is counted
 * instead of timed.
 */

import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { KeptResults } from "../../../src/kept/kept.ts";
import type { Endpoint } from "../../../src/model/project.ts";
import type { Log, WireReply, WireRequest } from "../../../src/model/wire.ts";
import { httpWire } from "../../../src/runtime/http/http.ts";

const quiet: Log = { debug() {}, info() {}, warn() {} };
const mebibyte = 1024 * 1024;
const ends: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/**
 * Returns a server that sends a piece again and again until the client disconnects. Also returns the number of accepted
 * bytes.
 */
function endless(piece: string, head = "") {
  const taken = { bytes: 0 };
  const serve = (response: ServerResponse) => {
    const bytes = Buffer.from(piece.repeat(Math.ceil(65_536 / piece.length)));
    const more = () => {
      for (let fits = true; fits && !response.destroyed; taken.bytes += bytes.length)
        fits = response.write(bytes);
    };
    response.on("drain", more).write(head);
    more();
  };
  return { taken, serve };
}

async function askOf(
  serve: (response: ServerResponse) => unknown,
  more: Partial<WireRequest> = {},
): Promise<WireReply> {
  const { wire, url } = await wireTo(serve);
  return wire.send({ method: "GET", url, headers: {}, ...more }, new AbortController().signal);
}

/** Returns a wire to a server that answers every request in this way. */
async function wireTo(serve: (response: ServerResponse) => unknown, kept?: KeptResults) {
  const server = createServer((_, response) => void serve(response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const target: Endpoint = { name: "cloud", url, hosts: [], tls: {}, limits: {} };
  const { wire, close } = httpWire(target, quiet, { kept });
  ends.push(() => new Promise((resolve) => server.close(resolve).closeAllConnections()), close);
  return { wire, url };
}

const problemOf = (reply: WireReply) => (reply.outcome === "answered" ? reply.status : reply.problem.message);

describe("an endless answer is cut off, and asked for no more:", () => {
  test.each([
    ["lists in lists", "[", "", "is nested over 100 levels deep", 2],
    ["objects in objects", '{"a":', "", "is nested over 100 levels deep", 2],
    ["many small values", "1,", "[", "has more than 250,000 values", 4],
    ["many empty objects", "{},", "[", "has more than 250,000 values", 4],
    ["one key again and again", '"a":1,', "{", "has more than 250,000 values", 6],
    ["one text", "x", '"', "is longer than 16 MB", 24],
    ["one text in a list", "x", '["', "is longer than 16 MB", 24],
    ["one number", "1", "", "is longer than 16 MB", 24],
    ["white space", " ", "", "is longer than 16 MB", 24],
    ["a page", "<p>", "<!doctype html>", "is longer than 16 MB", 24],
  ])("%s", async (_, piece, head, why, maxMebibytes) => {
    const { taken, serve } = endless(piece, head);
    const reply = await askOf(serve);
    expect(reply).toMatchObject({ outcome: "lost", final: true, problem: { code: "answer-too-large" } });
    expect(problemOf(reply)).toContain(`cloud: the answer of 127.0.0.1`);
    expect(problemOf(reply)).toContain(why);
    // The limit bounds the bytes, together with the buffers of the sockets on both sides.
    expect(taken.bytes).toBeLessThan((maxMebibytes + 8) * mebibyte);
  });

  test.each([
    ["an error", 500, {}],
    ["a login", 200, { method: "POST", form: { user: "me" } }],
  ] as const)("%s, at 1 MB", async (_, status, request) => {
    const { taken, serve } = endless("x", '"');
    const reply = await askOf((response) => serve(response.writeHead(status)), request);
    expect(problemOf(reply)).toContain("is longer than 1 MB");
    expect(taken.bytes).toBeLessThan(9 * mebibyte);
  });
});

test("what is packed is counted unpacked: a bomb of 128 MB goes no further than 16 MB", async () => {
  const bomb = gzipSync(Buffer.alloc(128 * mebibyte, " "));
  expect(bomb.length).toBeLessThan(mebibyte);
  const reply = await askOf((response) => response.writeHead(200, { "content-encoding": "gzip" }).end(bomb));
  expect(problemOf(reply)).toContain("is longer than 16 MB");
});

test.each([
  ["100 levels", "[".repeat(100) + "]".repeat(100)],
  ["brackets and commas in texts", JSON.stringify(Array.from({ length: 1000 }, () => '[{,"\\'.repeat(100)))],
  ["a page with as many commas as one likes", `<script>${",".repeat(500_000)}</script>`],
  ["a quarter of a million values", `[${"1,".repeat(249_998)}1]`],
])("%s are answered as they are", async (_, text) => {
  expect(await askOf((response) => response.end(text))).toMatchObject({ outcome: "answered", text });
});

test.each([
  ["lists in lists", "[".repeat(200), "is nested over 100 levels deep"],
  ["many small values", `[${"1,".repeat(300_000)}1]`, "has more than 250,000 values"],
  ["one long text", `"${"x".repeat(17 * mebibyte)}"`, "is longer than 16 MB"],
])("%s are refused by a process that remembers good answers, too", async (_, bad, why) => {
  const good = JSON.stringify([{ name: "Berlin" }]);
  const answers = [good, bad, bad, good];
  const { wire, url } = await wireTo((response) => response.end(answers.shift()), new KeptResults());
  const ask = () => wire.send({ method: "GET", url, headers: {} }, new AbortController().signal);
  expect(await ask()).toMatchObject({ outcome: "answered", text: good });
  for (const reply of [await ask(), await ask()]) expect(problemOf(reply)).toContain(why);
  expect(await ask()).toMatchObject({ outcome: "answered", text: good });
});

test("a text that was cut in the middle of a character or of an escape is whole", async () => {
  const text = JSON.stringify({ name: 'Zürich \\" [[[ \u{1f468}', list: ["\\", '"', "[", "{"] });
  const bytes = Buffer.from(text);
  const reply = await askOf(async (response) => {
    for (const byte of bytes) {
      response.write(Buffer.of(byte));
      await new Promise((resolve) => setImmediate(resolve));
    }
    response.end();
  });
  expect(reply).toMatchObject({ outcome: "answered", text });
});
