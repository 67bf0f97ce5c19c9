/**
 * Requests that are signed with a private key, against the simulated Intersight, which verifies them with its own code.
 */

import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Plan } from "../../../src/model/plan/plan.ts";
import { Secret } from "../../../src/model/secret.ts";
import { openedHeaders } from "../../../src/runtime/http/request-secrets.ts";
import { serve } from "../../../src/simulator/serve.ts";
import { defaultCredentials } from "../../../src/simulator/wire/accepted-credentials.ts";
import { stage } from "../../servers/virtual-time/run.ts";

const project = `version: 1
environment: virtual
targets:
  dc:
    interface: servers
    dialect: intersight
    url: https://intersight.example.net
    credential: { keyId: simulated-key, privateKey: { secret: env:SERVERS_PRIVATE_KEY } }
`;
const files = {
  "a.yaml":
    "target: dc\norganization: default\npolicies:\n  ntp: { corp: { name: corp, ntpServers: [10.0.0.1] } }\n",
};
const pem = (key: KeyObject) => key.export({ type: "pkcs8", format: "pem" }).toString();
const pairs = {
  "elliptic curve": generateKeyPairSync("ec", { namedCurve: "P-256" }),
  RSA: generateKeyPairSync("rsa", { modulusLength: 2048 }),
};
const publicPem = (key: KeyObject) => key.export({ type: "spki", format: "pem" }).toString();

function signedBy(privateKey: string, publicKey: KeyObject) {
  return stage({
    ...{ project, files, secrets: { "env:SERVERS_PRIVATE_KEY": privateKey } },
    settings: {
      serversMode: "intersight",
      credentials: {
        ...defaultCredentials,
        serversKeys: [{ id: "simulated-key", publicKey: publicPem(publicKey) }],
      },
    },
  });
}

/** Returns the problem that makes the organization, and everything in it, unknown. */
function rootOf({ unknown }: Plan) {
  return unknown.map(({ problem }) => problem).find(({ code }) => code !== "parent-unknown");
}

describe.for(Object.entries(pairs))("a key of %s", ([, { privateKey, publicKey }]) => {
  test("signs each request: reads with a query, a create with a body, without any login", async () => {
    const on = signedBy(pem(privateKey), publicKey);
    const made = await on.plan();
    expect(made.plan.unknown).toEqual([]);
    const { settled } = await on.apply(made);
    expect(settled.map(({ outcome }) => outcome.state)).toEqual(["applied"]);
    expect((await on.plan()).plan.steps).toEqual([]);
    expect(on.network.log().filter(({ path }) => path.startsWith("/iam"))).toEqual([]);
  });

  test("of somebody else is refused, and nothing is planned", async () => {
    const other = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const { plan } = await signedBy(pem(privateKey), other.publicKey).plan();
    expect(plan.steps).toEqual([]);
    expect(rootOf(plan)).toMatchObject({ code: "unauthorized" });
  });
});

test.for([400, -400])("a clock that is %i s off is told as such", async (seconds) => {
  const { privateKey, publicKey } = pairs["elliptic curve"];
  const on = signedBy(pem(privateKey), publicKey);
  on.network.skewMs = seconds * 1000;
  const { plan } = await on.plan();
  const side = seconds > 0 ? "ahead of" : "behind";
  const { code, hint } = rootOf(plan) ?? {};
  expect(code).toBe("clock-skew");
  expect(hint).toMatch(new RegExp(`clock: it is (?:399|400|401) s ${side} the server's`));
  on.network.skewMs = 250_000;
  expect((await on.plan()).plan.unknown).toEqual([]);
});

describe("a private key", () => {
  const request = {
    method: "GET",
    url: "https://intersight.example.net/api/v1/ntp/Policies?$top=1",
  } as const;
  const openWith = (privateKey: string) => {
    const signature = {
      scheme: "signature",
      keyId: new Secret("a/b"),
      privateKey: new Secret(privateKey),
    } as const;
    return openedHeaders({ ...request, headers: { authorization: signature } }, (secret) => secret.reveal());
  };

  test("that has the name of another form, as some are given out, is taken", () => {
    const renamed = pem(pairs["elliptic curve"].privateKey).replaceAll(" PRIVATE KEY", " EC PRIVATE KEY");
    expect(openWith(renamed)).toMatchObject({
      headers: {
        authorization: expect.stringMatching(
          /^Signature keyId="a\/b",algorithm="hs2019",headers="\(request-target\) date host content-type digest",/,
        ),
        digest: "SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
      },
    });
  });

  test("that is none, or of another sort, is no key", () => {
    const other = generateKeyPairSync("ed25519").privateKey;
    for (const wrong of ["no key", pem(other)])
      expect(openWith(wrong)).toEqual({ bad: "authorization", because: "key" });
  });
});

test("over a socket the signature is that of what was sent", async () => {
  const { httpWire } = await import("../../../src/runtime/http/http.ts");
  const { privateKey, publicKey } = pairs.RSA;
  const keys = [{ id: "simulated-key", publicKey: publicPem(publicKey) }];
  const served = await serve({
    settings: { serversMode: "intersight", credentials: { ...defaultCredentials, serversKeys: keys } },
  });
  const log = { debug: () => {}, info: () => {}, warn: () => {} };
  const url = served.urls.servers;
  const target = { name: "dc", url, hosts: [], tls: {}, limits: {} };
  const { wire, close } = httpWire(target, log);
  const key = { keyId: new Secret("simulated-key"), privateKey: new Secret(pem(privateKey)) };
  const headers = { authorization: { scheme: "signature", ...key } } as const;
  const ask = (body?: object) =>
    wire.send(
      body
        ? { method: "POST", url: `${url}/api/v1/ntp/Policies`, headers, body: { ...body } }
        : { method: "GET", url: `${url}/api/v1/organization/Organizations?$top=1`, headers },
      new AbortController().signal,
    );
  try {
    expect(await ask()).toMatchObject({ outcome: "answered", status: 200, clockAhead: expect.any(Number) });
    expect(await ask({ ObjectType: "ntp.Policy", Nonsense: 1 })).toMatchObject({ status: 400 });
  } finally {
    await close();
    await served.close();
  }
});
