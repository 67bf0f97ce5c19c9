import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NotOwned } from "../../src/model/journal.ts";
import { hidden } from "../../src/model/live/hidden.ts";
import type { HeldSecrets, Item } from "../../src/model/live/snapshot.ts";
import { problem, sentence } from "../../src/model/problem.ts";
import { Secret } from "../../src/model/secret.ts";
import { drivers } from "../../src/project/drivers.ts";
import { callText, callValue, type PlainRead, plainRead, readOf } from "../../src/sessions/codec.ts";
import { HeldHidden, HiddenByName } from "../../src/sessions/hidden-names.ts";
import type { SessionsPort } from "../../src/sessions/port.ts";
import { sessionEventIn } from "../../src/sessions/session-events.ts";
import { shardOf } from "../../src/sessions/shard.ts";
import { builtInCompany } from "../../src/simulator/company.ts";
import { projectText, type Setting, stage } from "../servers/virtual-time/run.ts";

const network = `target: cloud
organization: Acme
networks:
  bern:
    name: Bern Office
    timeZone: Europe/Zurich
    ssids:
      0: { name: Bern, password: { secret: env:CORP_PSK } }
`;
const netconf = `version: 1
environment: virtual
targets:
  routers:
    interface: netconf
    url: "ssh://{host}"
    hosts: [10.20.0.0/16]
    credential: { username: { secret: env:USER }, password: { secret: env:PASSWORD } }
`;
const router = `target: routers
devices:
  berlin:
    host: 10.20.0.1
    interfaces:
      GigabitEthernet 1/0/4: { description: reserved }
`;
const meraki = projectText().replace("interface: dashboard", "interface: dashboard\n    dialect: meraki");
const batch = `target: cloud
organization: Acme
networks:
  ${["basel", "bern", "chur", "genf", "sion", "thun"].map((key) => `${key}: { name: ${key}, timeZone: Europe/Zurich, ssids: { 0: { name: Corp, visible: true } } }`).join("\n  ")}
`;

const products: Readonly<Record<string, Omit<Setting, "elsewhere">>> = {
  "a dashboard, with a secret": { files: { "a.yaml": network } },
  "a dashboard with batches that become tasks": {
    files: { "a.yaml": batch },
    project: meraki,
    seed: { organizations: [{ id: "O_1", name: "Acme", networks: [] }] },
    settings: { dashboardMode: "meraki" },
  },
  "devices over RESTCONF": { files: { "a.yaml": router } },
  "devices over NETCONF": { files: { "a.yaml": router }, project: netconf },
};

describe.each(Object.entries(products))("sessions elsewhere, of %s", (_, setting) => {
  async function ranWith(more: Partial<Setting>) {
    const at = stage({ seed: builtInCompany(), ...setting, ...more });
    const made = await at.plan();
    const result = await at.apply(made);
    const again = await at.plan();
    return {
      plan: JSON.stringify(made.plan),
      requests: at.network.log().map(({ method, path, status }) => `${method} ${path} ${status}`),
      states: result.settled.map(({ outcome }) => outcome.state),
      asked: [...result.requests],
      left: JSON.stringify(again.plan),
    };
  }

  test.each([1, 2])("give the same plan bytes, requests and results as its own (seed %i)", async (random) => {
    const [here, there] = [await ranWith({ random }), await ranWith({ random, elsewhere: true })];
    expect(there).toEqual(here);
    expect(here.states.length).toBeGreaterThan(0);
    expect(new Set(here.states)).toEqual(new Set(["applied"]));
  });
});

