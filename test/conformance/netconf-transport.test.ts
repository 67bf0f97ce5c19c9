import { createHash, generateKeyPairSync } from "node:crypto";
import ssh2 from "ssh2";
import { describe, expect, test } from "vitest";
import { routers } from "./routers.ts";
import { bases, connected, dataOf, helloWith, inChunk, rpcOf, textsOf } from "./ssh-client.ts";

const { greet, hostKey, login, reset } = routers();
const { utils } = ssh2;
const getHostname =
  '<get-config><source><running/></source><filter><native xmlns="http://vendor.example.net/ns/Vendor-native">' +
  "<hostname/></native></filter></get-config>";
const hostname = "<native><hostname>r1</hostname></native>";

function keyPair(): { readonly privateKey: string; readonly authorized: string } {
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  const key = utils.parseKey(privateKey);
  if (key instanceof Error) throw key;
  return { privateKey, authorized: `${key.type} ${key.getPublicSSH().toString("base64")} test` };
}

describe("SSH (RFC 6242 section 3)", () => {
  test("the subsystem netconf is there, and no other", async () => {
    await expect(connected(login(), "sftp")).rejects.toThrow(/subsystem/i);
    expect((await greet()).hello).toContain("<hello");
  });

  test("a wrong password, a wrong user and a device that is not there are turned away", async () => {
    await expect(connected({ ...login(), password: "guess" })).rejects.toThrow(/authentication/i);
    await expect(connected({ ...login(), username: "someone@r1" })).rejects.toThrow(/authentication/i);
    await expect(connected(login("r3"))).rejects.toThrow(/subsystem/i);
  });

  test("a public key that the routers know opens a session, another one does not", async () => {
    const known = keyPair();
    reset({ publicKeys: [known.authorized] });
    const { password: _, ...by } = login();
    const conversation = await connected({ ...by, privateKey: known.privateKey });
    expect(await conversation.next()).toContain("<hello");
    conversation.drop();
    await expect(connected({ ...by, privateKey: keyPair().privateKey })).rejects.toThrow(/authentication/i);
  });

  test("the host key is the one of the fingerprint and of the line for known hosts", async () => {
    let seen: Buffer = Buffer.alloc(0);
    const hostVerifier = (key: Buffer) => {
      seen = key;
      return true;
    };
    (await connected({ ...login(), hostVerifier })).drop();
    const digest = createHash("sha256").update(seen).digest("base64").replace(/=*$/, "");
    expect(hostKey().fingerprint).toBe(`SHA256:${digest}`);
    const { host, port } = login();
    expect(hostKey().knownHost).toBe(`[${host}]:${port} ecdsa-sha2-nistp256 ${seen.toString("base64")}`);
  });

  test("many sessions are open at once, on one device and on several, each with its own id", async () => {
    const sessions = [await greet(), await greet(), await greet({ host: "r2" })];
    const ids = sessions.map(({ hello }) => textsOf(hello, "session-id")[0]);
    expect(new Set(ids).size).toBe(3);
    const replies = await Promise.all(sessions.map((each) => each.rpc(getHostname)));
    expect(replies.map(dataOf)).toEqual([hostname, hostname, hostname.replace("r1", "r2")]);
  });
});

describe("hello (RFC 6241 section 8.1)", () => {
  test("it lists versions, capabilities and modules, and the session's id", async () => {
    const { hello } = await greet();
    const short = (text: string) => text.replace("urn:ietf:params:netconf:", "");
    expect(textsOf(hello, "capability").map(short)).toEqual([
      "base:1.0",
      "base:1.1",
      "capability:writable-running:1.0",
      "capability:candidate:1.0",
      "capability:confirmed-commit:1.1",
      "capability:rollback-on-error:1.0",
      "capability:validate:1.1",
      ...["acl", "native", "oper", "snmp", "telemetry"].map(
        (name) => `http://vendor.example.net/ns/Vendor-${name}?module=Vendor-${name}&amp;revision=2026-01-01`,
      ),
    ]);
    expect(Number(textsOf(hello, "session-id")[0])).toBeGreaterThan(0);
  });

  test.each([
    ["candidate", ["candidate:1.0", "confirmed-commit:1.1"]],
    ["confirmedCommit", ["confirmed-commit:1.1"]],
    ["validate", ["validate:1.1"]],
    ["writableRunning", ["writable-running:1.0"]],
    ["rollbackOnError", ["rollback-on-error:1.0"]],
    ["base11", ["base:1.1"]],
  ] as const)("a device without %s does not offer %j", async (setting, gone) => {
    const before = textsOf((await greet()).hello, "capability");
    reset({ [setting]: false });
    const after = new Set(textsOf((await greet()).hello, "capability"));
    const missing = before.filter((each) => !after.has(each));
    expect(missing.map((each) => each.split(":").slice(-2).join(":"))).toEqual(gone);
  });

  test.each([
    ["gives itself a session id", helloWith(bases, "<session-id>4</session-id>")],
    ["has no version in common", helloWith(["urn:ietf:params:netconf:base:2.0"])],
    ["is no hello", `${rpcOf(getHostname)}]]>]]>`],
    ["is no XML", "<hello]]>]]>"],
  ])("the session ends when the client's hello %s", async (_, hello) => {
    const conversation = await connected(login());
    await conversation.next();
    conversation.send(hello);
    expect(await conversation.end()).toBe("");
  });
});

