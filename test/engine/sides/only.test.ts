/** Which targets `--only` selects. */

import { expect, test } from "vitest";
import { targetsMatching } from "../../../src/engine/sides/only.ts";

const targets = ["cloud", "cloud-2", "fabric"];

test.each([
  [undefined, "all"],
  [["drift"], "all"],
  [["cloud/*"], ["cloud"]],
  [["cloud/network/berlin"], ["cloud"]],
  [["cloud*"], ["cloud", "cloud-2"]],
  [["*berlin*"], targets],
  [
    ["fab*/tenant/*", "cloud/*"],
    ["cloud", "fabric"],
  ],
  [["drift", "fabric/*"], ["fabric"]],
  [["nowhere/*"], []],
])("%j is of %j", (only, expected) => {
  expect(targetsMatching(only, targets)).toEqual(expected);
});
