/**
 * List elements and references in the form that products show. They are imported completely, or the report says what is
 * missing.
 */

import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/model/json.ts";
import fmc from "./answers/fmc.json" with { type: "json" };
import { fmcHabits } from "./habits.ts";
import { appliedWith, declaredIn, importedFrom } from "./imported.ts";
import { RecordLists } from "./record-lists.ts";
import type { Answering } from "./served.ts";

const byPassword = "credential: { username: operator, password: { secret: env:PW } }";
const walls = `interface: firewall\n    dialect: fmc\n    ${byPassword}`;
const domain = `/api/fmc_config/v1/domain/${fmc.domain}`;
const policy = "005056BB-0B24-0ed3-0000-880468482451";
const rules = `${domain}/policy/accesspolicies/${policy}/accessrules`;

/** Returns the answers of a manager that has these rules in its only policy, in the form of a recording. */
function manager(of: readonly JsonObject[]): Answering {
  const recorded: Readonly<Record<string, readonly Json[]>> = fmc.lists;
  const shown = of.map((rule, index) => ({
    metadata: { ruleIndex: index + 1, section: "Default", category: "--Undefined--" },
    id: `rule-${index}`,
    type: "AccessRule",
    enabled: true,
    action: "ALLOW",
    ...rule,
  }));
  const lists = new RecordLists({ ...recorded, [rules]: shown }, fmcHabits(fmc.domain));
  return (asked) => lists.answer(asked);
}

const kinds = ["accessControlPolicy", "accessRules", "intrusionPolicy", "networkGroup", "network", "host"];
const parent = { type: "Host", id: "0050-parent", name: "dns of the parent domain" };
const germany = { type: "Country", id: "276", name: "Germany" };
const balanced = {
  name: "Balanced Security and Connectivity",
  id: "abba00a0-cf29-425c-9d75-49699aadc898",
  type: "IntrusionPolicy",
};

describe("rules of a firewall", () => {
  const of = [
    { name: "plain", logEnd: true },
    { name: "vpn", ipsPolicy: balanced, sourceNetworks: { objects: [parent, germany] } },
    {
      name: "gre",
      action: "ALLOW_AND_TELL",
      destinationPorts: { literals: [{ type: "PortLiteral", protocol: "47" }] },
      sourcePorts: { literals: [{ type: "PortLiteral", protocol: "132", port: "7" }] },
    },
  ];

  test("are imported whole, with ids of what is not declared, and these are named", async () => {
    const on = await importedFrom({
      target: walls,
      answering: manager(of),
      args: ["--kinds", ...kinds],
    });
    expect(on.said.out).toContain("The next plan is empty");
    const declared = await declaredIn(on.cwd);
    expect(declared).toContain("- { host: { id: 0050-parent, name: dns of the parent domain } }");
    expect(declared).toContain('- { id: "276", type: Country, name: Germany }');
    expect(declared).toContain("action: ALLOW_AND_TELL");
    expect(declared).toContain('protocol: "47"');
    expect(declared).toMatch(/ipsPolicy:\s+id:\s+id: abba00a0-cf29-425c-9d75-49699aadc898\s+name: Balanced/);
    const line = (field: string, what: string) =>
      `  lab/accessRules/edge-policy: rules → vpn → ${field} is the ${what}`;
    expect(on.said.out).toContain(
      line("ipsPolicy → id", `intrusion policy "${balanced.name}" (${balanced.id})`),
    );
    expect(on.said.out).toContain(
      line("sourceNetworks → objects → 0 → host", `host "${parent.name}" (${parent.id})`),
    );
    expect(on.said.out).toContain(line("sourceNetworks → objects → 1", 'country "Germany" (276)'));
  });

  test("that are changed later keep all that they name, and no other rule is sent", async () => {
    const on = await importedFrom({ target: walls, answering: manager(of), args: ["--kinds", ...kinds] });
    const { first, before, second, sent, afterwards } = await appliedWith(
      { from: "host: { id: 0050-parent, name: dns of the parent domain }", to: "host: { id: 0050-other }" },
      on,
    );
    expect([first.status, before, second.status, afterwards.status]).toEqual([0, 0, 0, 0]);
    expect(sent.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
      {
        method: "PUT",
        path: `${rules}/rule-1`,
        body: expect.objectContaining({
          name: "vpn",
          ipsPolicy: { id: balanced.id },
          sourceNetworks: {
            objects: [
              { type: "Host", id: "0050-other" },
              { type: "Country", id: "276" },
            ],
          },
        }),
      },
    ]);
  });
});

