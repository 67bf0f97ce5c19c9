/**
 * Parts of a fabric that cannot be declared. They are reported and counted, and never imported with another meaning.
 */

import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Json } from "../../../src/model/json.ts";
import { folder, trueup } from "../command.ts";

/** Answers by texts in path and query. The first entry whose text occurs there is used. */
type Routes = readonly (readonly [string, readonly Json[]])[];

const object = (name: string, attributes: Json, children: readonly Json[] = []): Json => ({
  [name]: { attributes, ...(children.length > 0 && { children }) },
});

const subject = (filter: Json, more: readonly Json[] = []) =>
  object("vzBrCP", { dn: "uni/tn-T/brc-c", name: "c", scope: "context", prio: "unspecified" }, [
    object("vzSubj", { name: "s", revFltPorts: "yes" }, [object("vzRsSubjFiltAtt", filter), ...more]),
  ]);
const exempt = (child: Json) =>
  object("vzBrCP", { dn: "uni/tn-T/brc-c", name: "c", scope: "context" }, [child]);
const entry = (more: { readonly [name: string]: Json }) =>
  object("vzFilter", { dn: "uni/tn-T/flt-f", name: "f" }, [
    object("vzEntry", { name: "e", etherT: "ip", prot: "tcp", dFromPort: "http", dToPort: "http", ...more }),
  ]);
const plain = { tnVzFilterName: "f", action: "permit", directives: "", priorityOverride: "default" };
const tenant = object("fvTenant", { dn: "uni/tn-T", name: "T", descr: "Test", userdom: ":all:" });

