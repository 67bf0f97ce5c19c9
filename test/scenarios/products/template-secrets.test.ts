/**
 * Secrets of a vManage's templates and parcels, against the simulator's mode in virtual time. An update replaces the
 * whole object, so nothing is sent if a live secret is not declared.
 */

import { describe, expect, test } from "vitest";
import type { Desired } from "../../../src/model/desired.ts";
import { imported, nothingApplied } from "../../import/live.ts";
import { stage } from "../../servers/virtual-time/run.ts";

const project = `version: 1
environment: virtual
targets:
  wan:
    interface: sdwan
    dialect: vmanage
    url: https://manager.example.net
    credential: { token: { secret: env:SDWAN_TOKEN } }
secrets: { allow: ["env:*_PSK"] }
`;

const of = (name: string) => `name: ${name}, description: d, deviceTypes: [vedge-C8000V]`;
const secret = "{ secret: env:CORP_PSK }";

const declared = `target: wan
featureTemplates:
  aaaTemplates:
    users: { ${of("Users")}, users: [{ name: admin, privilegeLevel: "15", password: ${secret} }] }
  ipsecInterfaceTemplates:
    tunnel: { ${of("Tunnel")}, interfaceName: ipsec1, ikeVersion: 2, ikePreSharedKey: ${secret} }
  bgpTemplates:
    office:
      ${of("BGP").replaceAll(", ", "\n      ")}
      asNumber: "65001"
      ipv4Neighbors: [{ address: 10.0.0.1, remoteAs: "65002", password: "{{bgp_password}}" }]
featureProfiles:
  system:
    base:
      name: Base
      description: d
      aaas: { users: { name: Users, description: d, user: [{ name: admin, privilege: "15", password: ${secret} }] } }
`;
const changed = (text: string) =>
  text
    .replace('privilegeLevel: "15"', 'privilegeLevel: "1"')
    .replace("ikeVersion: 2", "ikeVersion: 1")
    .replace('"65001"', '"65009"')
    .replace('privilege: "15"', 'privilege: "1"');
const without = (text: string) =>
  text.replace(/, (?:password|ikePreSharedKey): (?:\{ secret[^}]*\}|"[^"]*")/g, "");

const settings = { sdwanMode: "vmanage" } as const;
const staged = (text: string, before?: Staged) => {
  const made = stage({ project, files: { "a.yaml": text }, settings, now: before?.clock.now() ?? 0 });
  if (before) made.network.world = before.network.world;
  return made;
};
type Staged = ReturnType<typeof stage>;

const objects = ({ network }: Staged) => JSON.stringify([...(network.world.sdwan.vmanage?.objects ?? [])]);
/** Returns the secrets and variables that the product stores, in clear text. */
const stored = (run: Staged) =>
  [...objects(run).matchAll(/"(?:canary-corp-psk|bgp_password)"/g)].map(([text]) => JSON.parse(text));
const all = ["canary-corp-psk", "bgp_password", "canary-corp-psk", "canary-corp-psk"];

async function applied(run: Staged) {
  const made = await run.plan();
  const { settled } = await run.apply(made);
  return { plan: made.plan, states: settled.map(({ outcome }) => outcome.state) };
}

async function made(text = declared) {
  const first = staged(text);
  await applied(first);
  return first;
}

describe("an update of a template or parcel", () => {
  test("sends the declared secrets along, though they did not change", async () => {
    const first = await made();
    expect(stored(first)).toEqual(all);
    const next = staged(changed(declared), first);
    expect((await applied(next)).states).toEqual(["applied", "applied", "applied", "applied"]);
    expect(stored(next)).toEqual(all);
    expect(objects(next)).not.toBe(objects(first));
  });

  test("is not sent if a live secret is not declared: the plan says which, and what to do", async () => {
    const first = await made();
    const before = objects(first);
    const { plan, states } = await applied(staged(changed(without(declared)), first));
    expect([plan.steps, states, objects(first)]).toEqual([[], [], before]);
    expect(plan.unwritable.map(({ address }) => address)).toEqual([
      "wan/aaaTemplate/users",
      "wan/bgpTemplate/office",
      "wan/ipsecInterfaceTemplate/tunnel",
      "wan/systemAaa/base.users",
    ]);
    expect(plan.unwritable[0]?.reason).toBe(
      "/users/admin/password is set live but not declared, and an update would remove it: declare it by reference, " +
        "`{ secret: env:NAME }`",
    );
  });

  test("may remove an element that was declared together with its secret", async () => {
    const both = declared.replace(
      'users: [{ name: admin, privilegeLevel: "15"',
      `users: [{ name: bob, password: ${secret} }, { name: admin, privilegeLevel: "15"`,
    );
    const first = await made(both);
    const one = staged(changed(declared), first);
    const plan = async (base?: Desired) => (await one.plan({ base })).plan.unwritable;
    expect(await plan(first.context.desired)).toEqual([]);
    const reason = expect.stringContaining("/users/bob/password is set live but not declared");
    expect(await plan()).toMatchObject([{ address: "wan/aaaTemplate/users", reason }]);
  });
});

describe("an import", () => {
  test.each([false, true])(
    "with --secrets %s keeps variables, and a plan of it is empty",
    async (secrets) => {
      const keyed = declared.replace(`ikePreSharedKey: ${secret}`, 'ikePreSharedKey: "{{tunnel_key}}"');
      const { world } = (await made(keyed)).network;
      const seed = { sdwanDevices: [] };
      const found = await imported({
        project: project.replace("env:*_PSK", "env:*"),
        target: "wan",
        seed,
        settings,
        world,
        base: nothingApplied,
        secrets,
      });
      expect([found.problems, found.unknown, found.plan.changes, found.leftOut]).toEqual([[], [], [], []]);
      const text = found.files.map((file) => file.text).join("\n");
      expect(text).toContain('ikePreSharedKey: "{{tunnel_key}}"');
      expect(text).toContain('password: "{{bgp_password}}"');
      expect(text).not.toContain("radiusDynamicAuthorServerKey");
    },
  );

  test("with --secrets proposes the secrets that are set, and no others", async () => {
    const { world } = (await made()).network;
    const open = project.replace("env:*_PSK", "env:*");
    const found = await imported({ project: open, target: "wan", seed: {}, settings, world, secrets: true });
    const proposed = found.secrets.flatMap(({ reference, places }) =>
      places.map(({ path }) => [path, reference]),
    );
    expect(proposed).toEqual([
      ["/user/0/password", "env:BASE_USERS_USER_ADMIN_PASSWORD"],
      ["/ikePreSharedKey", "env:TUNNEL_PSK"],
      ["/users/0/password", "env:USERS_AAA_TEMPLATES_USERS_ADMIN_PASSWORD"],
    ]);
  });

  test("shows a variable that somebody replaced as drift", async () => {
    const first = await made();
    const other = staged(declared.replace("{{bgp_password}}", "{{other_password}}"), first);
    await applied(other);
    const { plan } = await staged(declared, other).plan({ base: first.context.desired });
    const path = "/ipv4Neighbors/0/password";
    const sides = { desired: "{{bgp_password}}", live: "{{other_password}}" };
    expect(plan.changes).toMatchObject([{ differences: [{ path, ...sides, cause: "drift" }] }]);
  });
});
