/** Guesses of a secret that a product shows. The plan reveals nothing, because declared texts are shown unchanged. */

import { expect, test } from "vitest";
import { folder, trueup } from "../cli/command.ts";
import { commitAll, git } from "../git/repositories.ts";
import { hostile } from "../servers/hostile.ts";

const guess = "sunshine-summer";
const formats = ["json", "md", "html", "sarif", "xml", "txt"];

const door = `kind: door
title: door
section: doors
form: collection
identity: name
id: id
list: /doors
create: POST /doors
update: { method: PUT, path: '/doors/{id}', send: known }
fields:
  name: { type: string }
  description: { type: string }
  tags: { type: array, set: true, items: { type: string } }
  code: { type: string, secret: shown }
required: [name]
source: assumed
verified: assumed
`;

const product = `product: badges
title: badges
interface: rest
basePath: ''
authentication: { by: token, header: Authorization }
limits: { requestsPerSecond: 1000, concurrency: 2 }
replies:
  - { status: 2xx, means: accepted }
  - { status: 4xx, means: refused }
checks: [door]
`;

/**
 * Returns the complete output of a plan for a pull request whose texts contain the guess. `code` is the code of a door.
 */
async function planned(code: string): Promise<readonly string[]> {
  const doors = [
    { id: "1", name: "front", description: "way in", tags: ["a"], code },
    { id: "2", name: "back", description: `the code is ${code}`, tags: [], code: `back-${code}` },
  ];
  const server = await hostile(() => ({ body: doors }));
  const cwd = await folder({
    "trueup.yaml": `version: 1
environment: test
targets:
  badges: { interface: rest, catalog: catalogs/badges/, url: "${server.url}", credential: { token: { secret: env:KEY } } }
`,
    "catalogs/badges/product.yaml": product,
    "catalogs/badges/door.yaml": door,
    "desired-state/doors.yaml": "target: badges\ndoors:\n  front: { name: front }\n  back: { name: back }\n",
  });
  git(cwd, "init", "-q", "-b", "main");
  commitAll(cwd);
  git(cwd, "checkout", "-q", "-b", "proposal");
  const proposed = `target: badges
doors:
  front: { name: front, description: "is it ${guess}?", tags: [${guess}, other] }
  back: { name: back, description: none }
  ${guess}: { name: new, description: ${guess} }
`;
  commitAll(cwd, { "desired-state/doors.yaml": proposed });
  const outs = formats.flatMap((format) => ["--out", `plan.${format}`]);
  const args = ["plan", "--config-from", "main", "--proposal-base", "main", "--format", "json", ...outs];
  const { status, out, err } = await trueup(args, { cwd, env: { KEY: "the-key-of-badges-1" } });
  expect([status, err]).toEqual([0, expect.any(String)]);
  return [out.replaceAll(/"20\d\d-[^"]*"|127\.0\.0\.1:\d+|"[0-9a-f]{40,64}"/g, ""), err];
}

test("a guess in a proposal is shown, whether it is the live secret or not", async () => {
  const [right, wrong] = [await planned(guess), await planned("winter-is-coming")];
  expect(right[0]).toContain(`is it ${guess}?`);
  expect(right).toEqual(wrong);
  expect(wrong[0]).not.toContain("winter-is-coming");
});
