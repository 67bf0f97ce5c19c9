/**
 * Tokens that a login server has chosen. Such a token is redacted only in texts of the server's own target, so it
 * cannot hide a text of another target.
 */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openRedactor, serverOf } from "../../src/runtime/secrets/redactor.ts";
import { folder, trueup } from "../cli/command.ts";
import { type Answer, type Asked, hostile } from "../servers/hostile.ts";

/** Texts in the honest target's plan that a hostile server would like to hide. */
const wanted = {
  address: "203.0.113.66",
  word: "unrestricted",
  sentence: "permit any from the guest network",
  key: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFq7",
  resource: "headquarters-of-the-north",
};

/** Returns a server that issues this token in each possible way, and repeats it in all replies. */
const giving =
  (token: string) =>
  ({ method, url }: Asked): Answer => {
    const headers = {
      "set-cookie": [
        `JSESSIONID=${encodeURIComponent(token)}; Path=/`,
        `APIC-cookie=${token.replaceAll(" ", "+")}`,
      ],
      "x-auth-token": token,
    };
    if (url.includes("/client/token")) return { headers, body: token };
    if (method === "POST" && /login|token|security_check|auth/i.test(url))
      return {
        headers,
        body: {
          ...{
            access_token: token,
            refresh_token: token,
            id_token: token,
            token_type: "bearer",
            expires_in: 600,
          },
          ...{ token, Token: token, response: { token } },
          imdata: [{ aaaLogin: { attributes: { token, refreshTimeoutSeconds: "600" } } }],
        },
      };
    return { status: 400, headers, body: { error: `it is ${token}.` } };
  };

const user = "{ username: { secret: env:CONTROLLER_USER }, password: { secret: env:CONTROLLER_PASSWORD } }";
const client = "{ clientId: id, clientSecret: { secret: env:CLIENT_SECRET } }";

/** The hostile targets. Each issues tokens in another way. */
const targets = {
  controller: [`credential: ${user}`, "devices: { d: { managementIpAddress: 10.0.0.1, name: d } }", ""],
  fabric: [`credential: ${user}`, "tenants: { t: { description: T } }", ", dialect: apic"],
  sdwan: [`credential: ${user}`, "devices: { w: { serial: S1, name: w } }", ", dialect: vmanage"],
  messaging: [`credential: ${client}`, "rooms: { noc: { name: NOC } }", ""],
} as const;

async function project(spoken: keyof typeof targets, token: string): Promise<string> {
  const evil = await hostile(giving(token));
  const honest = await hostile(({ method, url }) => {
    if (url.endsWith("/organizations")) return { body: [{ id: "1", name: "Acme" }] };
    if (method !== "GET") return { status: 400, body: { errors: [Object.values(wanted).join(" ")] } };
    if (!url.endsWith("/networks")) return { body: [] };
    return { body: [{ id: "N1", name: "HQ", timeZone: "UTC", tags: [`${wanted.key} was`] }] };
  });
  const [credential, entries, dialect] = targets[spoken];
  const notes = [wanted.sentence, wanted.key, wanted.address, wanted.word];
  return folder({
    "trueup.yaml": `version: 1
environment: test
targets:
  evil: { interface: ${spoken}${dialect}, url: "${evil.url}", ${credential} }
  cloud: { interface: dashboard, url: "${honest.url}", credential: { apiKey: { secret: env:DASHBOARD_API_KEY } } }
`,
    "desired-state/evil.yaml": `target: evil\n${entries}\n`,
    "desired-state/cloud.yaml": `target: cloud
organization: Acme
networks:
  headquarters-of-the-north: { name: HQ, timeZone: UTC, tags: ${JSON.stringify(notes)} }
`,
  });
}

const commands = [
  ["plan", "--requests"],
  ["plan", "--format", "json", "--out", "plan.json"],
  ["plan", "--format", "markdown"],
  ["drift", "--base", "desired-state", "--format", "markdown"],
  ["--log-level", "debug", "apply", "--yes"],
];

const env = { CLIENT_SECRET: "canary-client-secret-1" };

describe.each(Object.keys(targets) as (keyof typeof targets)[])("a %s", (spoken) => {
  test.each(Object.values(wanted))(
    "that gives the token `%s` hides nothing of another target",
    async (token) => {
      const cwd = await project(spoken, token);
      for (const args of commands) {
        const { out, err } = await trueup(args, { cwd, env });
        const files = args.includes("--out") ? await readFile(join(cwd, "plan.json"), "utf8") : "";
        const all = `${out}${err}${files}`.replaceAll("\\", "");
        expect(all, args.join(" ")).toContain("cloud");
        const shown = Object.values(wanted).filter((each) => all.includes(each));
        expect(shown, args.join(" ")).toEqual(Object.values(wanted));
      }
    },
  );
});

test("a token is hidden in what its own target says", async () => {
  const token = "t0ken-of-the-server+9/x";
  for (const spoken of ["controller", "messaging"] as const) {
    const cwd = await project(spoken, token);
    for (const args of commands) {
      const { out, err } = await trueup(args, { cwd, env });
      expect(out + err, `${spoken} ${args.join(" ")}`).not.toContain(token);
    }
  }
});

describe("what a server chose", () => {
  const token = "chosen-by-the-server-1";

  test("is known by its target and by others of its origin, in the second net too", () => {
    const all = openRedactor();
    all.learn(["canary-0f-our-own"]);
    const own = all.by(serverOf({ name: "a", url: "https://a.example:8443/api" }));
    all.by(serverOf({ name: "beside", url: "https://a.example:8443/other" }));
    all.by(serverOf({ name: "b", url: "https://b.example/" }));
    own.learnTokens([token]);
    for (const how of ["value", "text"] as const) {
      for (const name of ["a", "beside"]) expect(all.of(name)[how](`<${token}>`)).toBe("<[secret]>");
      for (const one of [all, all.of("b"), all.of("c")]) expect(one[how](`<${token}>`)).toBe(`<${token}>`);
      expect(all.all[how](`<${token}>`)).toBe("<[secret]>");
      for (const one of [all, all.of("a"), all.of("b"), all.all])
        expect(one[how]("<canary-0f-our-own>")).toBe("<[secret]>");
    }
  });

  test("is no token below 16 characters, and no secret of a product below 4", () => {
    const all = openRedactor();
    const own = all.by({ name: "a" });
    own.learnTokens(["203.0.113.66", "123456789abcdef", "123456789abcdefg"]);
    own.learnShown(["psk", "long psk"]);
    expect(own.value("203.0.113.66 123456789abcdef 123456789abcdefg")).toBe(
      "203.0.113.66 123456789abcdef [secret]",
    );
    expect(own.value("psk, long psk")).toBe("psk, [secret]");
  });

  test("leaves no part of a secret of ours that it is a part of, nor the other way round", () => {
    const all = openRedactor();
    const own = all.by({ name: "a" });
    all.learn(["canary-ours-0123456789-end"]);
    own.learnTokens(["ours-0123456789-", "x-canary-ours-0123456789-end-x"]);
    expect(own.value("canary-ours-0123456789-end")).toBe("[secret]");
    expect(own.value("x-canary-ours-0123456789-end-x")).toBe("[secret]");
  });

  test("that is ours already stays ours: it is hidden everywhere", () => {
    const all = openRedactor();
    all.learn(["canary-0f-our-own"]);
    all.by({ name: "a" }).learnTokens(["canary-0f-our-own"]);
    expect(all.of("b").value("canary-0f-our-own")).toBe("[secret]");
  });
});