describe("framing (RFC 6242 section 4)", () => {
  test.each([
    ["the client", bases.slice(0, 1), true],
    ["the device", bases, false],
  ])("the end-of-message mark stays where %s does not know base:1.1", async (_, capabilities, base11) => {
    reset({ base11 });
    const session = await greet({ capabilities });
    session.send(`${rpcOf(getHostname)}]]>]]>`);
    expect(dataOf((await session.until("]]>]]>")).toString())).toBe(hostname);
  });

  test.each([0, 1, 7, 1000])(
    "replies in chunks of %i octets are whole, also where a chunk cuts a character",
    async (chunkBytes) => {
      reset({ chunkBytes });
      const session = await greet();
      const reply = await session.rpc("<get-config><source><running/></source></get-config>");
      expect(textsOf(reply, "banner")).toEqual(["a &lt; b &amp; c – d"]);
    },
  );

  test("a request may come in any chunks, and its octets one by one", async () => {
    const session = await greet();
    const message = rpcOf(getHostname);
    const chunks = [...message].map((each) => `\n#1\n${each}`).join("");
    for (const octet of `${chunks}\n##\n`) session.send(octet);
    expect(dataOf(await session.next())).toBe(hostname);
  });

  test("requests that come together are answered one after the other", async () => {
    const session = await greet();
    session.send(["a", "b", "c"].map((id) => inChunk(rpcOf(getHostname, id))).join(""));
    for (const id of ["a", "b", "c"]) expect(await session.next()).toContain(`message-id="${id}"`);
  });

  test.each(["\n#0\n", "\n##\n", "\n#x\n", "\n#01\na", "<rpc/>]]>]]>", "\n#99999999999\n"])(
    "the session ends at %j, which is no chunk",
    async (octets) => {
      const session = await greet();
      session.send(octets);
      expect(await session.end()).toBe("");
    },
  );
});

describe("rpc (RFC 6241 section 4)", () => {
  test("the reply has the request's attributes, all of them and as they are", async () => {
    const session = await greet();
    const attributes = 'message-id="&lt;1&gt;" xmlns:x="urn:x" x:user=\'J. &quot;D&quot;\'';
    session.send(
      inChunk(`<n:rpc xmlns:n="urn:ietf:params:xml:ns:netconf:base:1.0" ${attributes}><n:get/></n:rpc>`),
    );
    const reply = await session.next();
    expect(reply).toMatch(/^<n:rpc-reply xmlns:n="urn:ietf:params:xml:ns:netconf:base:1.0" /);
    expect(reply).toContain('message-id="&lt;1&gt;" xmlns:x="urn:x" x:user="J. &quot;D&quot;"');
  });

  test("a request without message-id is told so", async () => {
    const session = await greet();
    session.send(inChunk(rpcOf("<get/>").replace(/ message-id="[^"]*"/, "")));
    const reply = await session.next();
    expect(textsOf(reply, "error-tag")).toEqual(["missing-attribute"]);
    expect(textsOf(reply, "bad-attribute")).toEqual(["message-id"]);
  });

  test("an operation that is not known is not supported, nor is copying or deleting a datastore", async () => {
    const session = await greet();
    for (const name of ["reboot", "copy-config", "delete-config"]) {
      const reply = await session.rpc(`<${name}/>`);
      expect(textsOf(reply, "error-tag")).toEqual(["operation-not-supported"]);
      expect(textsOf(reply, "error-severity")).toEqual(["error"]);
      expect(textsOf(reply, "bad-element")).toEqual([name]);
    }
  });

  test.each([
    "<rpc",
    "<a><b></a></b>",
    '<rpc xmlns="urn:ietf:params:xml:ns:netconf:base:1.0" message-id="1" message-id="2"><get/></rpc>',
    "<x:rpc/>",
    "<rpc>&nbsp;</rpc>",
    `<!DOCTYPE rpc [<!ENTITY a "b">]>${rpcOf("<get/>")}`,
    `${rpcOf("<get/>")}<rpc/>`,
    rpcOf("<get/>").replace("netconf:base:1.0", "elsewhere"),
  ])(
    "what is no rpc is a malformed message in base:1.1, and ends a session of base:1.0: %s",
    async (message) => {
      const session = await greet();
      session.send(inChunk(message));
      expect(textsOf(await session.next(), "error-tag")).toEqual(["malformed-message"]);
      expect(dataOf(await session.rpc(getHostname))).toBe(hostname);
      const old = await greet({ capabilities: bases.slice(0, 1) });
      old.send(`${message}]]>]]>`);
      expect(await old.end()).toBe("");
    },
  );

  test("comments, CDATA, references and an XML declaration are read as XML has them", async () => {
    const session = await greet();
    const message = rpcOf(
      getHostname.replace("<hostname/>", "<!-- a --><hostname><![CDATA[r]]>&#49;</hostname>"),
    );
    session.send(inChunk(`<?xml version="1.0" encoding="UTF-8"?>\n${message}\n`));
    expect(dataOf(await session.next())).toContain(hostname.replace("</native>", ""));
  });
});

describe("the end of sessions (RFC 6241 sections 7.8 and 7.9)", () => {
  test("close-session is answered, then the connection ends", async () => {
    const session = await greet();
    expect(await session.rpc("<close-session/>")).toContain("<ok/>");
    expect(await session.end()).toBe("");
  });

  test("kill-session ends another session of the device, and no other one", async () => {
    const [one, other, elsewhere] = [await greet(), await greet(), await greet({ host: "r2" })];
    const idOf = ({ hello }: { hello: string }) => textsOf(hello, "session-id")[0];
    const kill = (id: string | undefined) =>
      one.rpc(`<kill-session><session-id>${id}</session-id></kill-session>`);
    for (const id of [idOf(one), idOf(elsewhere), "999", "x"]) {
      expect(textsOf(await kill(id), "error-tag")).toEqual(["invalid-value"]);
    }
    expect(await kill(idOf(other))).toContain("<ok/>");
    expect(await other.end()).toBe("");
  });
});
