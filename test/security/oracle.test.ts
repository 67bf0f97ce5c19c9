/**
 * What can be learnt about a secret by a person who may write desired state or live values, and who may read the output
 * of runs.
 */

import { expect, test } from "vitest";
import { formatsFor } from "../../src/report/formats/registry.ts";
import { folder, trueup } from "../cli/command.ts";
import { fewer } from "../long-forms.ts";
import { type Answer, hostile } from "../servers/hostile.ts";
import { said } from "./canaries.ts";

const secret = "Kj9-mQ2+xW7_vB4n";
const psk = "tR5/hY8=uL3!zD6 e";

/** Creates a project, and a server that has networks with these names and uses these words in its errors. */
async function project(on: {
  readonly live?: readonly string[];
  readonly desired?: readonly string[];
  readonly error?: string;
}): Promise<string> {
  const { live = [], desired = [], error } = on;
  const { url } = await hostile(({ url: asked }): Answer => {
    if (asked.endsWith("/organizations")) return { body: [{ id: "1", name: "Acme" }] };
    if (error !== undefined) return { status: 401, body: { errors: [error] } };
    if (!asked.endsWith("/networks")) return { body: [] };
    return {
      body: live.map((text, at) => ({ id: `N${at}`, name: `Net ${at}`, timeZone: text, tags: [text] })),
    };
  });
  const count = Math.max(1, live.length, desired.length);
  const networks = Array.from({ length: count }, (_, at) => {
    const text = JSON.stringify(desired[at] ?? "UTC");
    return `  n${at}: { name: Net ${at}, timeZone: UTC, tags: [${text}] }\n`;
  });
  return folder({
    "trueup.yaml": `version: 1
environment: test
targets:
  cloud: { interface: dashboard, url: "${url}", credential: { apiKey: { secret: env:DASHBOARD_API_KEY } },
    limits: { requestsPerSecond: 1000 } }
secrets: { allow: ["env:*_PSK"] }
`,
    "desired-state/a.yaml": `target: cloud\norganization: Acme\nnetworks:\n${networks.join("")}  own: { name: Own, ssids: { 0: { name: Own, password: { secret: env:OWN_PSK } } } }\n`,
  });
}

const commands: readonly (readonly string[])[] = [
  ["plan", "--requests"],
  ...formatsFor("plan").map((format) => ["plan", "--format", format, "--annotations", "github"]),
  ["drift", "--base", "desired-state"],
  ["observe"],
];

async function told(cwd: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const env = { DASHBOARD_API_KEY: secret, OWN_PSK: psk, ...more };
  const log = ["--log-level", "debug"];
  const all = [];
  for (const args of commands) {
    const { out, err } = await trueup([...log, ...args], { cwd, env });
    all.push(out, err);
  }
  return all.join("\n");
}

/**
 * Returns every text that is close to the secret but is not the whole secret: each part in every encoding, complete and
 * cut off.
 */
function parts(value: string): readonly string[] {
  const lengths = Array.from({ length: value.length - 4 }, (_, at) => at + 4);
  const ends = lengths.flatMap((length) => [value.slice(0, length), value.slice(value.length - length)]);
  const forms = said(value).filter((form) => form !== value);
  const base64 = [0, 1, 2].map((before) =>
    Buffer.from("u".repeat(before) + value.slice(0, -1)).toString("base64"),
  );
  return [
    ...ends,
    ...ends.map((part) => `${part}…`),
    ...ends.map((part) => `${"x".repeat(99 - part.length)}${part}${"y".repeat(9)}`),
    ...ends.map((part) => `${Buffer.from(part).toString("hex")}…`),
    ...forms.flatMap((form) => [form.slice(0, -6), `${form.slice(0, -6)}…`]),
    ...base64,
    value.toLowerCase(),
    value.toUpperCase(),
    `${value.slice(0, -1)}~`,
    `~${value.slice(1)}`,
  ];
}

/**
 * Returns how often a text contains the mark of a redacted secret. References to secrets in a plan do not count,
 * because they are shown as another text.
 */
