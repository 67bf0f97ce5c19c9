/**
 * The model of a device with every leaf type of YANG (RFC 7950 section 9) in every kind of node, and its random trees.
 */

import type { Json, JsonObject } from "../../../src/model/json.ts";

/** Draws a number below a bound, one of several values, or a boolean. */
export class Draw {
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  below(bound: number): number {
    return Math.floor(this.#random() * bound);
  }

  of<T>(all: readonly [T, ...T[]]): T {
    return all[this.below(all.length)] ?? all[0];
  }

  is(share = 0.5): boolean {
    return this.#random() < share;
  }
}

type DrawValue = (draw: Draw) => Json;

const texts = [
  "a",
  "",
  "two words",
  "<&>\"'",
  "a,b/c%20",
  "ünïcødé 日本",
  "0",
  "true",
  "null",
  "Every:red",
  "x:y",
  "5.0",
];
const somePath = [
  "/Every:top/s",
  "/Every:top/entry[k='5']/s",
  "/Every:top/box/More:more",
  "/Every:top/entry[k='7']/sub[a='x'][kind='Every:red']/u8",
] as const;

/**
 * Leaf types by name, each with the YANG type, a specimen by which a device knows the leaf, and a function that draws
 * values in JSON (RFC 7951).
 */
export const leafTypes: Readonly<Record<string, readonly [type: string, specimen: Json, draw: DrawValue]>> = {
  i8: ["type int8;", 1, (draw) => draw.below(256) - 128],
  i16: ["type int16 { range '-5..5 | 100..200'; }", 1, (draw) => draw.of([-5, 0, 5, 100, 200])],
  i32: ["type int32;", 1, (draw) => draw.of([-2147483648, 0, 2147483647])],
  i64: ["type int64;", "1", (draw) => draw.of(["-9223372036854775808", "0", "9223372036854775807"])],
  u8: ["type uint8;", 1, (draw) => draw.below(256)],
  u16: ["type uint16;", 1, (draw) => draw.below(65_536)],
  u32: ["type uint32;", 1, (draw) => draw.of([0, 4_294_967_295])],
  u64: ["type uint64;", "1", (draw) => draw.of(["0", "18446744073709551615", "9007199254740993"])],
  d: [
    "type decimal64 { fraction-digits 3; }",
    "1.0",
    (draw) => draw.of(["-1.5", "0.0", "9223372036854775.807"]),
  ],
  s: ["type string;", "x", (draw) => draw.of(["s", ...texts])],
  b: ["type boolean;", true, (draw) => draw.is()],
  e: ["type empty;", [null], () => [null]],
  en: [
    "type enumeration { enum one; enum 'two words'; enum 3; }",
    "one",
    (draw) => draw.of(["one", "two words", "3"]),
  ],
  bi: ["type bits { bit x; bit y; bit z; }", "x", (draw) => draw.of(["", "x", "x z", "x y z"])],
  bin: ["type binary;", "AA==", (draw) => draw.of(["", "AA==", "3q2+7w=="])],
  idr: [
    "type identityref { base color; }",
    "Every:red",
    (draw) => draw.of(["Every:red", "Every:blue", "More:gold"]),
  ],
  un: [
    "type union { type int8; type enumeration { enum auto; } type identityref { base color; } type string; }",
    "x",
    (draw) => draw.of<Json>([5, -5, "auto", "Every:red", "some text", "300"]),
  ],
  ref: ["type leafref { path '/ev:top/ev:entry/ev:k'; require-instance false; }", 1, (draw) => draw.below(9)],
  ii: ["type instance-identifier { require-instance false; }", "/x", (draw) => draw.of(somePath)],
  def: ["type uint8; default 5;", 1, (draw) => draw.of([5, 6])],
};

/** A node of the model. */
export type ModelNode =
  | {
      readonly kind: "leaf" | "leaf-list";
      readonly name: string;
      readonly type: keyof typeof leafTypes;
      readonly isOrdered?: true;
    }
  | {
      readonly kind: "container";
      readonly name: string;
      readonly isPresence?: true;
      readonly children: readonly ModelNode[];
    }
  | {
      readonly kind: "list";
      readonly name: string;
      readonly keys: readonly (readonly [name: string, type: string])[];
      readonly isOrdered?: true;
      readonly children: readonly ModelNode[];
    };

const leaves = Object.keys(leafTypes).map((name): ModelNode => ({ kind: "leaf", name, type: name }));
const values = (name: string, type: string, isOrdered?: true): ModelNode => ({
  ...{ kind: "leaf-list", name, type },
  ...(isOrdered && { isOrdered }),
});
const valueLists = [
  ...["s", "i64", "un", "idr", "bi", "d", "u8"].map((type) => values(`all-${type}`, type)),
  values("in-order", "s", true),
];
const sub: ModelNode = {
  ...{ kind: "list", name: "sub", children: [...leaves, ...valueLists] },
  keys: [
    ["a", "s"],
    ["kind", "idr"],
  ],
};
const steps: ModelNode = {
  ...{ kind: "list", name: "steps", keys: [["n", "s"]], isOrdered: true },
  children: leaves,
};

/** The top-level container of the model. */
export const top: ModelNode & { readonly kind: "container" } = {
  kind: "container",
  name: "top",
  children: [
    ...leaves,
    ...valueLists,
    {
      kind: "container",
      name: "box",
      children: [...leaves, ...valueLists, steps, { kind: "container", name: "deep", children: leaves }],
    },
    { kind: "container", name: "on", isPresence: true, children: leaves },
    {
      kind: "list",
      name: "entry",
      keys: [["k", "u16"]],
      children: [
        ...leaves,
        ...valueLists,
        sub,
        { kind: "container", name: "in", children: [...leaves, sub] },
      ],
    },
    { kind: "list", name: "by-text", keys: [["name", "s"]], children: leaves },
    {
      kind: "list",
      name: "More:more",
      keys: [
        ["name", "s"],
        ["number", "i8"],
      ],
      children: leaves,
    },
  ],
};

function typeOf(type: string): string {
  return leafTypes[type]?.[0] ?? "";
}

/** Returns the YANG statement of a node. */
function statement(node: ModelNode): string {
  const name = node.name.slice(node.name.indexOf(":") + 1);
  const ordered = "isOrdered" in node && node.isOrdered ? "ordered-by user;" : "";
  switch (node.kind) {
    case "leaf":
      return `leaf ${name} { ${typeOf(node.type)} }`;
    case "leaf-list":
      return `leaf-list ${name} { ${typeOf(node.type)} ${ordered} }`;
    case "container":
      return `container ${name} { ${node.isPresence ? "presence yes;" : ""} ${node.children.map(statement).join(" ")} }`;
    case "list": {
      const keys = node.keys.map(([key, type]) => `leaf ${key} { ${typeOf(type)} }`);
      const own = node.children.map(statement);
      return `list ${name} { key "${node.keys.map(([key]) => key).join(" ")}"; ${ordered} ${[...keys, ...own].join(" ")} }`;
    }
  }
}

const isOfMore = ({ name }: ModelNode) => name.startsWith("More:");

/** The texts of the YANG modules. */
export const modules: readonly string[] = [
  `module Every { yang-version 1.1; namespace "http://vendor.example.net/ns/Every"; prefix ev;
   identity color; identity red { base color; } identity blue { base color; }
   ${statement({ ...top, children: [{ kind: "leaf", name: "hostname", type: "s" }, ...top.children.filter((each) => !isOfMore(each))] })} }`,
  `module More { yang-version 1.1; namespace "http://vendor.example.net/ns/More"; prefix mo;
   import Every { prefix ev; } identity gold { base ev:color; }
   augment /ev:top { ${top.children.filter(isOfMore).map(statement).join(" ").replaceAll("base color", "base ev:color")} } }`,
];

function specimenOf(type: string): Json {
  return leafTypes[type]?.[1] ?? null;
}

/** Returns a specimen of a node, by which a device knows the node. */
export function specimen(node: ModelNode): Json {
  switch (node.kind) {
    case "leaf":
      return specimenOf(node.type);
    case "leaf-list":
      return [specimenOf(node.type)];
    case "container":
      return membersBy(node.children, specimen);
    case "list":
      return [
        {
          ...Object.fromEntries(node.keys.map(([key, type]) => [key, specimenOf(type)])),
          ...membersBy(node.children, specimen),
        },
      ];
  }
}

function membersBy(children: readonly ModelNode[], made: (node: ModelNode) => Json): JsonObject {
  return Object.fromEntries(children.map((child) => [child.name, made(child)]));
}

/** Draws a value of a node. If undefined, the node is not declared. */
export function drawn(node: ModelNode, draw: Draw, depth = 0): Json | undefined {
  switch (node.kind) {
    case "leaf":
      return leafTypes[node.type]?.[2](draw);
    case "leaf-list":
      // A path cannot contain an empty value, and many devices refuse empty values.
      return someOf(draw, 3, () => {
        const value = leafTypes[node.type]?.[2](draw) ?? "x";
        return value === "" ? "x" : value;
      });
    case "container": {
      const own = drawnMembers(node.children, draw, depth);
      return Object.keys(own).length > 0 || node.isPresence ? own : undefined;
    }
    case "list": {
      const keys = someOf(draw, 3, () =>
        JSON.stringify(node.keys.map(([, type]) => leafTypes[type]?.[2](draw) ?? null)),
      );
      const entries = keys.flatMap((text): JsonObject[] => {
        const values: readonly Json[] = JSON.parse(String(text));
        // A path cannot contain an empty key.
        if (values.includes("")) return [];
        const key = Object.fromEntries(node.keys.map(([name], at) => [name, values[at] ?? null]));
        return [{ ...key, ...drawnMembers(node.children, draw, depth) }];
      });
      return entries.length === 0 ? undefined : entries;
    }
  }
}

/** Draws at least one and at most `most` values, and returns the distinct ones. */
function someOf(draw: Draw, most: number, draws: () => Json): readonly Json[] {
  const all = Array.from({ length: 1 + draw.below(most) }, draws);
  return [...new Map(all.map((each) => [String(each), each])).values()];
}

function drawnMembers(children: readonly ModelNode[], draw: Draw, depth: number): JsonObject {
  const members = children.flatMap((child): [string, Json][] => {
    const share = child.kind === "leaf" || child.kind === "leaf-list" ? 0.15 : 0.5 / (depth + 1);
    const value = draw.is(share) ? drawn(child, draw, depth + 1) : undefined;
    return value === undefined ? [] : [[child.name, value]];
  });
  return Object.fromEntries(members);
}
