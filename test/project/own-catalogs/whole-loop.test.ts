/**
 * A fictional product that one folder of YAML defines. Its resources are created, changed, checked for drift, removed
 * and imported, without code for this product.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { defaultSettings } from "../../../src/simulator/wire/settings.ts";
import { trueup } from "../../cli/command.ts";
import { repository, servedEmpty } from "./ipam.ts";

const folder = join(import.meta.dirname, "orchard");
const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
  name.endsWith(".yaml"),
);
const files = Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
const { apiKey } = defaultSettings.credentials;
const state = "desired-state/orchard.yaml";

/** Creates the project in a repository, and a server with the fictional product. */
async function orchard() {
  const served = await servedEmpty(parse(files["openapi.yaml"] ?? ""));
  const url = new URL(served.admin).origin;
  const own = repository({ ...files, "trueup.yaml": (files["trueup.yaml"] ?? "").replace("$URL", url) });
  const run = (...args: string[]) => trueup(args, { cwd: own.cwd, env: { ORCHARD_KEY: apiKey } });
  const asked = async (path: string, sent?: object) => {
    const body = sent && { method: "PUT", body: JSON.stringify(sent) };
    const reply = await fetch(`${served.url}${path}`, { headers: { "X-Orchard": apiKey }, ...body });
    return JSON.parse(await reply.text());
  };
  const said = (text: string, ...args: string[]) => {
    own.put(state, text);
    own.commit("another");
    return run(...args);
  };
  const isAsDeclared = async () => expect((await run("plan", "--detailed-exitcode")).status).toBe(0);
  return { ...own, run, asked, said, isAsDeclared };
}

test("an orchard is made, changed, set right, made smaller and imported", async () => {
  const { cwd, run, asked, said, isAsDeclared } = await orchard();
  const declared = files[state] ?? "";

  expect((await run("apply", "--yes")).status).toBe(0);
  const [brook, hill] = (await asked("/fields")).toSorted((a: { label: string }, b: { label: string }) =>
    a.label.localeCompare(b.label),
  );
  expect([brook, hill]).toMatchObject([{ label: "Brook" }, { label: "Hill", hectares: 2.5 }]);
  expect(await asked(`/fields/${hill.id}/watering`)).toMatchObject({ litres: 40 });
  // Both creates are sent at once, and either may arrive first.
  const trees = (await asked(`/fields/${hill.id}/trees`)).toSorted(
    (a: { sort: string }, b: { sort: string }) => a.sort.localeCompare(b.sort),
  );
  expect(trees).toMatchObject([{ sort: "apple", neighbourId: brook.id }, { sort: "pear" }]);
  await isAsDeclared();

  const changed = declared.replace("litres: 40", "litres: 30").replace("sort: pear", "sort: plum");
  const updated = await said(changed, "apply", "--yes");
  expect([updated.status, updated.err]).toEqual([0, expect.stringContaining("2/2 update")]);
  expect(await asked(`/fields/${hill.id}/watering`)).toMatchObject({ litres: 30 });
  await isAsDeclared();

  await asked(`/fields/${hill.id}`, { label: "Hill", hectares: 7 });
  const drift = await run("drift");
  expect(drift.out + drift.err).toContain("hectares  now 7, declared 2.5  drift");
  expect((await run("apply", "--yes")).status).toBe(0);
  expect(await asked(`/fields/${hill.id}`)).toMatchObject({ hectares: 2.5 });

  const smaller = changed.replace(/ {6}young: .*\n/, "").replace(/ {4}watering: .*\n/, "");
  expect((await said(smaller, "apply", "--yes", "--prune")).status).toBe(0);
  expect(await asked(`/fields/${hill.id}/trees`)).toMatchObject([{ name: "Old one" }]);
  expect(await asked(`/fields/${hill.id}/watering`)).toMatchObject({ litres: 0 });
  await isAsDeclared();

  expect((await said("target: orchard\n", "import", "orchard")).status).toBe(0);
  const imported = readdirSync(join(cwd, "desired-state"), { recursive: true, encoding: "utf8" });
  const texts = imported
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => readFileSync(join(cwd, "desired-state", name), "utf8"));
  expect(texts.join("\n")).toMatch(/besideOf: brook/);
  expect(texts.join("\n")).not.toContain(brook.id);
  await isAsDeclared();
});
