/** Secrets that are easy to guess. Their owner gets a warning, and the warning does not help others to guess them. */

import { expect, test } from "vitest";
import { folder, trueup } from "../cli/command.ts";
import { hostile } from "../servers/hostile.ts";

const strong = "q7#Zk2_wP9-xT4+v";

async function project(): Promise<string> {
  const { url } = await hostile(({ url: asked }) => ({
    body: asked.endsWith("/organizations") ? [{ id: "1", name: "Acme" }] : [],
  }));
  return folder({
    "trueup.yaml": `version: 1
environment: test
targets:
  cloud: { interface: dashboard, url: "${url}", credential: { apiKey: { secret: env:DASHBOARD_API_KEY } } }
  campus: { interface: controller, url: "${url}",
    credential: { username: { secret: env:CONTROLLER_USER }, password: { secret: env:CONTROLLER_PASSWORD } } }
secrets: { allow: ["env:*_PSK"] }
`,
    "desired-state/a.yaml": `target: cloud
organization: Acme
networks:
  berlin-mitte-2024: { name: Berlin Friedrichstrasse-12, tags: [guest-network-01],
    ssids: { 0: { name: Guest, password: { secret: env:GUEST_PSK } } } }
`,
  });
}

async function warnings(
  psk: string,
  args: readonly string[] = ["plan"],
  more = {},
): Promise<readonly string[]> {
  const env = {
    DASHBOARD_API_KEY: strong,
    CONTROLLER_USER: "admin",
    CONTROLLER_PASSWORD: strong,
    GUEST_PSK: psk,
  };
  const { err } = await trueup(args, { cwd: await project(), env: { ...env, ...more } });
  return err.split("\n").filter((line) => line.includes("weak-secret"));
}

const said =
  "warning[weak-secret]: the secret of env:GUEST_PSK is easy to guess: it is short, a word, a name or a number";

test.each([
  "Zk2_wP9-xT4",
  "extraordinary",
  "201420152016",
  "berlin-mitte-2024",
  "Friedrichstrasse-12",
  "Berlin Friedrichstrasse-12",
  "guest-network-01",
])("%j is told by its reference, in the same words whatever is weak about it", async (psk) => {
  expect(await warnings(psk)).toEqual([said]);
});

test("a random secret is fine, and so are several words, and the name of a user", async () => {
  expect(await warnings(strong)).toEqual([]);
  expect(await warnings("correct horse battery staple")).toEqual([]);
  expect(await warnings(strong, ["check"])).toEqual([]);
});

test("a credential is told too, by every command that uses it", async () => {
  const weak = { DASHBOARD_API_KEY: "hunter2" };
  for (const args of [["plan"], ["drift"], ["check"]])
    expect((await warnings(strong, args, weak)).join()).toContain(
      "the secret of env:DASHBOARD_API_KEY is easy to guess",
    );
});

test("in a run for a proposal nothing is said: whoever made it reads that, and could try names until one is warned of", async () => {
  expect(await warnings("guest-network-01", ["plan", "--proposal-base", "desired-state"])).toEqual([]);
});
