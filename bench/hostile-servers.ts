/** Malicious servers, over HTTP and SSH: each has an endless answer, and a project that requests it. */

import { generateKeyPairSync } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import ssh2, { type ServerChannel } from "ssh2";

/** A listening server, and the YAML of a target for it. */
interface HostileServer {
  readonly target: string;
  readonly desired: string;
  close(): void;
}

const base = "urn:ietf:params:xml:ns:netconf:base:1.0";
const hello = `<hello xmlns="${base}"><capabilities><capability>urn:ietf:params:netconf:base:1.1</capability><capability>urn:vendor?module=Vendor-native</capability></capabilities><session-id>1</session-id></hello>]]>]]>`;
const endless = 60 * 1024 * 1024;
const page = JSON.stringify(
  Array.from({ length: 400 }, (_, id) => ({ id: `N${id}`, name: "x".repeat(20_000) })),
);

/** A hostile answer: its server, and the plan's message about it. */
interface HostileAnswer {
  readonly says: string;
  readonly serve: () => Promise<HostileServer>;
}

const tooLarge = (respond: Respond): HostileAnswer => ({
  says: "answer-too-large",
  serve: () => http(respond),
});
const notNetconf = (answer: (id: string) => string): HostileAnswer => ({
  says: "not-netconf",
  serve: () => netconf(answer),
});

/** All hostile answers, by name. */
export const hostileAnswers: Readonly<Record<string, HostileAnswer>> = {
  "60 MB of [": tooLarge(repeating("[")),
  "a short answer, for comparison": { says: "sees no organization", serve: () => http((to) => to.end("[]")) },
  "60 MB of small values": tooLarge(repeating("1,", "[")),
  "one text of 60 MB": tooLarge(repeating("x", '"')),
  "60 MB of blanks, packed": tooLarge(packed),
  "pages of 8 MB without end": tooLarge(paged),
  "250,000 values, the most that is parsed": {
    says: "is not one of the organizations",
    serve: () => http(repeating("{},", "[", 124_990)),
  },
  "16 MB in texts, the most that is parsed": {
    says: "is not one of the organizations",
    serve: () => http(repeating(`"${"x".repeat(1000)}",`, "[", 15_900)),
  },
  "netconf: a short answer, for comparison": {
    says: "hostname",
    serve: () => netconf((id) => chunk(reply(id, tree("")))),
  },
  "netconf: 60 MB of <a/>": notNetconf((id) => `\n#60000000\n${opening(id)}${"<a/>".repeat(14_000_000)}`),
  "netconf: 16 MB of <a/>": notNetconf((id) => chunk(reply(id, "<a/>".repeat(4_000_000)))),
  "netconf: 16 MB of attributes": notNetconf((id) => chunk(reply(id, `<a ${attributes(1_000_000)}/>`))),
  "netconf: chunks of one byte": notNetconf(() => "\n#1\nx".repeat(1_000_000)),
  "netconf: 240,000 elements, the most that is parsed": {
    says: "hostname",
    serve: () => netconf((id) => chunk(reply(id, tree("<a/>".repeat(240_000))))),
  },
};

type Respond = (response: ServerResponse, url: string) => unknown;

async function http(respond: Respond): Promise<HostileServer> {
  const server = createServer((request, response) => {
    response.on("error", () => {});
    respond(response, request.url ?? "/");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    target: `interface: dashboard, url: "http://127.0.0.1:${port}", credential: { apiKey: { secret: env:SECRET } }`,
    desired: "organization: Acme\nnetworks: { n1: { name: One } }\n",
    close: () => server.close().closeAllConnections(),
  };
}

/**
 * Responds with a piece that is repeated this many times, and then ends the list. Default: the piece is repeated up to
 * 60 MB.
 */
function repeating(piece: string, head = "", times?: number): Respond {
  return (response) => {
    if (times !== undefined)
      return response.end(`${head}${piece.repeat(times - 1)}${piece.replace(/,$/, "")}]`);
    const bytes = Buffer.from(piece.repeat(Math.ceil(65_536 / piece.length)));
    let sent = 0;
    const more = () => {
      while (sent < endless && !response.destroyed && response.write(bytes)) sent += bytes.length;
      if (sent >= endless) response.end();
    };
    response.on("drain", more).write(head);
    more();
  };
}

function packed(response: ServerResponse): void {
  response.setHeader("content-encoding", "gzip").end(gzipSync(Buffer.alloc(endless, " ")));
}

function paged(response: ServerResponse, url: string): void {
  const at = Number(new URL(url, "http://a").searchParams.get("at")) + 1;
  response
    .setHeader("link", `<http://${response.req.headers.host}/organizations?at=${at}>; rel="next"`)
    .end(page);
}

function opening(id: string): string {
  return `<rpc-reply xmlns="${base}" message-id="${id}"><data>`;
}

function reply(id: string, content: string): string {
  return `<rpc-reply xmlns="${base}" message-id="${id}">${content}</rpc-reply>`;
}

function tree(more: string): string {
  return `<data><native xmlns="urn:vendor"><hostname>r2</hostname>${more}</native></data>`;
}

function chunk(text: string): string {
  return `\n#${Buffer.byteLength(text)}\n${text}\n##\n`;
}

function attributes(count: number): string {
  return Array.from({ length: count }, (_, at) => `b${at}="" `).join("");
}

/** A device that accepts any login, says hello, and answers each rpc with the text for its message-id. */
async function netconf(answer: (id: string) => string): Promise<HostileServer> {
  // Node generates the key, because about one in several hundred keys from ssh2's own generator cannot be read by ssh2
  // itself.
  const { privateKey: key } = generateKeyPairSync("ec", {
    namedCurve: "prime256v1",
    privateKeyEncoding: { type: "sec1", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  const talk = (stream: ServerChannel) => {
    stream.on("error", () => {}).write(hello);
    stream.on("data", (data: Buffer) => {
      const id = /message-id="(\d+)"/.exec(data.toString())?.[1];
      if (id !== undefined) stream.write(answer(id));
    });
  };
  const server = new ssh2.Server({ hostKeys: [key] }, (client) => {
    client.on("error", () => {}).on("authentication", (context) => context.accept());
    client.on("session", (accept) => {
      accept().on("subsystem", (open) => talk(open()));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const login = "username: { secret: env:SECRET }, password: { secret: env:SECRET }";
  return {
    target: `interface: netconf, url: "ssh://{host}:${port}", hosts: [127.0.0.0/8], tls: { insecure: true }, credential: { ${login} }`,
    desired: "devices: { r1: { host: 127.0.0.1, hostname: r1 } }\n",
    close: () => server.close(),
  };
}
