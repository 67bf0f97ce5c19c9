/** Singletons of an organization. They are declared at the top of a file, and their key is the file's organization. */

import { expect, test } from "vitest";
import { adopt } from "../../../src/import/edit/adopt.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import type { Wire } from "../../../src/model/wire.ts";
import { imported } from "../../import/live.ts";
import { json, revealed, text } from "../../servers/scripted-wire.ts";
import { stage } from "../../servers/virtual-time/run.ts";

const project = `version: 1
environment: virtual
targets:
  cloud:
    interface: dashboard
    dialect: meraki
    url: https://api.meraki.com
    credential: { apiKey: { secret: env:KEY } }
`;

/** Returns two organizations, each with a login security. */
function organizations() {
  const held: Record<string, JsonObject> = { 1: { idleTimeoutMinutes: 5 }, 2: { idleTimeoutMinutes: 10 } };
  const wire: Wire = {
    send: async ({ method, url, body }) => {
      const [, , , , id = "", what] = new URL(url).pathname.split("/");
      if (id === "")
        return json(200, [
          { id: "1", name: "Acme Inc." },
          { id: "2", name: "Globex" },
        ]);
      if (what !== "loginSecurity") return text(404, "");
      if (method === "PUT") held[id] = { ...held[id], ...Object(revealed(body)) };
      return json(200, held[id] ?? {});
    },
  };
  return { wire, held };
}

const fileOf = (organization: string, minutes: number) =>
  `target: cloud\norganization: ${organization}\nloginSecurity: { idleTimeoutMinutes: ${minutes} }\n`;
const files = { "a.yaml": fileOf("Acme Inc.", 30), "b.yaml": fileOf("Globex", 60) };

test("two files with different organizations are two resources, each written to its own", async () => {
  const { wire, held } = organizations();
  const set = stage({ project, files, between: () => wire });
  const made = await set.plan();
  expect(made.plan.steps.map(({ id }) => id)).toEqual([
    "update cloud/organizationLoginSecurity/Acme Inc.",
    "update cloud/organizationLoginSecurity/Globex",
  ]);
  const { settled } = await set.apply(made);
  expect(settled.map(({ outcome }) => outcome.state)).toEqual(["applied", "applied"]);
  expect(held).toEqual({ 1: { idleTimeoutMinutes: 30 }, 2: { idleTimeoutMinutes: 60 } });
  expect((await set.plan()).plan.steps).toEqual([]);
});

test("an import gives them the addresses that they are read back with, and a plan is empty", async () => {
  const { wire } = organizations();
  const only = ["cloud/organizationLoginSecurity/*"];
  const { texts, addresses, leftOut, plan, problems } = await imported({
    ...{ project, only, seed: {}, between: () => wire },
  });
  expect([leftOut, problems]).toEqual([[], []]);
  expect(addresses.toSorted()).toEqual([
    "cloud/organizationLoginSecurity/Acme Inc.",
    "cloud/organizationLoginSecurity/Globex",
  ]);
  expect(texts).toEqual({
    "desired-state/cloud/acme-inc/loginSecurity.yaml":
      "target: cloud\norganization: Acme Inc.\nloginSecurity:\n  idleTimeoutMinutes: 5\n",
    "desired-state/cloud/globex/loginSecurity.yaml":
      "target: cloud\norganization: Globex\nloginSecurity:\n  idleTimeoutMinutes: 10\n",
  });
  expect(plan.steps).toEqual([]);
});

test("what is live is adopted into the file of its organization", () => {
  const { wire } = organizations();
  const set = stage({ project, files, between: () => wire });
  const desired = set.load(files);
  const address = "cloud/organizationLoginSecurity/Globex";
  const resource = desired.resources.get(address);
  if (!resource) throw new Error(`${address} is not declared`);
  const difference = { path: "/idleTimeoutMinutes", cause: "drift", desired: 60, live: 10 } as const;
  const live = { value: { idleTimeoutMinutes: 10 } };
  const adopted = adopt({
    files: Object.entries(files).map(([path, text]) => ({ path, text })),
    desired,
    changes: [{ action: "update", address, desired: resource, live, differences: [difference] }],
    repeatsSecret: () => false,
    reload: (texts) => set.load(Object.fromEntries(texts.map(({ path, text }) => [path, text]))),
  });
  expect(adopted.notAdopted).toEqual([]);
  expect(adopted.files).toEqual([{ path: "b.yaml", text: fileOf("Globex", 10) }]);
});
