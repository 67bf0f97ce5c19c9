/** Reports of devices, which have arbitrary field names. Fields and statuses are shown, but have no effect. */

import { expect, test } from "vitest";
import { statusMarkdown, statusText } from "../../src/report/status/status.ts";
import { plain } from "../../src/report/text/style.ts";

const evil = "\u001b[2J ![x](https://evil.example/x.png) <img src=x> | @team\n# title";

const status = {
  target: "cloud",
  interface: "dashboard" as const,
  devices: [{ serial: "S1", name: evil, status: evil }],
  reports: [{ report: "uplink" as const, device: "S1", records: [{ [evil]: evil }] }],
  problems: [],
};

test("on a terminal", () => {
  const text = statusText([status], plain, { rows: 0 });
  expect(text).toContain("\\u{1b}[2J");
  expect(/[\p{Cc}\p{Cf}]/u.exec(text.replaceAll("\n", ""))).toBeNull();
});

test("in Markdown", () => {
  const text = statusMarkdown([status], { rows: 0 });
  expect(text).toContain("evil.example");
  // Nothing outside code spans may be markup.
  const bare = text.replace(/(?<![\\`])(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, "");
  expect(/(?<!\\)!\[|(?<!\\)\]\(|<img|@team|^# /m.exec(bare)).toBeNull();
});
