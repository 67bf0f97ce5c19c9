/** The runtime's SSH with a real server on loopback. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServerChannel } from "ssh2";
import { afterEach, describe, expect, test } from "vitest";
import type { ChannelRequest, ChannelResult } from "../../../src/model/channel.ts";
import type { Endpoint } from "../../../src/model/project.ts";
import { Secret } from "../../../src/model/secret.ts";
import { openRedactor } from "../../../src/runtime/secrets/redactor.ts";
import { hostKeyFingerprint } from "../../../src/runtime/ssh/host-keys.ts";
import { signingBySha2 } from "../../../src/runtime/ssh/login.ts";
import { sshChannels } from "../../../src/runtime/ssh/ssh.ts";
import { newKey, type ServerScript, type SshServer, sshServer } from "./ssh-server.ts";

const folder = mkdtempSync(join(tmpdir(), "trueup-ssh-"));
const key = newKey();
const fingerprint = hostKeyFingerprint(key.parsed.getPublicSSH());
const bytes = (text: string) => new TextEncoder().encode(text);
const warnings: string[] = [];
const log = { debug: () => {}, info: () => {}, warn: (event: string) => void warnings.push(event) };
const password = { username: new Secret("admin"), password: new Secret("pass-canary") };
const running: SshServer[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
});

process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

async function server(script: Partial<ServerScript> = {}): Promise<SshServer> {
  const started = await sshServer({ hostKeys: [key.private], subsystem: echo, ...script });
  running.push(started);
  return started;
}

/** Sends back everything that it receives. */
function echo(stream: ServerChannel): void {
  stream.on("data", (data: Buffer) => stream.write(data));
}

function endpoint(port: number, more: Partial<Endpoint> = {}): Endpoint {
  const url = `ssh://{host}:${port}`;
  return { name: "routers", url, hosts: ["127.0.0.0/8"], tls: {}, limits: { timeoutSeconds: 5 }, ...more };
}

function call(
  port: number,
  more: Partial<ChannelRequest> & { endpoint?: Partial<Endpoint> } = {},
): Promise<ChannelResult> {
  const { endpoint: of, ...rest } = more;
  const channels = sshChannels({ target: endpoint(port, of), folder, log, secrets: openRedactor() });
  const keys = { "127.0.0.1": [fingerprint] };
  const own = { url: `ssh://127.0.0.1:${port}`, subsystem: "netconf", credential: password, hostKeys: keys };
  return channels.open({ ...own, ...rest });
}

async function opened(called: Promise<ChannelResult>) {
  const came = await called;
  if (came.outcome !== "open") throw new Error(came.problem.message);
  return came.channel;
}

/** Returns a reader that collects data until the text appears. */
function until(text: string) {
  let heard = "";
  return {
    take: (data: Uint8Array) => {
      heard += new TextDecoder().decode(data);
      return heard.includes(text);
    },
    heard: () => heard,
  };
}

