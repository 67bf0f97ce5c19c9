/**
 * The rollback of any plan, whichever write is refused. Everything is as before the run, unless it is reported as left.
 */

import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../../src/model/json.ts";
import type { ApplyResult } from "../../src/model/reply.ts";
import type { World } from "../../src/simulator/world.ts";
import { cases } from "../long-forms.ts";
import { stage } from "../servers/virtual-time/run.ts";

/** The declarations of a revision. A resource that is undefined is not declared. */
interface Declared {
  readonly networks: Readonly<Record<string, Office | undefined>>;
  readonly tenants: Readonly<Record<string, Tenant | undefined>>;
  readonly router: {
    readonly hostname: string;
    readonly description: string;
    readonly ntp: readonly string[];
  };
}
interface Office {
  readonly tags: readonly string[];
  readonly timeZone: string;
  readonly netflow?: { readonly enabled: boolean; readonly collectorPort?: number };
  readonly vlan?: number;
  readonly psk?: string;
}
interface Tenant {
  readonly description: string;
  readonly context: boolean;
}

const whole = { requiredKeys: [] };
const office: fc.Arbitrary<Office> = fc.record(
  {
    tags: fc.subarray(["branch", "emea", "new"]),
    timeZone: fc.constantFrom("Europe/Berlin", "Asia/Tokyo"),
    netflow: fc.record(
      { enabled: fc.boolean(), collectorPort: fc.constantFrom(2055, 9995) },
      { requiredKeys: ["enabled"] },
    ),
    vlan: fc.constantFrom(20, 30),
    psk: fc.constantFrom("env:CORP_PSK", "env:GUEST_PSK"),
  },
  { requiredKeys: ["tags", "timeZone"] },
);
const tenant = fc.record({ description: fc.constantFrom("one", "two"), context: fc.boolean() });
const some = <T>(names: readonly string[], one: fc.Arbitrary<T>) =>
  fc.record(Object.fromEntries(names.map((name) => [name, one])), whole);
const declared: fc.Arbitrary<Declared> = fc.record({
  networks: some(["Bonn", "Cork", "Graz"], office),
  tenants: some(["Blue", "Red"], tenant),
  router: fc.record({
    hostname: fc.constantFrom("a", "b"),
    description: fc.constantFrom("c", "d"),
    ntp: fc.subarray(["10.0.0.5", "10.0.0.6", "10.0.0.7"], { minLength: 1 }),
  }),
});

/** Returns the declarations as files with JSON, which is also YAML. */
function filesOf({ networks, tenants, router }: Declared): Readonly<Record<string, string>> {
  const entries = <T>(all: Readonly<Record<string, T | undefined>>) =>
    Object.entries(all).flatMap(([name, one]): [string, T][] => (one === undefined ? [] : [[name, one]]));
  const offices = entries(networks).map(([name, { vlan, psk, ...fields }]) => {
    const password = psk === undefined ? {} : { password: { secret: psk } };
    const ssids = vlan === undefined ? {} : { ssids: { 0: { name: "Corp", vlan, ...password } } };
    return [name, { name, ...fields, ...ssids }];
  });
  const contexts = entries(tenants).flatMap(([name, { context }]) =>
    context ? [[`uni/tn-${name}/ctx-main`, { class: "fvCtx", attributes: { name: "main" } }]] : [],
  );
  const device = {
    host: "10.20.0.1",
    hostname: router.hostname,
    interfaces: { "GigabitEthernet 1/0/4": { description: router.description } },
    config: { "/Vendor-native:native/ntp": { server: router.ntp.map((ip) => ({ ip })) } },
  };
  const files = {
    "desired-state/cloud.yaml": {
      target: "cloud",
      organization: "Acme",
      networks: { "Berlin Office": { name: "Berlin Office" }, ...Object.fromEntries(offices) },
    },
    "desired-state/fabric.yaml": {
      target: "fabric",
      tenants: {
        Production: {},
        ...Object.fromEntries(entries(tenants).map(([name, { description }]) => [name, { description }])),
      },
      managedObjects: Object.fromEntries(contexts),
    },
    "desired-state/routers.yaml": { target: "routers", devices: { r1: device } },
  };
  return Object.fromEntries(Object.entries(files).map(([path, file]) => [path, JSON.stringify(file)]));
}

/** Returns the live state by address, without ids. */
function liveOf({ dashboard, fabric, restconf }: World): ReadonlyMap<string, unknown> {
  const networks = [...dashboard.networks.values()].flatMap(({ fields, ssids }): [string, unknown][] => [
    [`cloud/network/${fields.name}`, fields],
    ...[...ssids].map(([number, ssid]): [string, unknown] => [
      `cloud/ssid/${fields.name}.${number}`,
      ssid.fields,
    ]),
  ]);
  const objects = [...fabric.objects].map(([path, object]): [string, unknown] => [
    /^uni\/tn-[^/]+$/.test(path) ? `fabric/tenant/${path.slice(7)}` : `fabric/managedObject/${path}`,
    object,
  ]);
  const routers = [...restconf.routers].map(([host, { data }]): [string, Json] => [`routers/${host}`, data]);
  return new Map([...networks, ...objects, ...routers]);
}

const states = ({ settled }: Pick<ApplyResult, "settled">) =>
  new Map(settled.map(({ step, outcome }) => [step, outcome]));

test("whichever write of whichever plan is refused, what is not named as left is as it was", async () => {
  await fc.assert(
    fc.asyncProperty(
      declared,
      declared,
      fc.nat(9),
      fc.nat(9),
      fc.boolean(),
      async (base, desired, after, lost, lostFirst) => {
        const on = stage({ files: filesOf(base), settings: { readinessMs: 0 } });
        const first = await on.apply(await on.plan());
        expect([...states(first).values()].map(({ state }) => state)).not.toContain("failed");
        const before = liveOf(on.network.world);
        Object.assign(on.context, { desired: on.load(filesOf(desired)) });
        const made = await on.plan({ base: on.load(filesOf(base)), prune: true });
        // The second fault counts requests from the moment when the first fault strikes, so it may strike during the
        // rollback.
        const refusal = { after, effect: { kind: "answer", status: 403 } } as const;
        const loss = { after: lost, effect: { kind: "lostAfter" } } as const;
        for (const fault of lostFirst ? [loss, refusal] : [refusal, loss])
          on.network.fault({ ...fault, methods: ["PUT", "POST", "DELETE"] });
        const result = await on.apply(made, { rollbackOnFailure: true });
        const failed = [...states(result).values()].some(({ state }) => state === "failed");
        expect(result.rolledBack !== undefined).toBe(failed);
        if (!result.rolledBack) return;
        const back = result.rolledBack;
        for (const [step, outcome] of states(back)) expect([step, outcome.state]).toEqual([step, "applied"]);
        expect(back.nonConvergent).toEqual([]);
        const marked = new Set(
          made.plan.steps.flatMap(({ irreversible, because }) => (irreversible === undefined ? [] : because)),
        );
        for (const { address } of back.left) expect(marked).toContain(address);
        const left = new Set<string>(back.left.map(({ address }) => address));
        const lives = liveOf(on.network.world);
        const all = new Set([...before.keys(), ...lives.keys()]);
        for (const address of all) {
          if (!left.has(address))
            expect([address, lives.get(address)]).toEqual([address, before.get(address)]);
        }
      },
    ),
    { numRuns: cases(40) },
  );
}, 120_000);
