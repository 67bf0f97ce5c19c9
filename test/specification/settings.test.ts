/** Settings for everything that the specification leaves open. Each row is a target of one project file. */

import { beforeAll, expect, test } from "vitest";
import { credentials, type Project, project, type TargetEntry } from "./project.ts";
import { failing, holding, holds, type Row, stillFails } from "./rows.ts";
import { type Fields, isFields } from "./servers/http.ts";

interface SettingRow extends Row {
  readonly target: { readonly interface: TargetEntry["interface"] } & Fields;
}

const token = { token: { secret: "env:TOKEN" } };
const set = (protocol: TargetEntry["interface"], settings: Fields, reason: string): SettingRow => ({
  name: `${protocol}: settings ${JSON.stringify(settings)}`,
  reason,
  target: { interface: protocol, settings },
});
const given = (protocol: TargetEntry["interface"], credential: Fields, reason: string): SettingRow => ({
  name: `${protocol}: credential ${Object.keys(credential).join(" and ")}`,
  reason,
  target: { interface: protocol, credential },
});
const bearer = "a token goes everywhere where a Bearer value goes";
const grants = "which grant a server takes is not shown";
const fields = "fields of these records: not shown";

const rows: readonly SettingRow[] = [
  given("controller", credentials.controller, "HTTP Basic credentials give a token"),
  given("controller", token, bearer),
  given("fabric", token, "credentials or a token are required"),
  given("fabric", credentials.controller, "credentials or a token are required"),
  given("restconf", token, "credentials or a token are required"),
  given("restconf", credentials.controller, "credentials or a token are required"),
  given("sdwan", token, "credentials or a token are required"),
  given("sdwan", credentials.controller, "credentials or a token are required"),
  given("messaging", token, bearer),
  given("servers", token, bearer),
  given("firewall", token, bearer),
  given("servers", credentials.firewall, grants),
  given("servers", { ...credentials.servers, ...credentials.controller }, grants),
  set("restconf", { read: "container" }, "which paths a device serves is not shown"),
  set("restconf", { read: "resource" }, "GET …/GigabitEthernet=<name> is the only read that is shown"),
  set("restconf", { read: "auto" }, "which paths a device serves is not shown"),
  set("netconf", { read: "get" }, "device configuration can also be read with NETCONF <get>"),
  set("netconf", { read: "get-config" }, "device configuration can also be read with NETCONF <get>"),
  set(
    "dashboard",
    { notReady: "not ready" },
    "the message that the network is not ready is not shown word by word",
  ),
  set("dashboard", { notReady: ["not ready", "provisioning"] }, "a server may say it in more than one way"),
  set("dashboard", { basePath: "/v1" }, "base path of the dashboard-style interface: not shown"),
  set("dashboard", { ssidFields: { vlan: "vlanId" } }, "field names of the SSID record: not shown"),
  set("dashboard", { paths: { ssids: "/networks/{networkId}/ssids" } }, "path of the SSID list: not shown"),
  set("dashboard", { paths: { createNetwork: "/networks" } }, "path of network creation: not shown"),
  set("dashboard", { deviceFields: { serial: "serialNumber" } }, fields),
  set("dashboard", { organizationFields: { name: "title" } }, fields),
  set("controller", { tokenField: "Token" }, "name of the token field in the token response: not shown"),
  set(
    "controller",
    { timeRange: { start: "from", end: "to" } },
    "names of the time-range parameters: not shown",
  ),
  set("controller", { devicesField: "devices" }, "the envelope of the list of devices is not shown"),
  set(
    "controller",
    { paths: { addDevice: "/ctl/intent/api/v1/devices" } },
    "device inventory path of the controller: not shown",
  ),
  set("controller", { totalCount: "page" }, "what X-Page-Total-Count counts is not shown"),
  set("servers", { paths: { profiles: "/api/v1/profiles" } }, "operations of each interface: not shown"),
  set(
    "servers",
    { itemsField: "results", nextField: "links.next" },
    "follow the link to the next page in the response",
  ),
  set("servers", { profileFields: { serial: "sn" } }, fields),
  set("messaging", { roomFields: { name: "title" } }, fields),
  set("messaging", { memberFields: { email: "personEmail" } }, fields),
  set("messaging", { paths: { rooms: "/v1/rooms" } }, "operations of each interface: not shown"),
  set("messaging", { itemsField: "items" }, "operations of each interface: not shown"),
  set("sdwan", { itemsField: "data" }, "operations of each interface: not shown"),
  set("firewall", { itemsField: "items" }, "operations of each interface: not shown"),
  set("sdwan", { deviceFields: { serial: "uuid" } }, fields),
  {
    name: "any: limits.retryAfterMaxSeconds",
    reason: "up to which Retry-After a run waits is the user's to say",
    target: { interface: "dashboard", limits: { retryAfterMaxSeconds: 900 } },
  },
];

interface Problem {
  readonly code: string;
  readonly message: string;
  readonly line: number;
}

let made: Project;
let problems: readonly Problem[];

beforeAll(async () => {
  const targets = rows.map(({ target }, at): readonly [string, TargetEntry] => {
    const isFleet = target.interface === "restconf" || target.interface === "netconf";
    const url = `${target.interface === "netconf" ? "ssh" : "https"}://${isFleet ? "{host}" : "example.net"}`;
    const settings =
      target.interface === "netconf" ? { hostKeys: { "10.0.0.1": `SHA256:${"A".repeat(43)}` } } : {};
    const own = isFields(target.settings) ? target.settings : {};
    return [
      `t${at}`,
      { ...target, url, settings: { ...settings, ...own }, ...(isFleet && { hosts: ["10.0.0.0/8"] }) },
    ];
  });
  made = project(Object.fromEntries(targets));
  const { out, err } = await made.trueup(["validate", "--format", "json"]);
  problems = problemsOf(JSON.parse(out || JSON.stringify({ problems: [err] })));
  return () => made.remove();
});

function problemsOf(result: unknown): readonly Problem[] {
  const all = isFields(result) && Array.isArray(result.problems) ? result.problems.filter(isFields) : [];
  return all.map(({ code, message, at }) => ({
    code: String(code),
    message: String(message),
    line: isFields(at) ? Number(at.line) : 0,
  }));
}

/** Checks that no problem is in the lines of the row's target. */
function isAccepted({ name }: SettingRow): void {
  const at = rows.findIndex((row) => row.name === name);
  const lines = made.text("trueup.yaml").split("\n");
  const begins = lines.findIndex((line) => line.includes(`"t${at}": {`)) + 1;
  const next = lines.findIndex((line) => line.includes(`"t${at + 1}": {`)) + 1;
  const ends = next > 0 ? next : lines.length + 1;
  expect(begins).toBeGreaterThan(0);
  const own = problems.filter(({ line }) => line >= begins && line < ends);
  expect(own.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
}

test("all problems are of one of the targets", () => {
  expect(problems.filter(({ line }) => line === 0)).toEqual([]);
});

test.each(holding("settings", rows))("what is open can be said: %s", holds(isAccepted));

test.each(failing("settings", rows))("open, %s: %s", stillFails(isAccepted));
