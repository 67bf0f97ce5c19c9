/** Patterns of catastrophic cost in any file of a project. The command ends as usual, and still reacts to signals. */

import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { trueupProcess } from "../cli/command.ts";
import { put, scratch } from "../git/repositories.ts";
import { catalogFiles, desired, ipamKey, product, projectFor } from "../project/own-catalogs/ipam.ts";

const example = fileURLToPath(new URL("../../examples/router/", import.meta.url));
const text = `${"a".repeat(60)}!`;
/** Patterns that JavaScript practically never finishes matching. RE2 does not support the last two. */
const patterns = ["^(a+)+$", "^(a|aa)+$", "^(?=a)(a+)+$", "^(a+)+\\1$"];

/** Validates, and fails if this does not end in time. */
async function validated(cwd: string) {
  const ended = await trueupProcess(["validate"], {
    cwd,
    env: ipamKey,
    started: (child) => {
      const timer = setTimeout(() => child.kill("SIGKILL"), 60_000);
      child.once("exit", () => clearTimeout(timer));
    },
  });
  expect(ended.status, "it was killed after a minute").not.toBeNull();
  return ended;
}

function edited(cwd: string, file: string, from: string, to: string): void {
  const before = readFileSync(join(cwd, file), "utf8");
  expect(before).toContain(from);
  put(cwd, { [file]: before.replace(from, to) });
}

describe.each(patterns)("%s", (pattern) => {
  const quoted = JSON.stringify(pattern);

  test.each([
    [
      "of a word of keys",
      (cwd: string) => {
        const words = `words: { name: { type: string, pattern: ${JSON.stringify(pattern.replace(/^\^|\$$/g, ""))} } }\nplaces:\n  - { key: "{name}", path`;
        edited(cwd, "mapping/deviceVrf.yaml", "places:\n  - { path", words);
        edited(cwd, "mapping/deviceVrf.yaml", "[name={key}]", "[name={name}]");
        edited(cwd, "desired-state/nuremberg.yaml", "blue: {", `"${text}": {`);
      },
    ],
    [
      "of a field",
      (cwd: string) => {
        edited(
          cwd,
          "mapping/deviceVrf.yaml",
          "rd: { type: string,",
          `rd: { type: string, pattern: ${quoted},`,
        );
        edited(cwd, "desired-state/nuremberg.yaml", 'rd: "65002:1"', `rd: "${text}"`);
      },
    ],
    [
      "of the elements of a list in a field",
      (cwd: string) => {
        edited(
          cwd,
          "mapping/deviceVrf.yaml",
          "  rd: {",
          `  more: { type: array, items: { type: string, pattern: ${quoted} } }\n  rd: {`,
        );
        edited(cwd, "desired-state/nuremberg.yaml", 'rd: "65002:1"', `rd: "65002:1", more: ["${text}"]`);
      },
    ],
  ])("%s in a mapping holds nothing up", async (_, act) => {
    const cwd = scratch();
    cpSync(example, cwd, { recursive: true });
    act(cwd);
    const { err, status } = await validated(cwd);
    expect(err).toContain("desired-state/nuremberg.yaml");
    expect(status).toBe(1);
  });

  test.each([
    [
      "a field",
      (cwd: string) => {
        edited(cwd, "catalogs/our-ipam/vlan.yaml", "name: {", `name: { pattern: ${quoted},`);
        edited(cwd, "desired-state/ipam.yaml", "name: Office", `name: "${text}"`);
      },
    ],
    [
      "a key",
      (cwd: string) => {
        edited(
          cwd,
          "catalogs/our-ipam/vlan.yaml",
          "fields:",
          `keySchema: { type: string, pattern: ${quoted} }\nfields:`,
        );
        edited(cwd, "desired-state/ipam.yaml", "office: { vid", `"${text}": { vid`);
      },
    ],
    [
      "a setting",
      (cwd: string) => {
        const setting = `settings: { zone: { is: { type: string, pattern: ${quoted} } } }\n`;
        put(cwd, { "catalogs/our-ipam/product.yaml": `${product}${setting}` });
        edited(cwd, "trueup.yaml", "    credential:", `    settings: { zone: "${text}" }\n    credential:`);
      },
    ],
  ])("of %s in a catalog holds nothing up", async (_, act) => {
    const cwd = scratch();
    put(cwd, {
      "trueup.yaml": projectFor({ admin: "http://127.0.0.1:1/" }),
      "desired-state/ipam.yaml": desired,
      ...catalogFiles(),
    });
    act(cwd);
    const { err, status } = await validated(cwd);
    expect(err).toContain("error[");
    expect(err.includes("warning[slow-pattern]")).toBe(pattern.includes("(?=") || pattern.includes("\\1"));
    expect(status).toBe(1);
  });
});
