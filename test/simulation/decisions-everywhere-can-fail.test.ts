/** Tests the judges (checks) of decisions for each interface: each notices a faulty server. */

import { describe, test } from "vitest";
import type { Wire, WireReply, WireRequest } from "../../src/model/wire.ts";
import { decide } from "./decisions/decide.ts";
import { realmsOf } from "./decisions/realms.ts";
import { noticing } from "./lies/noticing.ts";

/** A planted fault about one host. */
interface HostLie {
  readonly about: string;
  readonly between: (wire: Wire) => Wire;
}

/** Runs seeds with the host `about` until a check reports the expected fault. */
function expecting({ about, between }: HostLie, text: RegExp): Promise<void> {
  const asks = (seed: number) => realmsOf(seed).some(({ targets }) => targets.includes(about));
  return noticing(async (seed) => (await decide(seed, { between })).broken, text, { to: 2000, asks });
}

const calm = new AbortController().signal;
const done: WireReply = { outcome: "answered", status: 204, headers: {}, text: "" };
const isWrite = ({ method, url }: WireRequest) => method !== "GET" && !url.endsWith("/token");

/** Returns a planted fault about writes to one host. */
function writing(host: string, send: (wire: Wire, request: WireRequest) => Promise<WireReply>): HostLie {
  const about = `https://${host}.`;
  const isLie = (request: WireRequest) => isWrite(request) && request.url.startsWith(about);
  return {
    about,
    between: (wire) => ({
      send: (request) => (isLie(request) ? send(wire, request) : wire.send(request, calm)),
    }),
  };
}

/** Returns a planted fault about the answers of one host. */
function showing(host: string, change: (text: string) => string): HostLie {
  const about = `https://${host}.`;
  return {
    about,
    between: (wire) => ({
      send: async (request) => {
        const reply = await wire.send(request, calm);
        const isShown = request.method === "GET" && request.url.startsWith(about);
        return isShown && reply.outcome === "answered" ? { ...reply, text: change(reply.text) } : reply;
      },
    }),
  };
}

describe.each([
  { host: "chat", object: "room .*" },
  { host: "campus", object: "controller .*" },
  { host: "servers", object: "server .*" },
  { host: "routers", object: "router 10\\.20\\..*" },
  { host: "fabric", object: "uni/.*" },
  { host: "cloud", object: "network .*" },
])("at $host", ({ host, object }) => {
  test("a server that says done and does nothing is noticed", () =>
    expecting(
      writing(host, async () => done),
      new RegExp(`^world: missing: ${object}`),
    ));

  test("a write that is carried out twice is noticed", () =>
    expecting(
      writing(host, async (wire, request) => {
        await wire.send(request, calm);
        return wire.send(request, calm);
      }),
      /^(?:idle|writes): /,
    ));
});

describe.each([
  { host: "chat", from: '"moderator":true', to: '"moderator":false', address: "chat/member/" },
  { host: "campus", from: '"type":"Switch', to: '"type":"Another', address: "campus/controllerDevice/" },
  { host: "servers", from: '"model":"M', to: '"model":"N', address: "servers/serverProfile/" },
  { host: "wan", from: '"model":"C', to: '"model":"D', address: "wan/sdwanDevice/" },
  { host: "wall", from: '"model":"C', to: '"model":"D', address: "wall/firewallDevice/" },
])("at $host", ({ host, from, to, address }) => {
  test("a value that a list shows otherwise is noticed", () =>
    expecting(
      showing(host, (text) => text.replaceAll(from, to)),
      new RegExp(`^change: too much: update ${address}`),
    ));
});

test.each(["servers", "wan", "wall"])("something of %s that nobody declares is told, or noticed", (host) =>
  expecting(
    showing(host, (text) => text.replaceAll(/"serial":"(?:SER|N)/g, '"serial":"OTHER')),
    /^unexpected: too much: .*\/OTHER/,
  ),
);

describe("at a device that says which state it is in", () => {
  test("what is made without a word of that is noticed", () =>
    expecting(
      writing("routers", (wire, request) => {
        const { "if-none-match": _, "if-match": __, ...headers } = request.headers;
        return wire.send({ ...request, headers }, calm);
      }),
      /^crossed: router .* is /,
    ));

  test("what is sent again after a pause without a look is noticed", () =>
    expecting(
      writing("routers", async (wire, request) => {
        const reply = await wire.send(request, calm);
        const isRefused = reply.outcome === "answered" && reply.status === 429;
        return isRefused ? wire.send(request, calm) : reply;
      }),
      /^crossed: router .* is /,
    ));
});

describe("at a device over NETCONF", () => {
  const rpc = (name: string, send: (wire: Wire, request: WireRequest) => Promise<WireReply>): HostLie => ({
    about: "ssh:",
    between: (wire) => ({
      send: (request) =>
        request.url.startsWith("ssh:") && String(request.body).includes(`<${name}`)
          ? send(wire, request)
          : wire.send(request, calm),
    }),
  });

  test("an edit that is not kept is noticed", () =>
    expecting(
      rpc("edit-config", (wire, request) =>
        wire.send({ ...request, body: "<validate><source><running/></source></validate>" }, calm),
      ),
      /^world: missing: router 10\.30\./,
    ));

  test("a value that is shown otherwise is noticed", () =>
    expecting(
      rpc("get", async (wire, request) => {
        const reply = await wire.send(request, calm);
        if (reply.outcome !== "answered") return reply;
        return { ...reply, text: reply.text.replaceAll(">Loopback0<", ">Loopback9<") };
      }),
      /^change: too much: update edge\/deviceConfiguration\/.*\/source drift/,
    ));

  test.each([
    ["lock", /^session: edit-config at .* without its locks/],
    ["unlock", /^session: running of .* is locked when the run has ended/],
    ["discard-changes", /^session: the candidate of .* holds what was not committed/],
  ] as const)("%s that is answered and not carried out is noticed", (name, text) =>
    expecting(
      rpc(name, (wire, request) =>
        wire.send({ ...request, body: '<get><filter type="subtree"/></get>' }, calm),
      ),
      text,
    ),
  );

  test("a commit of what was not edited is noticed", () =>
    expecting(
      rpc("commit", async (wire, request) => {
        await wire.send(request, calm);
        return wire.send(request, calm);
      }),
      /^(?:idle|writes): /,
    ));
});
