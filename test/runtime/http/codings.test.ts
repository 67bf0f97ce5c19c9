/** Compressed answers, over real sockets: which codings requests ask for, and which are decoded. */

import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { connect } from "../../../src/runtime/http/connection.ts";
import type { Answer } from "../../../src/runtime/http/exchange.ts";

const text = JSON.stringify({ name: "Zürich", list: Array.from({ length: 5000 }, (_, n) => n) });
const ends: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function answered(
  serve: (response: ServerResponse) => void,
  method = "GET",
): Promise<{ readonly answer: Answer; readonly asked: string | string[] | undefined }> {
  let asked: string | string[] | undefined;
  const server = createServer((request, response) => {
    asked = request.headers["accept-encoding"];
    serve(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const connection = await connect({ tls: {} });
  ends.push(async () => {
    await connection.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const answer = await connection.request({ method, url, signal: AbortSignal.timeout(10_000) });
  return { answer, asked };
}

async function bytesOf({ body }: Answer): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces);
}

const unmarked = gzipSync(text).subarray(0, -8);
const compressed: readonly (readonly [string, string, Buffer])[] = [
  ["gzip", "gzip", gzipSync(text)],
  ["gzip by its old name", "x-gzip", gzipSync(text)],
  ["gzip in capitals", "GZIP", gzipSync(text)],
  ["gzip without its checksum", "gzip", unmarked],
  ["deflate", "deflate", deflateSync(text)],
  ["brotli", "br", brotliCompressSync(text)],
  ["two codings", "deflate, gzip", gzipSync(deflateSync(text))],
  ["no coding", "", Buffer.from(text)],
];

test.each(compressed)("%s is decoded", async (_, encoding, bytes) => {
  const { answer, asked } = await answered((response) => {
    if (encoding !== "") response.setHeader("content-encoding", encoding);
    // The answer is sent in small pieces, so a decoder also gets incomplete blocks.
    for (let at = 0; at < bytes.length; at += 700) response.write(bytes.subarray(at, at + 700));
    response.end();
  });
  expect(asked).toBe("gzip");
  expect((await bytesOf(answer)).toString()).toBe(text);
});

test.each(["gzip, vendor", "gzip, gzip, gzip, gzip, gzip, gzip"])("%s is left as it is", async (coding) => {
  const { answer } = await answered((response) =>
    response.setHeader("content-encoding", coding).end("as it is"),
  );
  expect((await bytesOf(answer)).toString()).toBe("as it is");
});

test.each([
  ["HEAD", 200],
  ["GET", 204],
  ["GET", 304],
])("%s answered %i has no body, whatever coding is named", async (method, status) => {
  const { answer } = await answered(
    (response) => response.writeHead(status, { "content-encoding": "gzip" }).end(),
    method,
  );
  expect(answer.status).toBe(status);
  expect(await bytesOf(answer)).toHaveLength(0);
});

test("bytes that are not what the coding says are an error", async () => {
  const { answer } = await answered((response) =>
    response.setHeader("content-encoding", "gzip").end("not compressed"),
  );
  await expect(bytesOf(answer)).rejects.toThrow("incorrect header check");
});

test("a connection that breaks in the middle of a compressed body is an error", async () => {
  const bytes = gzipSync(Buffer.from(Array.from({ length: 100_000 }, (_, n) => (n * 7919) % 251)));
  const { answer } = await answered((response) => {
    response.writeHead(200, { "content-encoding": "gzip", "content-length": bytes.length });
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
  });
  await expect(bytesOf(answer)).rejects.toThrow();
});

test("a reader that stops early closes the connection, compressed or not", async () => {
  for (const encoding of ["gzip", "identity"]) {
    let closed: () => void = () => {};
    const isClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const { answer } = await answered((response) => {
      const bytes = encoding === "gzip" ? gzipSync(Buffer.alloc(20_000_000)) : Buffer.alloc(20_000_000);
      response.on("close", closed).setHeader("content-encoding", encoding);
      response.write(bytes);
    });
    for await (const piece of answer.body) {
      expect(piece.length).toBeGreaterThan(0);
      break;
    }
    await isClosed;
  }
});

test("a repeated header is joined, and each cookie stands alone", async () => {
  const { answer } = await answered((response) => {
    response.appendHeader("link", "</a>; rel=next").appendHeader("link", "</b>; rel=last");
    response.setHeader("set-cookie", ["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "b=2"]).end();
  });
  expect(answer.headers.link).toBe("</a>; rel=next, </b>; rel=last");
  expect(answer.cookies).toEqual(["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "b=2"]);
});
