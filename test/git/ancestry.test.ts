/** How commits relate to the planned one, and how much of the history is fetched to find out. */

import { describe, expect, test } from "vitest";
import { lineages } from "../../src/git/ancestry.ts";
import { fails, head, saysNo, scripted, those } from "./scripted.ts";

const [old, far, end] = ["b".repeat(40), "c".repeat(40), "d".repeat(40)];
const quietly = "fetch --quiet --no-tags --no-write-fetch-head --no-recurse-submodules";

/** Returns a clone that knows `old`, and that also knows `far` after this number of fetches. */
function clone(of: { readonly shallow?: boolean; readonly after?: number; readonly refuses?: boolean }) {
  const { shallow = true, after = 9, refuses = false } = of;
  let fetches = 0;
  return scripted((command) => {
    if (command === "rev-parse --is-shallow-repository") return `${shallow}\n`;
    if (command === `merge-base ${old} ${head}`) return `${old}\n`;
    if (command === `merge-base ${far} ${head}`) return fetches >= after ? `${far}\n` : saysNo;
    if (command.startsWith("rev-list")) return `${end}\n${head}\n`;
    if (!command.startsWith("fetch") || refuses) return undefined;
    fetches += 1;
    return "";
  });
}

describe("how commits stand to the one that is planned", () => {
  test("is told of the planned one itself without asking git", async () => {
    const { on, asked } = clone({});
    expect(await lineages(on, [head])).toEqual(new Map([[head, "behind"]]));
    expect(those(asked, "merge-base")).toEqual([]);
  });

  test("is fetched for nothing that is known already", async () => {
    const { on, asked } = clone({});
    expect(await lineages(on, [old])).toEqual(new Map([[old, "behind"]]));
    expect([...those(asked, "rev-list"), ...those(asked, "fetch")]).toEqual([]);
  });

  test("is asked of the remote in ever larger pieces, from where the unknown history ends", async () => {
    const { on, asked } = clone({});
    expect(await lineages(on, [old, far])).toEqual(
      new Map([
        [old, "behind"],
        [far, "unknown"],
      ]),
    );
    expect(new Set(those(asked, "rev-list"))).toEqual(new Set([`rev-list --max-parents=0 ${head} ${far}`]));
    expect(those(asked, "fetch")).toEqual(
      ["--deepen=100", "--deepen=1000", "--unshallow"].map(
        (depth) => `${quietly} ${depth} origin ${end} ${head}`,
      ),
    );
  });

  test("is asked for no longer once it is known", async () => {
    const { on, asked } = clone({ after: 2 });
    expect((await lineages(on, [old, far])).get(far)).toBe("behind");
    expect(those(asked, "fetch")).toHaveLength(2);
  });

  test("is unknown after the first refusal, and without a fetch in a clone that has all history", async () => {
    const refused = clone({ refuses: true });
    expect((await lineages(refused.on, [far])).get(far)).toBe("unknown");
    expect(those(refused.asked, "fetch")).toHaveLength(1);
    const whole = clone({ shallow: false });
    expect((await lineages(whole.on, [far])).get(far)).toBe("apart");
    const lost = scripted((command) => (command.startsWith("rev-parse") ? "false\n" : fails));
    expect((await lineages(lost.on, [far])).get(far)).toBe("unknown");
    expect([...those(whole.asked, "fetch"), ...those(lost.asked, "rev-list")]).toEqual([]);
    expect(those(lost.asked, "merge-base")).toHaveLength(1);
  });

  test.each([
    ["there is no remote", { remote: undefined }],
    ["the remote has just not answered", { unreachable: true }],
  ])("is not fetched where %s", async (_, more) => {
    const { on, asked } = clone({});
    expect((await lineages({ ...on, ...more }, [far])).get(far)).toBe("unknown");
    expect([...those(asked, "rev-list"), ...those(asked, "fetch")]).toEqual([]);
  });

  test("is not fetched where git cannot say what ends the history", async () => {
    for (const ends of [fails, ""]) {
      const { on, asked } = scripted((command) => {
        if (command.startsWith("rev-parse")) return "true\n";
        return command.startsWith("rev-list") ? ends : saysNo;
      });
      expect((await lineages(on, [far])).get(far)).toBe("unknown");
      expect(those(asked, "fetch")).toEqual([]);
      expect(those(asked, "rev-list")).toHaveLength(1);
    }
  });
});
