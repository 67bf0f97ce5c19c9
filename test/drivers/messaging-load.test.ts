/**
 * Rooms and members as people declare them. They are loaded with the real driver, and every mistake is reported with
 * its place.
 */

import { expect, test } from "vitest";
import { load } from "../../src/load/load.ts";
import { loadProject } from "../../src/load/project-file/project.ts";
import { drivers } from "../../src/project/drivers.ts";

const file = {
  path: "trueup.yaml",
  text: `version: 1
environment: production
targets:
  chat: { interface: messaging, url: "https://m.example.net", credential: { clientId: c, clientSecret: { secret: env:S } } }
`,
};

function read(text: string) {
  const { project } = loadProject({ file, folder: "/srv/net", drivers });
  if (!project) throw new Error("the project file is not in order");
  return load({
    project,
    files: [{ path: "desired-state/rooms.yaml", text: `target: chat\n${text}` }],
    drivers,
  });
}

test("a member is known by address in lower case, and stays as written", () => {
  const { desired, problems } = read(`rooms:
  noc: { name: NOC, members: { Alice.B@Example.net: { moderator: true }, bob@example.net: } }
`);
  expect(problems).toEqual([]);
  expect(
    [...desired.resources.values()].map(({ address, identity, value }) => [address, identity, value]),
  ).toEqual([
    ["chat/member/noc.Alice.B@Example.net", "alice.b@example.net", { moderator: true }],
    ["chat/member/noc.bob@example.net", "bob@example.net", {}],
    ["chat/room/noc", "NOC", { name: "NOC" }],
  ]);
});

test("the same person may be in two rooms", () => {
  const { problems } = read(`rooms:
  a: { name: A, members: { alice@example.net: } }
  b: { name: B, members: { ALICE@example.net: } }
`);
  expect(problems).toEqual([]);
});

test("every mistake is told at once, with file, line, column, excerpt and hint", () => {
  const { problems } = read(`rooms:
  noc:
    name: NOC
    members:
      alice@example.net: {}
      Alice@Example.net: {}
      bob: {}
      carol@example.net: { moderator: yes }
  other: { name: NOC }
  a.b: { name: Dotted }
  none: {}
`);
  const told = problems.map(({ code, at, excerpt }) => [code, at?.line, at?.column, excerpt !== undefined]);
  expect(told).toEqual([
    ["duplicate-identity", 6, 7, true],
    ["invalid-key", 8, 7, true],
    ["wrong-type", 9, 39, true],
    ["duplicate-identity", 10, 3, true],
    ["invalid-key", 11, 3, true],
    ["missing-field", 12, 3, true],
  ]);
  expect(problems[0]?.message).toContain("desired-state/rooms.yaml:7:7");
  expect(problems[0]?.hint).toBe("Rename or remove one of them.");
});