describe("a conversation", () => {
  test("sends bytes and brings what comes back, one exchange after another, and ends", async () => {
    const { port, open } = await server();
    const channel = await opened(call(port));
    for (const text of ["one", "two"]) {
      const reader = until(text);
      expect(await channel.exchange(bytes(text), reader.take)).toEqual({ outcome: "whole" });
      expect(reader.heard()).toBe(text);
    }
    await channel.close();
    await expect.poll(open, { timeout: 20_000 }).toBe(0);
  });

  test("asks for the subsystem that is named", async () => {
    const names: string[] = [];
    const { port } = await server({ subsystem: (_, name) => void names.push(name) });
    await (await opened(call(port))).close();
    expect(names).toEqual(["netconf"]);
  });

  test("that is not answered in time is lost, and over", async () => {
    const { port, open } = await server({ subsystem: () => {} });
    const channel = await opened(call(port, { endpoint: { limits: { timeoutSeconds: 1.5 } } }));
    const lost = await channel.exchange(bytes("hello?"), () => false);
    expect(lost).toMatchObject({ outcome: "lost", sent: true, problem: { code: "timeout" } });
    expect(await channel.exchange(bytes("again?"), () => false)).toMatchObject({
      outcome: "lost",
      sent: false,
    });
    await expect.poll(open, { timeout: 20_000 }).toBe(0);
    await channel.close();
  });

  test("is lost although a byte comes now and then: the time is that of the whole answer", async () => {
    const dripping = (stream: ServerChannel) => {
      const drip = setInterval(() => stream.write(" "), 20);
      stream.once("close", () => clearInterval(drip)).on("error", () => {});
    };
    const { port, open } = await server({ subsystem: dripping });
    const channel = await opened(call(port, { endpoint: { limits: { timeoutSeconds: 1.5 } } }));
    const lost = await channel.exchange(bytes("hello?"), () => false);
    expect(lost).toMatchObject({ outcome: "lost", sent: true, problem: { code: "timeout" } });
    await channel.close();
    await expect.poll(open, { timeout: 20_000 }).toBe(0);
  });

  test("that the device ends amid a reply is lost", async () => {
    const { port } = await server({ subsystem: (stream) => stream.on("data", () => stream.end("half")) });
    const channel = await opened(call(port));
    expect(await channel.exchange(bytes("x"), () => false)).toMatchObject({
      outcome: "lost",
      sent: true,
      problem: { code: "connection-lost" },
    });
    await channel.close();
  });

  test("holds a flood back that nobody waits for", async () => {
    let written = 0;
    const flood = (stream: ServerChannel) => {
      const more = () => {
        for (let fits = true; fits && written < 64_000_000; written += 32_768)
          fits = stream.write(Buffer.alloc(32_768));
      };
      stream.on("drain", more);
      more();
    };
    const { port } = await server({ subsystem: flood });
    const channel = await opened(call(port));
    const before = written;
    await expect.poll(() => written, { timeout: 300 }).toBeLessThan(8_000_000);
    expect(await channel.exchange(bytes("x"), (data) => data.length > 0)).toEqual({ outcome: "whole" });
    expect(written).toBeGreaterThanOrEqual(before);
    await channel.close();
  });
});

describe("the login", () => {
  test("is by password, with the device behind the address as part of the name", async () => {
    const { port, tried } = await server();
    const behind = { url: `ssh://127.0.0.1:${port}/{host}`, hosts: ["10.20.0.0/16"] };
    const url = `ssh://127.0.0.1:${port}/10.20.0.1`;
    await (await opened(call(port, { url, endpoint: behind }))).close();
    await (await opened(call(port))).close();
    expect(tried).toEqual(["password admin@10.20.0.1 pass-canary", "password admin pass-canary"]);
  });

  test("answers a prompt for the password, as routers ask for it", async () => {
    const { port, tried } = await server({ prompts: true });
    await (await opened(call(port))).close();
    expect(tried).toEqual(["keyboard-interactive admin pass-canary"]);
  });

  test("is by private key", async () => {
    const { port, tried } = await server();
    const credential = { username: "admin", privateKey: new Secret(newKey().private) };
    await (await opened(call(port, { credential }))).close();
    expect(tried).toEqual(["publickey admin ssh-ed25519"]);
  });

  test("by an RSA key is signed by SHA-2 alone", () => {
    const rsa = newKey("rsa").parsed;
    const key = signingBySha2(rsa);
    const data = Buffer.from("session");
    expect(rsa.verify(data, key.sign(data, "sha256"), "sha256")).toBe(true);
    expect(key.sign(data, "sha1")).toBeInstanceOf(Error);
  });

  test.each([
    ["a password that is refused", password, "unauthorized"],
    ["a key that is none", { username: "admin", privateKey: new Secret("no key") }, "bad-private-key"],
  ])("with %s will not be tried again", async (_, credential, code) => {
    const { port } = await server({ login: () => false });
    const called = await call(port, { credential });
    expect(called).toMatchObject({ outcome: "blocked", problem: { code } });
    expect(JSON.stringify(called)).not.toContain("canary");
  });
});

