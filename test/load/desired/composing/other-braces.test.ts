/**
 * Expressions in the syntax of other tools are ordinary texts here. If a text looks like such an expression, there is a
 * warning.
 */

import { expect, test } from "vitest";
import { loadTexts, told } from "../../fixtures.ts";

function saidOf(networks: string, each = ""): readonly string[] {
  return told(
    loadTexts({
      "desired-state/defaults.yaml": "target: cloud\norganization: Acme\n",
      "desired-state/vars.yaml": "city: Oslo\nstore: { slug: oslo, zone: Europe/Oslo }\n",
      "desired-state/s.csv": "slug\noslo\nrome\n",
      "desired-state/x.yaml": `${each}networks: ${networks}\n`,
    }),
  );
}

const said = (place: string, written: string, meant: string) =>
  `${place} other-expression: \`${written}\` is not an expression here, and is used literally (Expressions are written \`\${${meant}}\`.)`;

test.each([
  ["{ a: { name: '{{ store.slug }}' } }", [said("1:24", "{{ store.slug }}", "store.slug")]],
  ["{ a: { name: 'Shop {{ slug | title }}' } }", [said("1:24", "{{ slug | title }}", "slug")]],
  ["{ a: { name: $store.slug } }", [said("1:24", "$store.slug", "store.slug")]],
  ["{ a: { name: N, tags: [$city] } }", [said("1:34", "$city", "city")]],
  ["{ '{{ store.slug }}': { name: N } }", [said("1:13", "{{ store.slug }}", "store.slug")]],
])("%s is a warning", (networks, expected) => {
  expect(saidOf(networks)).toEqual(expected);
});

test("also where the field takes no such text: the cause is beside the error", () => {
  expect(saidOf("{ a: { name: N, timeZone: '{{ store.zone }}' } }")).toEqual([
    expect.stringContaining("1:37 invalid-value"),
    said("1:37", "{{ store.zone }}", "store.zone"),
  ]);
});

test.each(["{ a: { name: $guest } }", "{ a: { name: N, tags: ['{{ client.mac }}', 'US$city', '$5'] } }"])(
  "%s is a text of its own: there is no such variable",
  (networks) => {
    expect(saidOf(networks)).toEqual([]);
  },
);

test("a file that is made for many rows is told once", () => {
  expect(saidOf("{ 'a-${row.slug}': { name: '{{ row.slug }}' } }", "each: { row: s.csv }\n")).toEqual([
    expect.stringContaining("duplicate-identity"),
    said("2:38", "{{ row.slug }}", "row.slug").replace(
      " (Exp",
      " (row desired-state/s.csv:2, and 1 more) (Exp",
    ),
  ]);
});

test("a resource that is full of them is told five times", () => {
  const tags = Array.from({ length: 20 }, () => "$city").join(", ");
  expect(saidOf(`{ a: { name: N, tags: [${tags}] } }`)).toHaveLength(5);
});
