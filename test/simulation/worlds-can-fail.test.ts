/** Tests the judges (checks) of small separate simulations: each notices a false report, or a request that is wrong. */

import { expect, test } from "vitest";
import { isObject, type Json, type JsonObject } from "../../src/model/json.ts";
import type { WireRequest } from "../../src/model/wire.ts";
import { revealed } from "../servers/scripted-wire.ts";
import { type AdoptLie, judgeAdopted } from "./decisions/adopting/judge-adopted.ts";
import { type DepotLie, judgeDepot } from "./decisions/depots/judge-depot.ts";

/** Runs seeds until a check reports the expected fault. */
async function expecting(
  judge: (seed: number) => readonly string[] | Promise<readonly string[]>,
  text: RegExp,
): Promise<void> {
  const said: string[] = [];
  for (let seed = 1; seed <= 300 && !said.some((line) => text.test(line)); seed += 1)
    said.push(...(await judge(seed)));
  expect(said).toContainEqual(expect.stringMatching(text));
}

const rewritten =
  (change: (text: string) => string): AdoptLie =>
  (result) => ({
    ...result,
    files: result.files.map(({ path, text }) => ({ path, text: change(text) })),
  });

test.each<readonly [string, AdoptLie, RegExp]>([
  [
    "that it is not told of",
    (result) => ({ ...result, adopted: result.adopted.slice(1) }),
    /^adopted: taken over: missing: cloud/,
  ],
  [
    "that holds up others",
    (result) => ({ ...result, files: [], adopted: [] }),
    /^adopted: taken over: missing: cloud/,
  ],
  [
    "of which nobody says that it is not",
    (result) => ({ ...result, notAdopted: [] }),
    /^adopted: not taken over: missing: cloud/,
  ],
  ["that is not in the files", (result) => ({ ...result, files: [] }), /^adopted: \S+ is .*, and must be /],
  [
    "in a file that has nothing of it",
    (result) => ({ ...result, files: [...result.files, { path: "desired-state/c.yaml", text: "# it\n" }] }),
    /^adopted: written: too much: /,
  ],
  [
    "without the comments of others",
    rewritten((text) => text.replaceAll(/ *#.*/g, "")),
    /^adopted: .* lacks /,
  ],
  ["with a secret", rewritten((text) => `${text}\n# canary-of-a-secret\n`), /^adopted: .* has a secret/],
  [
    "with a null that says nothing",
    rewritten((text) => `${text}\n# collectorIp: null\n`),
    /^adopted: .* has a null/,
  ],
])("the simulation notices an adoption %s", (_, lie, text) =>
  expecting((seed) => judgeAdopted(seed, lie), text),
);

/** Returns a planted fault that falsifies the bodies of requests. */
const sending = (change: (body: JsonObject, request: WireRequest) => JsonObject): DepotLie => ({
  between: (wire) => ({
    send: (request, signal) => {
      if (request.body === undefined) return wire.send(request, signal);
      const body: Json = JSON.parse(JSON.stringify(revealed(request.body)));
      return wire.send({ ...request, body: isObject(body) ? change(body, request) : body }, signal);
    },
  }),
});

const isPort = ({ url }: WireRequest) => url.includes("Ports");

test.each<readonly [string, DepotLie, RegExp]>([
  [
    "a read-only field",
    sending((body, of) => (isPort(of) ? { ...body, serial: "S1" } : body)),
    /^depot: PUT of .*Ports: serial is sent/,
  ],
  [
    "what it counts itself",
    sending((body) => (isObject(body.limits ?? null) ? { ...body, limits: { up: 1, used: 5 } } : body)),
    /^depot: .* what it counts is sent/,
  ],
  [
    "what only an update takes",
    sending((body, { method }) => (method === "POST" ? { ...body, later: "x" } : body)),
    /^depot: POST of .*Ports: later is sent/,
  ],
  [
    "a key as an id",
    sending((body) => (body.zoneId === undefined ? body : { ...body, zoneId: "berlin.west" })),
    /^depot: .* zoneId of a \w+ is "berlin.west", and nothing has that id/,
  ],
  ["a field that it has not", sending((body) => ({ ...body, other: 1 })), /^depot: .* it has no other/],
  [
    "a part of what goes together",
    sending(({ channel: _, ...body }) => body),
    /^depot: PUT of \w+: mode goes without channel/,
  ],
  [
    "what it says itself",
    sending((body, of) => (isPort(of) ? { ...body, state: "learning" } : body)),
    /^depot: .* it is told that it is learning/,
  ],
  [
    "a word of Git's",
    sending((body) => (body.speedMode === undefined ? body : { ...body, speedMode: "fast" })),
    /^depot: .* speed is a word/,
  ],
  [
    "less than it needs",
    sending(({ name, ...body }, { url }) =>
      url.includes("changedPorts/") ? body : { name: name ?? "", ...body },
    ),
    /^depot: PUT of changedPorts: its name is not sent along/,
  ],
  ["nothing of what is to be changed", sending(({ label: _, ...body }) => body), /^depot: world: missing: /],
  [
    "something that is said to have failed",
    {
      result: ({ settled, ...result }) => ({
        ...result,
        settled: settled.map((one) => ({ ...one, outcome: { state: "converged" } })),
      }),
    },
    /^depot: \w+ \S+ is converged/,
  ],
  [
    "another rule",
    { twin: (rule) => ({ ...rule, kind: "zone", is: { fields: { name: "new" }, names: {} } }) },
    /^depot: a rule is declared twice/,
  ],
])("the simulation notices that a depot is sent %s", (_, lie, text) =>
  expecting((seed) => judgeDepot(seed, lie), text),
);