const campus = `interface: controller\n    dialect: catalyst-center\n    ${byPassword}`;
const masked = "NO!$DATA!$";

/** Answers like a controller that has these credentials and shows none of their secrets. */
const controller: Answering = ({ path }) => {
  if (path.endsWith("/auth/token")) return { body: { Token: "recorded-token" } };
  if (!path.endsWith("/global-credential")) return { body: { response: [], version: "1.0" } };
  const of = (more: JsonObject) => ({ instanceUuid: `id ${Object.values(more)[0]}`, ...more });
  const response = {
    cliCredential: [of({ id: "1", description: "WLC", username: "operator", password: masked })],
    httpsRead: [of({ id: "2", description: "Web", username: "web", password: masked, port: 443 })],
    httpsWrite: [],
    snmpV2cRead: [of({ id: "3", description: "Sites", readCommunity: masked })],
    snmpV2cWrite: [],
    snmpV3: [
      of({
        id: "4",
        description: "V3",
        username: "v3",
        snmpMode: "AUTHPRIV",
        authType: "SHA",
        privacyType: "AES128",
      }),
    ],
  };
  return { body: { response, version: "1.0" } };
};

describe("credentials whose secrets no reply shows", () => {
  const own = ["cliCredential", "httpsReadCredential", "snmpv2ReadCredential", "snmpv3Credential"];
  const args = ["--kinds", ...own];

  test("are declared by references that say what each is for, and the next plan is empty", async () => {
    const on = await importedFrom({ target: campus, answering: controller, args: ["--secrets", ...args] });
    expect(on.said.out).toContain("The next plan is empty");
    const lines = on.said.out.split("\n").filter((line) => line.startsWith("  env:"));
    expect(lines.toSorted()).toEqual([
      "  env:SITES_SNMPV2_READ_COMMUNITY  lab/snmpv2ReadCredential/sites: readCommunity",
      "  env:V3_SNMPV3_AUTH_PASSWORD  lab/snmpv3Credential/v3: authPassword",
      "  env:V3_SNMPV3_PRIVACY_PASSWORD  lab/snmpv3Credential/v3: privacyPassword",
      "  env:WEB_HTTPS_READ_PASSWORD  lab/httpsReadCredential/web: password",
      "  env:WLC_CLI_ENABLE_PASSWORD  lab/cliCredential/wlc: enablePassword",
      "  env:WLC_CLI_PASSWORD  lab/cliCredential/wlc: password",
    ]);
    // A login name is not a secret, so it is imported.
    expect(await declaredIn(on.cwd)).toContain("username: operator");
  });

  test("are not imported without references, and it is said how", async () => {
    const on = await importedFrom({ target: campus, answering: controller, args });
    expect(on.said.status).toBe(1);
    expect(on.said.out).toContain(
      'CLI credential "WLC": this CLI credential needs `password`, which no reply shows',
    );
    expect(await declaredIn(on.cwd)).not.toContain("WLC");
  });
});

test("what a credential may not read is named by its area, and the rest is imported", async () => {
  const all = manager([{ name: "plain" }]);
  const refused = { error: { category: "FRAMEWORK", messages: [{ description: "Access is denied" }] } };
  const answering: Answering = (asked) =>
    /intrusionpolicies|accessrules/.test(asked.path) ? { status: 403, body: refused } : all(asked);
  const on = await importedFrom({ target: walls, answering, args: ["--kinds", ...kinds] });
  const said = on.said.out + on.said.err;
  expect(on.said.status).toBe(1);
  expect(said).toContain("error[forbidden]: intrusion policy: not imported, since lab: GET");
  expect(said).toContain(
    'rules of an access control policy in the access control policy "EDGE_POLICY": not imported, since lab: GET',
  );
  expect(said).toMatch(/The next plan is empty; it does not cover .*what could not be read \(2\)/);
  expect(await declaredIn(on.cwd)).toContain("EDGE_POLICY");
});