const marks = (text: string) => text.match(/\\?\[secret\\?\]/g)?.length ?? 0;

test("the parts of a secret are like any other text: who guesses one learns nothing, where and in what form he will", async () => {
  const probes = [secret, psk].flatMap(parts);
  const desired = await told(await project({ desired: probes }));
  const live = await told(await project({ live: probes }));
  const nothing = await told(await project({ desired: ["UTC"] }));
  expect(marks(desired) - marks(nothing)).toBe(0);
  expect(marks(live) - marks(nothing)).toBe(0);
  for (const probe of [secret.slice(0, 15), secret.toLowerCase()]) expect(desired).toContain(probe);
});

test("what a server says is cut after its secrets are taken out, so that no part of one is left", async () => {
  for (let before = 270; before < 301; before += 3) {
    const cwd = await project({ error: `${"x".repeat(before)}${secret} ${psk}` });
    const { out, err } = await trueup(["plan"], { cwd, env: { DASHBOARD_API_KEY: secret, OWN_PSK: psk } });
    expect(out).toContain("was answered 401: xxx");
    for (let length = 4; length < secret.length; length += 1)
      expect(out + err).not.toContain(`x${secret.slice(0, length)}`);
  }
});

test("a value that is shown whole or in part holds no secret, wherever that stands in it", async () => {
  const long = (at: number) => `${"x".repeat(at)}${secret}${"y".repeat(300)}`;
  const texts = [0, 60, 84, 90, 95, 99, 100, 200].map(long);
  const live = await told(await project({ live: texts }));
  expect(live).not.toContain(secret.slice(0, 4));
  expect(live).not.toContain(secret.slice(-4));
  expect(marks(live)).toBeGreaterThan(0);
});

test("the recovery of a password by its beginnings, as it was done, comes to nothing", async () => {
  const alphabet = "ABCKQWVjmxvn0123456789-+_";
  let known = secret.slice(0, 3);
  for (let plan = 0; plan < 3; plan += 1) {
    const guesses = [...alphabet].flatMap((one) => [`${known}${one}…`, `${hex(known + one)}…`]);
    const cwd = await project({ desired: guesses });
    const { out } = await trueup(["plan", "--format", "json"], { cwd, env: { DASHBOARD_API_KEY: secret } });
    const shown: readonly {
      readonly differences?: readonly { readonly desired: unknown }[];
      readonly desired?: unknown;
    }[] = JSON.parse(out).changes;
    const all = JSON.stringify(shown);
    const taken = guesses.filter((guess) => !all.includes(guess));
    expect(taken).toEqual([]);
    known += secret[known.length] ?? "";
  }
});

function hex(text: string): string {
  return Buffer.from(text).toString("hex");
}

const words = ["expired", "missing", "network", "credential", "update", "error", "fingerprint"];

test.each(fewer([...words, "1234", "deadbeef", "trueup.yaml"], 4))(
  "a secret that is a word of ours, %s, does not show by what is missing from our sentences",
  async (word) => {
    const cwd = await project({ desired: ["UTC"] });
    const env = { DASHBOARD_API_KEY: secret, OWN_PSK: word };
    const other = { DASHBOARD_API_KEY: secret, OWN_PSK: "q7#Z" };
    const plainly = (text: string) => text.replace(/\d+(?:\.\d+)? (?:s|ms)\b|\b\d\d:\d\d:\d\d\b|ms=\d+/g, "");
    for (const args of commands.slice(0, -1)) {
      const [own, usual] = [await trueup(args, { cwd, env }), await trueup(args, { cwd, env: other })];
      expect(plainly(own.out)).toBe(plainly(usual.out));
    }
    const refused = await project({ error: `the ${word} of the ${word}ness` });
    const people = await trueup(["plan"], { cwd: refused, env });
    expect(people.out).toContain("of target cloud in trueup.yaml is missing, wrong or expired: replace it.");
    const { out } = await trueup(["plan", "--format", "json"], { cwd: refused, env });
    expect(out).not.toContain(`the ${word} of`);
    expect(JSON.parse(out)).toMatchObject({ format: "trueup.plan" });
  },
);
