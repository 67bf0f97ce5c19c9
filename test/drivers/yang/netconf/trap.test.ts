/** A trap of NETCONF: if a filter omits a path, the reply lacks the path too. This must never count as absence. */

import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isEntryStep } from "../../../../src/drivers/yang/device/kinds/data-path.ts";
import { DeclaredShape } from "../../../../src/drivers/yang/netconf/declared-shape.ts";
import { xmlText } from "../../../../src/drivers/yang/netconf/edits/write-xml.ts";
import { membersOf } from "../../../../src/drivers/yang/netconf/from-xml.ts";
import { modulesOf } from "../../../../src/drivers/yang/netconf/modules.ts";
import { filterFor, seenIn, type TreePart } from "../../../../src/drivers/yang/netconf/subtree-filter.ts";
import { parseXml, type XmlElement } from "../../../../src/drivers/yang/netconf/xml.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../../../src/model/json.ts";
import { native } from "./device.ts";
import { itemsIn, sought, withDevice } from "./opened.ts";

const names = ["a", "b", "c", "d"];
const root = "Vendor-native:native";
const name = fc.constantFrom(...names);
const leaf = fc.constantFrom("1", "x y", "<&>", "");
const entries = fc
  .uniqueArray(name, { minLength: 2, maxLength: 3 })
  .map((keys) => keys.map((key) => ({ name: key, value: `v${key}` })));

/** Draws trees of containers, leaves, and lists of at least two elements. */
const trees = fc.letrec<{ node: Json }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    leaf,
    entries,
    fc.dictionary(name, tie("node"), { minKeys: 1, maxKeys: 3 }),
  ),
})).node;
const devices = fc.dictionary(name, trees, { minKeys: 1, maxKeys: 4 });
const paths = fc
  .array(name, { minLength: 1, maxLength: 4 })
  .map((path): TreePart => ({ path: [root, ...path] }));
const parts = fc.oneof(
  paths,
  fc.tuple(paths, name).map(([{ path }, value]): TreePart => ({ path, key: [{ leaf: "name", value }] })),
);

/** Returns the device's tree as XML. */
function xmlOf(member: string, value: Json, namespace = ""): string {
  if (isArray(value)) return value.map((each) => xmlOf(member, each, namespace)).join("");
  const inside = isObject(value)
    ? Object.entries(value)
        .map(([inner, each]) => xmlOf(inner, each))
        .join("")
    : "";
  if (isObject(value)) return `<${member}${namespace}>${inside}</${member}>`;
  const text = String(value).replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<${member}${namespace}>${text}</${member}>`;
}

/**
 * Returns the part of an element that a filter selects, exactly as in RFC 6241, section 6. Returns undefined if the
 * filter selects nothing.
 */
function selected(data: XmlElement, filter: XmlElement): XmlElement | undefined {
  const matches = filter.children.filter(({ children, text }) => children.length === 0 && text.trim() !== "");
  const fits = matches.every((match) =>
    data.children.some((each) => each.name === match.name && each.text === match.text),
  );
  if (!fits) return undefined;
  if (filter.children.length === matches.length) return data;
  const children = data.children.flatMap((each) => {
    const by = filter.children.filter(
      (one) => one.name === each.name && one.namespace === each.namespace && !matches.includes(one),
    );
    const kept = by.flatMap((one) => selected(each, one) ?? []);
    return kept
      .slice(0, 1)
      .map((first) => (kept.length === 1 ? first : { ...first, children: merged(each, kept) }));
  });
  return { ...data, children };
}

function merged(whole: XmlElement, kept: readonly XmlElement[]): readonly XmlElement[] {
  return whole.children.filter((each) => kept.some(({ children }) => children.includes(each)));
}

const parsed = (text: string): XmlElement => {
  const found = parseXml(text);
  if ("fault" in found) throw new Error(found.fault);
  return found.root;
};

/** Returns the true content of a place in the device's tree, or `list` if the path leads through a list. */
function truth(tree: JsonObject, { path, key }: TreePart): Json | undefined | "list" {
  let here: Json | undefined = tree;
  for (const member of path) {
    if (isArray(here) || isEntryStep(member)) return "list";
    here = isObject(here) && Object.hasOwn(here, member) ? here[member] : undefined;
  }
  if (key === undefined || here === undefined) return here;
  const each = isArray(here) ? here : [here];
  return each.find((one) => isObject(one) && key.every(({ leaf, value }) => one[leaf] === value));
}

const isWithin = (outer: TreePart, inner: TreePart) =>
  outer.path.every((member, at) => inner.path[at] === member) &&
  (outer.key === undefined ||
    (outer.path.length === inner.path.length && isDeepStrictEqual(outer.key, inner.key)));

const modules = modulesOf(new Map([["Vendor-native", native]]), {});

describe("for any tree and any filter", () => {
  test("no path outside the filter is ever absent, and none inside it that exists is", () => {
    fc.assert(
      fc.property(devices, fc.array(parts, { minLength: 1, maxLength: 4 }), parts, (device, asked, probe) => {
        const tree = { [root]: device };
        const whole = parsed(`<data>${xmlOf("native", device, ` xmlns="${native}"`)}</data>`);
        const filter = parsed(
          `<filter>${filterFor(asked, modules)
            .map((node) => xmlText(node))
            .join("")}</filter>`,
        );
        const shape = new DeclaredShape([tree]);
        const answer = membersOf(selected(whole, filter) ?? whole, { modules, shape, around: "" });
        const see = seenIn(asked, answer);
        for (const part of [probe, ...asked]) {
          const found = see(part);
          const real = truth(tree, part);
          if (!asked.some((one) => isWithin(one, part))) expect(found).toEqual({ state: "unknown" });
          else if (real === "list") expect(found.state).not.toBe("absent");
          else if (real === undefined) expect(found.state).not.toBe("present");
          else expect(found).toEqual({ state: "present", value: real });
        }
      }),
      { numRuns: 2000 },
    );
  });

  test("a read tells of what is declared, whole and true, and of nothing else", async () => {
    await fc.assert(
      fc.asyncProperty(
        devices,
        fc.uniqueArray(paths, { maxLength: 4, selector: String }),
        async (device, wanted) => {
          const tree = { [root]: device };
          const whole = parsed(`<data>${xmlOf("native", device, ` xmlns="${native}"`)}</data>`);
          const opened = withDevice({
            answer: (operation) => {
              const asked = parsed(operation).children.find((each) => each.name === "filter");
              return asked && textOf(selected(whole, asked) ?? whole);
            },
          });
          const keys = wanted.map(({ path }) => `/${path.join("/")}`);
          const reply = await opened.read(
            ...keys.map((key, at) =>
              sought("deviceConfiguration", key, truth(tree, wanted[at] ?? { path: [] }) ?? ""),
            ),
          );
          const real = wanted.map((part) => truth(tree, part));
          if (reply.state === "unknown") {
            expect(real).toContain("list");
            return;
          }
          const exists = real.flatMap((value, at) =>
            value === undefined || value === "list"
              ? []
              : [[`deviceConfiguration ${keys[at]}`, value] as const],
          );
          expect(wanted.length === 0 ? {} : itemsIn(reply)).toEqual(Object.fromEntries(exists));
        },
      ),
      { numRuns: 300 },
    );
  });
});

/** Returns an element as the device writes it. */
function textOf({ name, namespace, children, text }: XmlElement): string {
  const inside =
    children.length > 0
      ? children.map(textOf).join("")
      : text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<${name} xmlns="${namespace || "urn:ietf:params:xml:ns:netconf:base:1.0"}">${inside}</${name}>`;
}
