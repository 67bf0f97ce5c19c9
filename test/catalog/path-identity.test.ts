/**
 * Identities that are paths with keys. They are split like with a regular expression, in time that is linear in the
 * lengths of path and text.
 */

import fc from "fast-check";
import { expect, test } from "vitest";
import { keyInIdentity, pathSegments } from "../../src/catalog/identity.ts";

const key = (path: string, identity: string) => keyInIdentity({ identity: { path, at: "dn" } }, identity);

test.each([
  ["uni/tn-{tenant}/ap-{id}", "uni/tn-a/ap-b", "b"],
  ["uni/tn-{tenant}/ap-{id}", "uni/tn-a/ap-b/c", "b/c"],
  ["uni/tn-{tenant}/ap-{id}", "uni/tn-a/bd-b", "uni/tn-a/bd-b"],
  ["subnet-[{id}]", "subnet-[10.0.0.0/8]", "10.0.0.0/8"],
  ["from-[{id}]-to-[{to}]", "from-[a]-to-[b]", "a"],
  ["{a}-{id}", "x-y-z", "z"],
  ["{id}-{a}", "x-y-z", "x-y"],
  ["{a}{id}", "xyz", "z"],
  ["plain", "plain", "plain"],
])("%s has of %s %s", (path, identity, own) => {
  expect(key(path, identity)).toBe(own);
});

test("it is what an expression would find", () => {
  const part = fc.constantFrom("{a}", "{b}", "a", "/", "-", "[", "]", ".");
  const paths = fc.tuple(fc.array(part, { maxLength: 4 }), fc.array(part, { maxLength: 4 }));
  const text = fc.array(fc.constantFrom(..."aab/-[].\n"), { maxLength: 8 });
  fc.assert(
    fc.property(paths, text, ([before, after], letters) => {
      const source = [...before, "{id}", ...after].map((each) => {
        if (each === "{id}") return "(?<id>[^]+)";
        return each.startsWith("{") ? "[^/]+" : `\\${each}`.replace("\\a", "a");
      });
      const identity = letters.join("");
      const wanted = new RegExp(`^${source.join("")}$`).exec(identity)?.groups?.id ?? identity;
      expect(key([...before, "{id}", ...after].join(""), identity)).toBe(wanted);
    }),
    { numRuns: 5_000 },
  );
});

test("words without anything between them hold nothing up", () => {
  const begun = performance.now();
  const words = Array.from({ length: 40 }, (_, at) => `{w${at}}`).join("");
  expect(key(`${words}{id}!`, "a".repeat(20_000))).toBe("a".repeat(20_000));
  expect(performance.now() - begun).toBeLessThan(20_000);
});

test.each([
  ["uni/tn-a/BD-b", ["uni", "tn-a", "BD-b"]],
  ["uni/rs-[uni/l3dom-x]/tag-y", ["uni", "rs-[uni/l3dom-x]", "tag-y"]],
  ["a/rs-[top/pathep-[eth1/1]]/b", ["a", "rs-[top/pathep-[eth1/1]]", "b"]],
  ["a/x-[p/y-[q/z-[1/2]]]-[3/4]", ["a", "x-[p/y-[q/z-[1/2]]]-[3/4]"]],
  ["a]/b", ["a]", "b"]],
  ["", [""]],
])(
  "the segments of %s are divided by slashes outside of brackets, however deep these are",
  (path, wanted) => {
    expect(pathSegments(path)).toEqual(wanted);
  },
);
