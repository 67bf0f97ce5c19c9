/**
 * The keys of webhooks, at a server whose workers have the sessions with targets: which keys the server opens, and
 * which it never opens.
 */

import { expect, test } from "vitest";
import { openWebhooks } from "../../src/engine/elsewhere/webhook-keys.ts";
import { entriesFor } from "../../src/notify/recipients.ts";
import { readProject } from "../../src/project/read.ts";
import { openRedactor } from "../../src/runtime/secrets/redactor.ts";
import { folder } from "../cli/command.ts";

async function opened(key: string, env: Readonly<Record<string, string>>) {
  const path = await folder({
    "trueup.yaml": `version: 1
environment: test
targets:
  cloud:
    interface: dashboard
    url: https://cloud.example.net
    credential: { apiKey: { secret: env:KEY } }
notify:
  - { webhook: "https://hooks.example.net/a", key: { secret: ${key} }, on: [apply] }
  - { webhook: "https://hooks.example.net/b", key: { secret: env:OF_DRIFT }, on: [drift] }
`,
    "desired-state/a.yaml": "target: cloud\norganization: Acme\nnetworks: { berlin: { name: Berlin } }\n",
  });
  const { read, problems: wrong } = await readProject(path);
  if (!read) throw new Error(wrong.map(({ message }) => message).join());
  const redactor = openRedactor();
  const entries = entriesFor(read.project.notify, ["apply"]);
  const { keys, entries: told, problems } = await openWebhooks(read, entries, { env, redactor });
  const shown = redactor.text("of-hook-0123456789 of-target-0123456789 of-drift-0123456789");
  return { keys: [...keys.keys()], told: told.length, codes: problems.map(({ code }) => code), shown };
}

const env = { HOOK: "of-hook-0123456789", KEY: "of-target-0123456789", OF_DRIFT: "of-drift-0123456789" };
const unsigned = { keys: [], told: 0, codes: ["webhook-unsigned"] };

test("the key of a notified webhook is opened, and hidden; no credential and no other key is", async () => {
  const { shown, ...found } = await opened("env:HOOK", env);
  expect(found).toEqual({ keys: ["env:HOOK"], told: 1, codes: [] });
  expect(shown).not.toContain("of-hook");
  expect(shown).toContain("of-target-0123456789 of-drift-0123456789");
});

test("a key that the project also uses for a target stays closed, and the webhook is said to get nothing", async () => {
  const { shown, ...found } = await opened("env:KEY", env);
  expect(found).toEqual(unsigned);
  expect(shown).toContain("of-target-0123456789");
});

test("a key that is not here is no error: the webhook is said to get nothing", async () => {
  expect(await opened("env:ABSENT", env)).toMatchObject(unsigned);
});