describe("a text of a question or an answer", () => {
  test("brings every read back as it was, and what it says of secrets", () => {
    const item = fc.record({
      kind: fc.constant("ssid"),
      identity: fc.string(),
      value: fc.jsonValue().map((value): Item["value"] => JSON.parse(JSON.stringify(value))),
      id: fc.option(fc.string(), { nil: undefined }),
      version: fc.option(fc.string(), { nil: undefined }),
      secret: fc.option(fc.constantFrom("one", "two", "another"), { nil: undefined }),
      isOneWay: fc.boolean(),
    });
    const references = {
      values: new Set(["one", "two"]),
      of: (value: string) => ({ one: ["env:A", "env:B"], two: ["env:C"] })[value] ?? [],
      known: ["env:A", "env:B", "env:C"],
    };
    const values: Readonly<Record<string, string>> = { "env:A": "one", "env:B": "one", "env:C": "two" };
    fc.assert(
      fc.property(fc.array(item), fc.uniqueArray(fc.string()), (all, parents) => {
        const items = all.map(({ secret, isOneWay, ...rest }): Item => {
          if (secret === undefined) return rest;
          const holds: HeldSecrets = (path, { secret: reference }) => {
            if (path !== "/psk" || values[reference] === undefined) return undefined;
            return values[reference] === secret || (isOneWay ? undefined : false);
          };
          const shown = () => [["/psk", new Secret(secret)] as const];
          return {
            ...rest,
            holds: Object.assign(holds, { shown, ...(isOneWay && { isOneWay: true as const }) }),
          };
        });
        const reply = { state: "whole", items, parentIds: new Set(parents) } as const;
        const text = callText(plainRead(reply, references), new HiddenByName());
        expect(text).not.toContain("another");
        const back = readOf(callValue<PlainRead>(text, new HiddenByName()));
        if (back.state !== "whole") throw new Error("it is not whole");
        expect(back.parentIds).toEqual(reply.parentIds);
        const bare = ({ holds: _, ...rest }: Item) => JSON.parse(JSON.stringify(rest));
        expect(back.items.map(bare)).toEqual(items.map(bare));
        for (const [at, { holds }] of items.entries())
          for (const path of ["/psk", "/other"])
            for (const secret of ["env:A", "env:B", "env:C", "env:D"])
              expect(back.items[at]?.holds?.(path, { secret })).toBe(holds?.(path, { secret }));
      }),
    );
  });

  test("keeps a hidden value without a digest the same value, and lets no server name one", () => {
    const [held, named] = [new HeldHidden("unguessable-"), new HiddenByName()];
    const value = hidden(undefined);
    const there = callValue<{ psk: typeof value }>(callText({ psk: value }, held), named);
    expect(there.psk).toEqual({ $hidden: "unkeyed" });
    const back = callValue<{ psk: unknown }>(callText(there, named), held);
    expect(back.psk).toBe(value);
    const forged = callValue<{ psk: unknown }>('{"psk":{"$hidden":"unkeyed","$of":"unguessable-1"}}', held);
    expect(forged.psk).not.toBe(value);
  });
});

test("a shard is named by what has a limit of its own, and not by the project", () => {
  const driver = drivers.find(({ interface: name }) => name === "dashboard");
  const dialect = driver?.dialect("meraki", {});
  if (!dialect) throw new Error("there is no dashboard");
  const { sharedBy = "" } = dialect.limits;
  const at = (url: string, scope: Record<string, string>) => shardOf({ url }, dialect, scope);
  expect(at("https://api.example.net/v1", {})).toBe("https://api.example.net");
  expect(at("https://api.example.net/v2", { [sharedBy]: "Acme" })).toBe("https://api.example.net Acme");
  const groups = new Set(["10.0.0.1", "10.0.0.2", "10.0.0.3"].map((host) => at("https://{host}/", { host })));
  expect(groups.size).toBeGreaterThan(1);
  expect(at("https://{host}/", { host: "10.0.0.1" })).toBe(
    at("https://{host}:8443/rest", { host: "10.0.0.1" }),
  );
});

