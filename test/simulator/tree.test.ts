import { expect, test } from "vitest";
import { readPath } from "../../src/simulator/restconf/path.ts";
import { holdsNull, nodeAt, resourceIn, withNode, withoutNode } from "../../src/simulator/restconf/tree.ts";

const keys = { server: ["ip"], pair: ["a", "b"] };
const tree = {
  "M:top": {
    leaf: 1,
    port: [{ name: "1/0/1", mtu: 1500 }, { name: "1/0/2" }],
    server: [{ ip: "10.0.0.5" }],
    pair: [{ a: "x,y", b: 2, c: 3 }],
    "N:more": { leaf: 2 },
  },
};

function steps(path: string) {
  const read = readPath(path);
  if (read === undefined) throw new Error(path);
  return read;
}

test.each([
  ["M:top/leaf", 1],
  ["M:top/port=1%2F0%2F1/mtu", 1500],
  ["M:top/server=10.0.0.5", { ip: "10.0.0.5" }],
  ["M:top/pair=x%2Cy,2/c", 3],
  ["M:top/N:more/leaf", 2],
  ["M:top/port=1/0/1", undefined],
  ["M:top/more", undefined],
  ["M:top/constructor", undefined],
  ["M:top/__proto__", undefined],
  ["top", undefined],
])("%s leads to %j", (path, node) => {
  const read = readPath(path);
  expect(read && nodeAt(tree, read, keys)).toEqual(node);
});

test.each(["", "top", "M:top//leaf", "M:top/a=%zz", "M:top/a="])("%j is no path", (path) => {
  expect(readPath(path)).toBeUndefined();
});

test("setting a node makes what is missing on the way, and removing it leaves the rest", () => {
  const path = steps("M:top/port=9/ip/address");
  const made = withNode(tree, { steps: path, value: "10.0.0.1", keys });
  expect(nodeAt(made, path, keys)).toBe("10.0.0.1");
  expect(withoutNode(made, steps("M:top/port=9"), keys)).toEqual(tree);
  expect(withoutNode(tree, steps("M:top/N:more"), keys)).not.toHaveProperty(["M:top", "N:more"]);
});

test("a resource is found in a body only inside all of its parents, and alone in its list", () => {
  const path = steps("M:top/port=1%2F0%2F1");
  const element = { name: "1/0/1" };
  expect(resourceIn({ "M:top": { port: [element] } }, path, keys)).toEqual(element);
  expect(resourceIn({ "M:top": { "M:port": [element] } }, path, keys)).toEqual(element);
  expect(resourceIn({ "M:top": { port: [element, { name: "1/0/2" }] } }, path, keys)).toBeUndefined();
  expect(resourceIn({ top: { port: [element] } }, path, keys)).toBeUndefined();
});

test("null is no value, at any depth, but for a leaf of type empty", () => {
  expect(holdsNull({ shutdown: [null], port: [{ name: "1/0/1" }] })).toBe(false);
  const wrong = [null, { a: { b: null } }, [{ a: null }], [null, null]];
  for (const tree of wrong) expect(holdsNull(tree)).toBe(true);
});
