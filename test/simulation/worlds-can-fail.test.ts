/** Each judge of a small world of its own can fail: what is untrue of it is said, or done, and somebody complains. */

import { expect, test } from "vitest";
import { type AdoptLie, judgeAdopted } from "./decisions/adopting/judge-adopted.ts";

/** One seed after another until one complains as it should. */
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
  ["with a secret", rewritten((text) => `${text}\n# Europe/Leaked\n`), /^adopted: .* has a secret/],
  [
    "with a null that says nothing",
    rewritten((text) => `${text}\n# collectorIp: null\n`),
    /^adopted: .* has a null/,
  ],
])("the simulation notices an adoption %s", (_, lie, text) =>
  expecting((seed) => judgeAdopted(seed, lie), text),
);