describe("a credential goes to nobody whose key is not known", () => {
  const line = `${key.parsed.type} ${key.parsed.getPublicSSH().toString("base64")}`;
  const file = (text: string) => {
    writeFileSync(join(folder, "known_hosts"), text);
    return "known_hosts";
  };
  const other = newKey();
  const otherLine = `${other.parsed.type} ${other.parsed.getPublicSSH().toString("base64")}`;

  test.each([
    ["no keys at all", () => undefined, "unknown-host-key"],
    ["the fingerprint of another host", () => ({ "127.0.0.2": [fingerprint] }), "unknown-host-key"],
    ["another fingerprint", () => ({ "127.0.0.1": [`SHA256:${"A".repeat(43)}`] }), "changed-host-key"],
    ["a file with another key", () => file(`127.0.0.1 ${otherLine}\n`), "changed-host-key"],
    [
      "a file with the key revoked",
      () => file(`127.0.0.1 ${line}\n@revoked * ${line}\n`),
      "changed-host-key",
    ],
    ["a file without that host", () => file(`# none\n127.0.0.2 ${line}\n`), "unknown-host-key"],
    ["a file that is not there", () => "nowhere", "unreadable-known-hosts"],
  ])("%s", async (_, keys, code) => {
    const { port, tried } = await server();
    expect(await call(port, { hostKeys: keys() })).toMatchObject({ outcome: "blocked", problem: { code } });
    expect(tried).toEqual([]);
  });

  test("the problem of an unknown key shows it, and what to write", async () => {
    const { port } = await server();
    const called = await call(port, { hostKeys: undefined });
    expect(called.outcome === "blocked" && `${called.problem.message} ${called.problem.hint}`).toContain(
      `settings: { hostKeys: { "127.0.0.1": "${fingerprint}" } }`,
    );
  });

  test.each([
    ["by address", () => `127.0.0.1 ${line}`],
    ["by address and port", (port: number) => `[127.0.0.1]:${port} ${line}`],
    ["among others", () => `other,127.0.0.1 ${line}`],
    ["by pattern", () => `127.0.0.* ${line}`],
  ])("a file of known hosts is read: %s", async (_, text) => {
    const { port } = await server();
    await (await opened(call(port, { hostKeys: file(`${text(port)}\n`) }))).close();
  });

  test("a server with two keys is asked for the one that is known", async () => {
    const rsa = newKey("rsa");
    const { port } = await server({ hostKeys: [key.private, rsa.private] });
    const known = `127.0.0.1 ssh-rsa ${rsa.parsed.getPublicSSH().toString("base64")}`;
    await (await opened(call(port, { hostKeys: file(known) }))).close();
  });

  test.each([
    [["ssh-rsa"], "blocked"],
    [["ssh-rsa", "rsa-sha2-256"], "open"],
  ] as const)(
    "a server that proves an RSA key by %j is %s: SHA-1 proves nothing",
    async (signatures, outcome) => {
      const rsa = newKey("rsa");
      const known = { "127.0.0.1": [hostKeyFingerprint(rsa.parsed.getPublicSSH())] };
      const { port, tried } = await server({ hostKeys: [rsa.private], signatures });
      const called = await call(port, { hostKeys: known });
      expect(called.outcome).toBe(outcome);
      if (called.outcome === "open") await called.channel.close();
      else expect([called.problem.message, tried]).toEqual([expect.stringContaining("SHA-1"), []]);
    },
  );

  test("unless the target says that it may, with a warning each run", async () => {
    const { port } = await server();
    warnings.length = 0;
    await (await opened(call(port, { hostKeys: undefined, endpoint: { tls: { insecure: true } } }))).close();
    expect(warnings).toEqual(["Host keys are not checked for this target"]);
  });

  test("nor to a host that is not listed: no socket opens", async () => {
    const { port, open } = await server();
    const called = await call(port, { endpoint: { hosts: ["10.0.0.0/8"] } });
    expect(called).toMatchObject({ outcome: "blocked", problem: { code: "host-not-listed" } });
    expect(open()).toBe(0);
  });
});

describe("a server that cannot be talked to", () => {
  test("is lost where nobody listens, and nothing was sent", async () => {
    const { port, close } = await server();
    await close();
    await expect
      .poll(() => call(port), { timeout: 20_000 })
      .toMatchObject({ outcome: "lost", problem: { code: "unreachable" } });
  });

  test("has no NETCONF", async () => {
    const started = await sshServer({ hostKeys: [key.private] });
    running.push(started);
    expect(await call(started.port)).toMatchObject({ outcome: "blocked", problem: { code: "no-netconf" } });
  });
});