describe("whoever holds the sessions", () => {
  /** Returns a port that loses the first call with this question, either before or after the call is carried out. */
  const losing =
    (question: string, when: "before" | "after") =>
    (port: SessionsPort): SessionsPort => {
      let isLost = false;
      const gone = problem("session-failed", "it was stopped");
      return {
        ...port,
        call: async (call, options) => {
          if (isLost || !String(call.ask).includes(`"is":"${question}"`)) return port.call(call, options);
          isLost = true;
          if (when === "before") return { is: "lost", sent: false, problem: gone };
          await port.call(call, options);
          return { is: "lost", sent: false, problem: gone };
        },
      };
    };

  test.each([
    ["read", "before"],
    ["write", "before"],
    ["write", "after"],
  ] as const)(
    "may be lost: a %s is asked again or looked at, %s it was carried out",
    async (question, when) => {
      const through = losing(question, when);
      const at = stage({ files: { "a.yaml": network }, seed: builtInCompany(), elsewhere: true, through });
      const result = await at.apply(await at.plan());
      expect(new Set(result.settled.map(({ outcome }) => outcome.state)).size).toBe(1);
      const made = at.network
        .log()
        .filter(({ method, path }) => method === "POST" && path.endsWith("/networks"));
      expect(made).toHaveLength(1);
      expect((await at.plan()).plan.steps).toEqual([]);
    },
  );

  test("may own the shard no longer: nothing leaves, it is looked at again, and the journal goes on", async () => {
    const at = stage({ files: { "a.yaml": network }, seed: builtInCompany(), elsewhere: true });
    let refusals = 0;
    const journal = {
      note: () => {},
      write: async () => {
        refusals += 1;
        if (refusals === 1) throw new NotOwned();
      },
    };
    const result = await at.apply(await at.plan(), { journal });
    expect(new Set(result.settled.map(({ outcome }) => outcome.state))).toEqual(new Set(["applied"]));
    expect(refusals).toBeGreaterThan(1);
    expect((await at.plan()).plan.steps).toEqual([]);
  });

  /** Returns a port that answers questions of one kind with a given text. */
  const answering =
    (question: string, answer: string) =>
    (port: SessionsPort): SessionsPort => ({
      ...port,
      call: async (call, options) =>
        String(call.ask).includes(`"is":"${question}"`)
          ? { is: "answered", answer, requests: 1 }
          : port.call(call, options),
    });

  const item = '"kind":"network","identity":"Bern Office"';
  test.each([
    ["no JSON", "{"],
    ["no object", "7"],
    ["no answer", "{}"],
    ["another answer", '{"value":{"meaning":"accepted"}}'],
    ["a list without items", '{"value":{"state":"whole"}}'],
    ["items that are none", '{"value":{"state":"whole","items":[null]}}'],
    ["an item without a value", `{"value":{"state":"whole","items":[{${item}}]}}`],
    ["an id that is a number", `{"value":{"state":"whole","items":[{${item},"value":{},"id":7}]}}`],
    ["parents that are no list", '{"value":{"state":"whole","items":[],"parentIds":"N_1"}}'],
    ["a time that is none", '{"value":{"state":"whole","items":[],"earlier":{"since":"yesterday"}}}'],
    ["secrets that are none", '{"value":{"state":"whole","items":[]},"redact":[{"of":"ours","values":7}]}'],
    ["no reason", '{"value":{"state":"unknown"}}'],
  ])("may answer a read with %s: it is unknown, and nothing else is", async (_, answer) => {
    const through = answering("read", answer);
    const at = stage({ files: { "a.yaml": network }, seed: builtInCompany(), elsewhere: true, through });
    const { plan } = await at.plan();
    expect(plan.steps).toEqual([]);
    expect(JSON.stringify(plan)).toContain("session-failed");
  });

  test.each([
    ["no JSON", "{"],
    ["an id that is a number", '{"value":{"meaning":"accepted","id":7}}'],
    ["a task without a path", '{"value":{"meaning":"pending","task":{"id":"T_1"}}}'],
    ["a refusal without a problem", '{"value":{"meaning":"refused"}}'],
  ])("may answer a write with %s: live is read again, and says what came of it", async (_, answer) => {
    const through = (port: SessionsPort): SessionsPort => ({
      ...port,
      call: async (call, options) => {
        const said = await port.call(call, options);
        return String(call.ask).includes('"is":"write"') ? { is: "answered", answer, requests: 1 } : said;
      },
    });
    const files = { "a.yaml": network.replace(", password: { secret: env:CORP_PSK }", "") };
    const at = stage({ files, seed: builtInCompany(), elsewhere: true, through });
    const result = await at.apply(await at.plan());
    expect(new Set(result.settled.map(({ outcome }) => outcome.state))).toEqual(new Set(["applied"]));
    expect((await at.plan()).plan.steps).toEqual([]);
  });
});

test.each([
  ["no JSON", "{"],
  ["no type", '{"target":"cloud"}'],
  ["a step, which sessions do not have", '{"type":"stepStarted","target":"cloud","step":"a"}'],
  ["a wait without a time", '{"type":"waiting","target":"cloud","reason":"throttled"}'],
  ["a warning that is none", '{"type":"warned","target":"cloud","problem":"x"}'],
])("an event is no event if it is %s", (_, body) => {
  expect(sessionEventIn(body)).toBeUndefined();
});

test("an event of a session is what it was, without members that nobody knows", () => {
  const warned = {
    type: "warned",
    target: "cloud",
    problem: problem("x", sentence`it says ${"this"}`, { severity: "warning", hint: "Look." }),
  } as const;
  expect(sessionEventIn(JSON.stringify({ ...warned, more: 1 }))).toEqual(warned);
});
