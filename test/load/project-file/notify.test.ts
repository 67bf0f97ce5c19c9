/** `notify:` in the project file: the resulting settings, and every mistake with its place. */

import { describe, expect, test } from "vitest";
import { loadProject } from "../../../src/load/project-file/project.ts";
import { drivers } from "../../../src/project/drivers.ts";

const head = `version: 1
environment: production
targets:
  cloud: { interface: dashboard, url: "https://d.example.net", credential: { apiKey: { secret: env:K } } }
  mute: { interface: messaging, url: "https://m.example.net", credential: { clientId: c, clientSecret: { secret: env:S } } }
  chat:
    interface: messaging
    url: https://m.example.net
    credential: { clientId: c, clientSecret: { secret: env:S } }
    settings: { messagePath: /messages }
notify:
`;

function read(...entries: readonly string[]) {
  const file = { path: "trueup.yaml", text: `${head}${entries.map((entry) => `  - ${entry}\n`).join("")}` };
  return loadProject({ file, folder: "/srv/net", drivers });
}

const key = "key: { secret: env:HOOK }";
const hook = (url: string) => `{ webhook: "${url}", ${key} }`;

test("a room and a webhook are told of everything, unless they say of what", () => {
  const { project, problems, references } = read(
    "{ target: chat, room: NOC, on: [drift] }",
    hook("https://hooks.example.net/x?sig=1"),
    hook("http://127.0.0.1:8080/x"),
  );
  expect(problems).toEqual([]);
  const on = ["apply", "failure", "drift"];
  expect(project?.notify).toEqual([
    { target: "chat", room: "NOC", on: ["drift"] },
    { webhook: "https://hooks.example.net/x?sig=1", key: { secret: "env:HOOK" }, on },
    { webhook: "http://127.0.0.1:8080/x", key: { secret: "env:HOOK" }, on },
  ]);
  expect(references.filter(({ target }) => target === undefined)).toMatchObject([
    { reference: "env:HOOK", at: { line: 13, column: 53 } },
    { reference: "env:HOOK" },
  ]);
});

describe("what cannot be told is a problem at its line", () => {
  test.each([
    ["{ target: chta, room: NOC }", "unknown-target", "Did you mean `chat`?"],
    ["{ target: cloud, room: NOC }", "cannot-post", "interface: messaging"],
    ["{ target: mute, room: NOC }", "cannot-post", "settings.messagePath"],
    ["{ target: chat }", "missing-field", ""],
    ["{ room: NOC }", "missing-field", ""],
    ["{ target: chat, room: NOC, on: [plan] }", "invalid-value", ""],
    ["{ target: chat, room: NOC, on: [] }", "invalid-value", ""],
    ["{ target: chat, room: NOC, webhook: x }", "unknown-field", ""],
    ['{ webhook: "https://hooks.example.net" }', "missing-field", ""],
    [hook("http://hooks.example.net"), "bad-url", "https://"],
    [hook("hooks.example.net"), "bad-url", "https://"],
    [hook("ftp://hooks.example.net"), "bad-url", "https://"],
    [hook("https://me@hooks.example.net"), "bad-url", "https://"],
    [hook("https://hooks.example.net#x"), "bad-url", "https://"],
    ['{ webhook: "https://hooks.example.net", key: canary }', "plain-text-secret", "key: {"],
    ['{ webhook: "https://hooks.example.net", key: { secret: canary } }', "invalid-value", ""],
  ])("%s: %s", (entry, code, hint) => {
    const { project, problems } = read(entry);
    expect(problems).toMatchObject([{ code, at: { line: 12 } }]);
    expect(problems[0]?.hint ?? "").toContain(hint);
    expect(JSON.stringify(problems)).not.toContain("canary");
    expect(project).toBeUndefined();
  });
});
