/** Requests to servers that support exactly what the specification shows: their methods, paths, headers and bodies. */

import { beforeAll, expect, test } from "vitest";
import { company } from "./company.ts";
import { type Laboratory, laboratory } from "./laboratory.ts";
import type { Ended } from "./project.ts";
import { type Command, type RequestRow, requestRows } from "./request-rows.ts";
import { failing, holding, holds, stillFails } from "./rows.ts";
import { known } from "./servers/credentials.ts";
import type { Heard } from "./servers/http.ts";

const commands: Readonly<Record<Command, readonly string[]>> = {
  validate: ["validate"],
  check: ["check"],
  plan: ["plan"],
  apply: ["apply", "--yes"],
  drift: ["drift", "--detailed-exitcode"],
  status: ["status", "--since", "2h", "--uplinks", "--format", "json"],
  device: ["status", "--device", "id-sw-1", "--target", "t1", "--format", "json"],
};

const ended = new Map<string, Ended>();
const heardIn = new Map<string, readonly Heard[]>();
let all: Laboratory;

beforeAll(async () => {
  all = await laboratory(company);
  const names: readonly string[] = Object.keys(company);
  for (const [command, args] of Object.entries(commands)) {
    const before = new Map(names.map((name) => [name, all.heard(name).length]));
    ended.set(command, await all.trueup(args));
    for (const name of names) heardIn.set(`${command} ${name}`, all.heard(name).slice(before.get(name)));
  }
  return () => all.close();
});

const names = Object.keys(company).filter((name): name is keyof typeof company => name in company);
const every: readonly RequestRow[] = names.flatMap((from): readonly RequestRow[] => [
  {
    name: `${from}: validate asks nobody`,
    reason: "credentials for pipelines are kept in a secrets store: the check of files needs none",
    from,
    during: ["validate"],
    check: (heard) => expect(heard).toEqual([]),
  },
  {
    name: `${from}: check, plan, drift and status write nothing`,
    reason: "GET maps to read",
    from,
    during: ["check", "plan", "drift", "status", "device"],
    check: (heard) =>
      expect(heard.filter(({ method, path }) => method !== "GET" && !path.endsWith("token"))).toEqual([]),
  },
  {
    name: `${from}: what is sent is JSON and says so`,
    reason: "all payloads are JSON",
    from,
    check: (heard) => {
      const written = heard.filter(({ body, path }) => body !== "" && !path.endsWith("token"));
      for (const { headers, body } of written) {
        expect(headers["content-type"]).toMatch(/^application\/(?:yang-data\+)?json/);
        expect(() => JSON.parse(body)).not.toThrow();
      }
    },
  },
]);

const rows = [...requestRows, ...every];

function isSent({
  from,
  during = Object.keys(commands),
  check,
}: Omit<RequestRow, "during"> & { during?: readonly string[] }) {
  check(during.flatMap((command) => heardIn.get(`${command} ${from}`) ?? []));
}

test("everything is as declared after one apply, and no secret is shown", () => {
  expect(ended.get("apply")?.status, ended.get("apply")?.out).toBe(0);
  expect(ended.get("drift")?.status, ended.get("drift")?.out).toBe(0);
  expect(JSON.parse(ended.get("status")?.out ?? "").targets[1].sites).toHaveLength(150);
  const texts = [...ended.values()].map(({ out, err }) => out + err).join("\n");
  for (const secret of [known.apiKey, known.password, known.token, known.clientSecret, "psk-of-an-ssid-7"])
    expect(texts).not.toContain(secret);
});

test.each(holding("requests", rows))("what the specification shows is what is sent: %s", holds(isSent));

test.each(failing("requests", rows))("open, %s: %s", stillFails(isSent));