async function fabric(routes: Routes, files: Readonly<Record<string, string>> = {}) {
  const server = createServer((request, reply) => {
    const asked = decodeURIComponent(request.url ?? "");
    const login = object("aaaLogin", { token: "t", refreshTimeoutSeconds: "600" });
    const found = asked.includes("/aaaLogin.json")
      ? [login]
      : (routes.find(([part]) => asked.includes(part))?.[1] ?? []);
    reply.setHeader("content-type", "application/json");
    reply.end(JSON.stringify({ totalCount: String(found.length), imdata: found }));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return folder({
    ...files,
    "trueup.yaml": `version: 1
environment: test
targets:
  dc:
    interface: fabric
    dialect: apic
    url: http://127.0.0.1:${port}
    credential: { username: operator, password: { secret: env:FABRIC_TOKEN } }
    limits: { requestsPerSecond: 1000 }
`,
  });
}

async function imported(routes: Routes, ...args: readonly string[]) {
  const cwd = await fabric([["/class/fvTenant", [tenant]], ...routes]);
  const ended = await trueup(["import", "dc", ...args], { cwd });
  const names = await readdir(join(cwd, "desired-state/dc")).catch(() => []);
  const texts = await Promise.all(names.map((name) => readFile(join(cwd, "desired-state/dc", name), "utf8")));
  const files = new Map(names.map((name, index) => [name, texts[index] ?? ""]));
  return { ...ended, files, cwd };
}

test.each<readonly [string, Routes, string]>([
  [
    "an exception of a contract",
    [["class=vzBrCP", [exempt(object("vzException", { name: "x", field: "Tenant" }))]]],
    "vzException → x",
  ],
  [
    "a label of a subject",
    [["class=vzBrCP", [subject(plain, [object("vzProvSubjLbl", { name: "blue", isComplement: "yes" })])]]],
    "vzSubj → s → vzProvSubjLbl → blue",
  ],
  [
    "what nobody knows of an entry",
    [["class=vzFilter", [entry({ newMatch: "x" })]]],
    "vzEntry → e → newMatch: x",
  ],
])("%s: the whole of it is left out, with what no field declares", async (_, routes, where) => {
  const { out, status, files } = await imported(routes);
  expect(out).toContain(`${where} cannot be declared`);
  expect(out).toContain("without it the other fields would mean something else");
  expect(out).toContain("it does not cover what was not imported (1).");
  expect(status).toBe(1);
  expect(files.get("t.yaml")).not.toContain("contracts:");
  expect(files.get("t.yaml")).not.toContain("filters:");
  expect(files.get("import-report.md")).toContain("## Not imported at all");
});

test.each<readonly [string, Routes, string]>([
  ["a deny of a contract", [["class=vzBrCP", [subject({ ...plain, action: "deny" })]]], "action: deny"],
  [
    "a service graph",
    [["class=vzBrCP", [subject(plain, [object("vzRsSubjGraphAtt", { tnVnsAbsGraphName: "G" })])]]],
    "serviceGraph: G",
  ],
  ["established sessions", [["class=vzFilter", [entry({ tcpRules: "est" })]]], "[est]"],
])("%s: it is declared, and nothing is left out", async (_, routes, declared) => {
  const { status, files } = await imported(routes);
  expect([status, files.has("import-report.md")]).toEqual([0, false]);
  expect(files.get("t.yaml")).toContain(declared);
});

const others: Routes = [
  ["class=vzBrCP", [subject({ ...plain, newMark: "log" })]],
  [
    "class=l3extOut",
    [
      object("l3extOut", { dn: "uni/tn-T/out-o", name: "o", enforceRtctrl: "export" }, [
        object("l3extRsEctx", { tnFvCtxName: "v" }),
        object("l3extRsInterleakPol", { tnRtctrlProfileName: "" }),
        object("l3extInstP", { name: "any" }),
        object("l3extNewP", { name: "leaf" }, [object("l3extRsNewAtt", { tDn: "topology/pod-1/node-101" })]),
      ]),
    ],
  ],
  [
    "class=fvBD",
    [
      object("fvBD", {
        dn: "uni/tn-T/BD-b",
        name: "b",
        newType: "fc",
        mtu: "inherit",
        vmac: "not-applicable",
      }),
    ],
  ],
  [
    "/tn-T.json?query-target=children&rsp-prop",
    [
      object("vzBrCP", { name: "c" }),
      object("vnsNewGraph", { name: "FW" }),
      object("fvRsTenantMonPol", { tnMonEPGPolName: "" }),
    ],
  ],
];

test("children, attributes and classes that no kind has are counted and listed; only --strict makes them a failure", async () => {
  const { out, status, files } = await imported(others);
  expect(out).toContain("3 children and 2 values cannot be declared, see desired-state/dc/import-report.md");
  expect(out).toContain(
    "The next plan is empty; it does not cover the 3 children and 2 values that no file declares.",
  );
  expect(out).toContain("Not examined: the tenants common, infra and mgmt");
  expect(status).toBe(0);
  const report = files.get("import-report.md") ?? "";
  for (const line of [
    "### `vzSubj.vzRsSubjFiltAtt.newMark`: 1 value",
    "- `dc/contract/T.c`, `vzSubj → s → vzRsSubjFiltAtt → f → newMark`: `log`",
    "- `dc/l3Out/T.o`, `l3extNewP → leaf → l3extRsNewAtt → topology/pod-1/node-101`",
    "- `dc/bridgeDomain/T.b`, `newType`: `fc`",
    "- `dc/tenant/T`, `vnsNewGraph → FW`",
  ])
    expect(report).toContain(line);
  const strict = await imported(others, "--strict", "--format", "json", "--dry-run");
  expect(strict.status).toBe(1);
  const { counts, undeclarable, planIsEmpty, reportFile } = JSON.parse(strict.out);
  expect(counts.undeclarable).toEqual({ children: 3, values: 2 });
  expect(undeclarable[0]).toEqual({
    address: "dc/bridgeDomain/T.b",
    path: "/newType",
    name: "newType",
    what: "value",
    value: "fc",
  });
  expect([planIsEmpty, reportFile, strict.files.size]).toEqual([true, undefined, 0]);
});

test("remarks and names of an entry are listed, and the rest is imported", async () => {
  const { out, status, files } = await imported([
    ["class=vzFilter", [entry({ annotation: "by hand", newName: "web" })]],
  ]);
  expect([status, files.get("t.yaml")]).toEqual([0, expect.stringContaining("filters:")]);
  expect(out).toContain("2 values cannot be declared");
});

test("a community, whose name is a secret, is listed by its number, and so is what stands in it", async () => {
  const route = object("vzAny", { dn: "uni/tn-T/ctx-v/any" });
  const below = object("snmpClientP", { dn: "uni/tn-T/ctx-v/snmpctx/community-monkeybars/x" });
  const community = object("snmpCommunityP", { name: "monkeybars", dn: "community-monkeybars" }, [below]);
  const context = object("snmpCtxP", { name: "c" }, [community]);
  const vrf = object("fvCtx", { dn: "uni/tn-T/ctx-v", name: "v" }, [context, route]);
  const routes: Routes = [["class=fvCtx", [vrf]]];
  const { out, files } = await imported(routes);
  const { out: json } = await imported(routes, "--format", "json", "--dry-run");
  const report = files.get("import-report.md") ?? "";
  expect(report).toContain("- `dc/vrf/T.v`, `snmpCtxP → snmpCommunityP → 0`\n");
  expect(report).toContain("snmpCommunityP → 0 → snmpClientP → 0`");
  expect([report, out, json, ...files.values()].join("\n")).not.toContain("monkeybars");
});

test("an import of what can all be declared says so in two lines, and writes no report", async () => {
  const { out, status, files } = await imported([
    ["class=vzBrCP", [subject(plain)]],
    ["class=vzFilter", [entry({ tcpRules: "", arpOpc: "unspecified" })]],
  ]);
  expect(out).toContain("3 resources with");
  expect(out).toContain("✓ The next plan is empty.\n");
  expect(out).not.toMatch(/cannot be declared|Not examined/);
  expect([status, [...files.keys()]]).toEqual([0, ["t.yaml"]]);
});

test("a report is never written over another file", async () => {
  const mine = { "desired-state/dc/import-report.md": "mine\n" };
  const cwd = await fabric([["/class/fvTenant", [tenant]], ...others], mine);
  const { out, status } = await trueup(["import", "dc"], { cwd });
  expect([status, out]).toEqual([0, expect.stringContaining("see desired-state/dc/import-report-2.md")]);
  expect(await readFile(join(cwd, "desired-state/dc/import-report.md"), "utf8")).toBe("mine\n");
  expect(await readFile(join(cwd, "desired-state/dc/import-report-2.md"), "utf8")).toContain("vnsNewGraph");
});
