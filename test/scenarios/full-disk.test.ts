/** A disk that becomes full during an apply (failure mode 33). */

import { expect, test } from "vitest";
import { journalOn } from "../../src/apply/journal.ts";
import { digest } from "../../src/runtime/digest.ts";
import { emptyCompany } from "../../src/simulator/company.ts";
import { projectText, stage } from "../servers/virtual-time/run.ts";

const networks = Array.from({ length: 30 }, (_, at) => `  n${at}: { name: Site ${at} }\n`).join("");
const files = { "desired-state/a.yaml": `target: cloud\norganization: Acme\nnetworks:\n${networks}` };

test.each([0, 1, 7])(
  "a journal that can be written %i times lets no write more leave than that",
  async (times) => {
    const on = stage({ files, project: projectText("{ concurrency: 1 }"), seed: emptyCompany() });
    const made = await on.plan();
    let flushed = 0;
    const disk = {
      append: () => {},
      flush: async () => {
        await on.clock.wait(1);
        flushed += 1;
        if (flushed > times) throw new Error("no space left on device");
      },
    };
    const result = await on.apply(made, { journal: journalOn({ disk, digest, run: "r" }) });
    const states = result.settled.map(({ outcome }) => outcome.state);
    expect(on.network.log().filter(({ write }) => write)).toHaveLength(
      states.filter((one) => one === "applied").length,
    );
    expect(states.filter((one) => one === "applied").length).toBeLessThanOrEqual(times);
    expect(states).toContain("failed");
    const failed = result.settled.find(({ outcome }) => outcome.state === "failed")?.outcome;
    expect(failed).toMatchObject({
      problem: { code: "journal-unwritable", message: expect.stringContaining("no space left on device") },
    });
  },
);
