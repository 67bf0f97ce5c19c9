import { describe, expect, test } from "vitest";
import { matches } from "../../src/model/listed/glob.ts";
import { loadText, told } from "./fixtures.ts";

function password(text: string) {
  return loadText(
    `target: cloud\norganization: A\nnetworks: { a: { name: A, ssids: { 0: { ${text} } } } }\n`,
  );
}

describe("secrets in desired state", () => {
  test("a reference that the project allows is kept as a reference", () => {
    const { problems, desired } = password("password: { secret: env:OFFICE_PSK }");
    expect(problems).toStrictEqual([]);
    expect(desired.resources.get("cloud/ssid/a.0")?.value).toStrictEqual({
      password: { secret: "env:OFFICE_PSK" },
    });
  });

  test.each([
    [
      "password: { secret: env:ROOT_PASSWORD }",
      "3:51 secret-not-allowed: desired state may not use `env:ROOT_PASSWORD` (Allow it in trueup.yaml under secrets: allow: [env:ROOT_PASSWORD].)",
    ],
    [
      "password: { secret: file:/etc/shadow }",
      "3:51 secret-not-allowed: desired state may not use `file:/etc/shadow` (Allow it in trueup.yaml under secrets: allow: [file:/etc/shadow].)",
    ],
    [
      "password: { secret: env:../X_PSK }",
      "3:51 secret-form: this is not a secret reference (Write { secret: env:NAME } or { secret: file:PATH }.)",
    ],
    [
      "password: { secret: 'command:cat x_PSK' }",
      "3:51 secret-command: a command must be a list, and is allowed only in a credential of trueup.yaml (In a credential, write { secret: { command: [vault, read, ...] } }; elsewhere, env:NAME or file:PATH.)",
    ],
    [
      "password: { secret: hunter2 }",
      "3:51 secret-form: this is not a secret reference (Write { secret: env:NAME } or { secret: file:PATH }.)",
    ],
    [
      "password: { secret: 'env:no name_PSK' }",
      "3:51 secret-form: this is not a secret reference (Write { secret: env:NAME } or { secret: file:PATH }.)",
    ],
    [
      "password: hunter2",
      "3:51 plain-text-secret: `password` must be a secret reference, never the secret itself (Write `password: { secret: env:NAME }`, and change the secret if this file was ever committed.)",
    ],
    [
      "name: { secret: env:OFFICE_PSK }",
      "3:47 secret-not-allowed: `name` cannot be a secret (Write the value itself. Only fields that hold a password, a key or a token may refer to a secret.)",
    ],
  ])("%j", (text, expected) => {
    expect(told(password(text))).toStrictEqual([expected]);
  });

  test("what has a problem is not among the references to open", () => {
    expect(password("password: { secret: env:ROOT_PASSWORD }").references).toStrictEqual([]);
  });

  test("free-form configuration cannot smuggle a reference in, however deep", () => {
    const text = (data: string) =>
      `target: routers\ndevices: { r: { host: 10.20.0.1, config: { /a: ${data} } } }\n`;
    expect(told(loadText(text("{ b: [{ c: { secret: env:OFFICE_PSK } }] }")))).toStrictEqual([
      "2:59 secret-not-allowed: `b.0.c` cannot be a secret (Only fields that the kind marks as secret may contain a secret reference.)",
    ]);
    expect(told(loadText(text("{ secret: env:OFFICE_PSK }")))).toStrictEqual([
      "2:48 secret-not-allowed: this device configuration cannot be a secret (Only fields that the kind marks as secret may contain a secret reference.)",
    ]);
    expect(told(loadText(text("{ enable: { secret: hashed } }")))).toStrictEqual([]);
  });

  test.each([
    ["password: hunter2", "0: { password: *******"],
    ["name: 5, password: hunter2, vlan: 7", "{ name: 5, password: *******, vlan: 7 }"],
    ["name: 5, 'password': 'hunter2, hunter2'", "{ name: 5, 'password': ******************"],
    ['name: 5, password: "hunter2\\" hunter2"', "password: ******************"],
    ["name: 5, password: { secret: hunter2 }", "password: ********"],
    ["name: 5, password: [hunter2]", "password: ********"],
    ["name: [, password: hunter2", "password: *******"],
    ["name: 5, password: { secret: env:OFFICE_PSK }", "password: { secret: env:OFFICE_PSK }"],
  ])("no excerpt shows a secret: %j", (text, shown) => {
    const { problems } = password(text);
    expect(problems.length).toBeGreaterThan(0);
    const all = JSON.stringify(problems);
    expect(all).not.toContain("hunter2");
    expect(problems.map(({ excerpt }) => excerpt).join("\n")).toContain(shown);
  });

  test("no excerpt shows a secret written in block style", () => {
    const { problems } = loadText(
      "target: cloud\norganization: A\nnetworks:\n  a:\n    name: A\n    ssids:\n      0:\n        password: hunter2, hunter2 } hunter2\n        bad: 1\n",
    );
    expect(problems).toHaveLength(2);
    expect(JSON.stringify(problems)).not.toContain("hunter2");
  });
});

describe("globs", () => {
  test.each([
    ["env:*_PSK", "env:BERLIN_PSK", true],
    ["env:*_PSK", "env:_PSK", true],
    ["env:*_PSK", "env:PSK", false],
    ["env:*_PSK", "file:X_PSK", false],
    ["env:*_PSK", "env:X_PSK_OLD", false],
    ["env:NAME", "env:NAME", true],
    ["env:NAME", "env:NAMES", false],
    ["*", "", true],
    ["a*a", "a", false],
    ["a*b*c", "a-b-b-c", true],
    ["a*b*c", "a-c-b", false],
    ["a*bc*c", "abc", false],
    ["env:.+", "env:xx", false],
    ["**a**", "bab", true],
  ])("%s and %s: %s", (glob, text, expected) => {
    expect(matches(glob, text)).toBe(expected);
  });

  test("a hostile glob takes no longer than a harmless one", () => {
    expect(matches(`${"*a".repeat(5000)}*b`, "a".repeat(100_000))).toBe(false);
  });
});
