import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { drivers } from "../../src/project/drivers.ts";

const page = readFileSync(new URL("../../docs/open-points.md", import.meta.url), "utf8");
const sections = new Map(
  page.split(/^## /m).map((section) => [section.slice(0, section.indexOf("\n")).trim(), section]),
);

/** Returns the cells of each row of the table in a section, without the header. */
function rows(section: string): readonly (readonly string[])[] {
  const lines = (sections.get(section) ?? "").split("\n").filter((line) => line.startsWith("|"));
  return lines.slice(2).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** Settings that are tables. Each entry of a table counts separately. */
const tables = ["paths", "methods"];

function namesIn(schema: object | undefined): readonly string[] {
  return propertiesOf(schema).flatMap(([name, inner]) =>
    tables.includes(name) ? propertiesOf(inner).map(([each]) => `${name}.${each}`) : [name],
  );
}

function propertiesOf(schema: object | undefined): readonly (readonly [string, object])[] {
  const found = schema && "properties" in schema ? schema.properties : {};
  return typeof found === "object" && found !== null ? Object.entries(found) : [];
}

describe("the page of open points is true", () => {
  test("its table of operations is what the neutral dialects say", () => {
    const isFirst = (kind: string, name: string) =>
      drivers.find(({ dialects }) => dialects.neutral?.operations[kind])?.interface === name;
    const said = drivers.flatMap(({ interface: name, dialects }) =>
      Object.entries(dialects.neutral?.operations ?? {}).map(([kind, { read, create, update, remove }]) => [
        isFirst(kind, name) ? kind : `${kind} (${name})`,
        read,
        create,
        update,
        remove,
      ]),
    );
    expect(rows("Operations")).toEqual(said);
  });

  test("every limit that it names is one", () => {
    const schema = readFileSync(new URL("../../schemas/trueup.json", import.meta.url), "utf8");
    const named = [...page.matchAll(/`limits\.(\w+)`/g)].map(([, name = ""]) => name);
    expect(named).not.toEqual([]);
    expect(named.filter((name) => !schema.includes(`"${name}": {`))).toEqual([]);
  });

  test("every row says what overrides it, or why there is nothing to set", () => {
    const open = [...sections.keys()].filter((name) => name !== "Operations").flatMap(rows);
    expect(open.length).toBeGreaterThan(100);
    const isFull = (row: readonly string[]) =>
      row.length === 3 &&
      row.every((cell) => cell !== "") &&
      /^(?:`[\w.]+`(?:, )?)+$|^-: \S/.test(row[2] ?? "");
    expect(open.filter((row) => !isFull(row))).toEqual([]);
  });

  const headings = {
    controller: "Controller",
    dashboard: "Dashboard",
    fabric: "Fabric controller",
    restconf: "RESTCONF",
    netconf: "NETCONF",
    messaging: "Messaging",
    servers: "Server management",
    sdwan: "SD-WAN manager",
    firewall: "Firewall manager",
  };
  test.each(Object.entries(headings))("every setting of %s stands there, and no other", (name, heading) => {
    const driver = drivers.find((each) => each.interface === name);
    const settings = namesIn(driver && z.toJSONSchema(driver.settings, { io: "input" }));
    const documented = rows(heading).flatMap(([, , setting = ""]) => [
      ...(setting.startsWith("-") ? [] : setting.matchAll(/`([\w.]+)`/g)),
    ]);
    const own = documented.map(([, each = ""]) => each).filter((each) => !each.startsWith("limits."));
    expect([...new Set(own)].sort()).toEqual([...settings].sort());
  });

  test("its limits are those of the dialects", () => {
    const texts = rows("Limits").map(([, assumption]) => assumption);
    const numbers = [
      "controller",
      "fabric",
      "restconf",
      "netconf",
      "messaging",
      "servers",
      "sdwan",
      "firewall",
    ].map((name) => {
      const limits = drivers.find((each) => each.interface === name)?.dialects.neutral?.limits;
      return [String(limits?.requestsPerSecond), String(limits?.concurrency)];
    });
    texts.forEach((said, index) => {
      const [rate, concurrency] = numbers[index] ?? [];
      expect(said).toMatch(new RegExp(`^${rate} requests a second.*\\b${concurrency} in flight`));
    });
  });
});
