/** A disk that fails in the middle of a run. */

import { expect, test } from "vitest";
import { journalOn } from "../../src/apply/journal.ts";
import { digest } from "../../src/runtime/digest.ts";
import { stage } from "../virtual/run.ts";

test("when the journal can no longer be written nothing more is sent, and what was sent before stays", async () => {
  const networks = Array.from({ length: 20 }, (_, at) => `  n${at}: { name: Site ${at} }\n`).join("");
  const files = { "desired-state/a.yaml": `target: cloud\norganization: Acme\nnetworks:\n${networks}` };
  const on = stage({ files });
  let flushes = 0;
  const disk = {
    append: () => {},
    flush: async () => {
      flushes += 1;
      if (flushes > 6) throw new Error("no space left on device");
    },
  };
  const result = await on.apply(await on.plan(), { journal: journalOn({ disk, digest, run: "one" }) });
  const states = result.settled.map(({ outcome }) => outcome.state);
  expect(on.network.log().filter(({ write }) => write)).toHaveLength(6);
  expect(states.filter((state) => state === "applied")).toHaveLength(6);
  const failed = result.settled.find(({ outcome }) => outcome.state === "failed")?.outcome;
  expect(failed).toMatchObject({ problem: { code: "journal-unwritable" } });
});
