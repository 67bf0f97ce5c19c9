/** `trueup import`: writes live resources completely, or reports what it could not read. */

import { beforeAll, expect, test } from "vitest";
import { type Laboratory, laboratory, type Subject } from "./laboratory.ts";
import type { Ended } from "./project.ts";
import { failing, holding, holds, type Row, stillFails } from "./rows.ts";
import { controller, device } from "./servers/controller.ts";
import { dashboard } from "./servers/dashboard.ts";
import { nextLinks } from "./servers/pages.ts";

interface ImportRow extends Row {
  readonly subject: Subject;
}

const numbers = [1, 2, 3, 4, 5];
const devices = numbers.map((each) => device(`item-${each}`, `10.0.0.${each}`));
const networks = numbers.map((each) => ({ id: `n${each}`, name: `item-${each}` }));
const perPage = 2;
const reason = "an import of a part would make the rest look as if nobody wanted it";

const rows: readonly ImportRow[] = [
  {
    name: "controller, nextPageUri",
    reason,
    subject: {
      served: controller({ devices, paging: { perPage, link: nextLinks.nextPageUri } }),
      target: { interface: "controller" },
    },
  },
  {
    name: "controller, _links.next.href",
    reason,
    subject: {
      served: controller({ devices, paging: { perPage, link: nextLinks["_links.next.href"] } }),
      target: { interface: "controller" },
    },
  },
  {
    name: "dashboard, Link rel=next",
    reason,
    subject: {
      served: dashboard({ networks, paging: { perPage, link: nextLinks["Link rel=next"] } }),
      target: { interface: "dashboard" },
    },
  },
];

const imported = new Map<string, Ended>();
let all: Laboratory;

beforeAll(async () => {
  all = await laboratory(Object.fromEntries(rows.map(({ name, subject }) => [name, subject])));
  await Promise.all(
    rows.map(async ({ name }) => {
      imported.set(name, await all.trueup(["import", all.targetOf(name), "--dry-run", "--format", "json"]));
    }),
  );
  return () => all.close();
});

function isWhole({ name }: ImportRow): void {
  const result = JSON.parse(imported.get(name)?.out ?? "");
  const isRead = imported.get(name)?.status === 0;
  if (!isRead) expect(result.unknown).not.toEqual([]);
  for (const each of isRead ? numbers : []) expect(result.addresses.join("\n")).toContain(`item-${each}`);
}

test.each(holding("import", rows))(
  "all that is live is imported, or the import says that it is not: %s",
  holds(isWhole),
);

test.each(failing("import", rows))("open, %s: %s", stillFails(isWhole));
