/** Known hosts files: which lines are about a host, whatever else the file contains. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { KnownHosts } from "../../../src/runtime/ssh/known-hosts.ts";

const found = (patterns: string, name: string, port = 22) =>
  new KnownHosts(`${patterns} ssh-ed25519 AAAA\n`).linesFor({ name, port }).length > 0;

test.each([
  ["r1.example.net", "r1.example.net", true],
  ["R1.Example.NET", "r1.example.net", true],
  ["*.example.net", "r1.example.net", true],
  ["*.example.net", "example.net", false],
  ["r?.example.net", "r1.example.net", true],
  ["r?.example.net", "r12.example.net", false],
  ["*,!r1.example.net", "r1.example.net", false],
  ["*,!r1.example.net", "r2.example.net", true],
  ["r.*", "rx1", false],
  ["[r1.example.net]:830", "r1.example.net", false],
  // `ssh-keygen -H` writes the name `r1` in this form if the salt is `salt`.
  ["|1|c2FsdA==|Hc1/mCx44LRH2GE0BfN9wtu0vAs=", "r1", true],
  ["|1|c2FsdA==|Hc1/mCx44LRH2GE0BfN9wtu0vAs=", "r2", false],
])("%s names %s: %s", (patterns, name, expected) => {
  expect(found(patterns, name)).toBe(expected);
});

test("a pattern means what the same regular expression means", () => {
  const pattern = fc.string({ unit: fc.constantFrom("a", "b", "*", "?"), minLength: 1, maxLength: 12 });
  const name = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(pattern, name, (one, other) => {
      const expression = one.replace(/\*+/g, ".*").replaceAll("?", ".");
      const same = new RegExp(`^${expression}$`);
      expect(found(one, other)).toBe(same.test(other) || same.test(`[${other}]:22`));
    }),
    { numRuns: 3000 },
  );
});

test("a pattern that would keep a backtracking matcher busy for years is matched at once", () => {
  const name = "a".repeat(255);
  for (const pattern of [`${"*a".repeat(200)}*b`, `${"*?".repeat(200)}*b`, `${"*a?".repeat(80)}*b*`])
    expect(found(pattern, name)).toBe(false);
});
