/** Serves the fictional IPAM of docs/bring-your-own.md, and makes projects that manage it with their own catalog. */

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { parse } from "yaml";
import { derive } from "../../../src/catalog/derive/derive.ts";
import { readDescription } from "../../../src/catalog/derive/document.ts";
import { overlayOf } from "../../../src/catalog/derive/overlay.ts";
import { kindFileText } from "../../../src/catalog/derive/render.ts";
import type { Json } from "../../../src/model/json.ts";
import { begun } from "../../../src/simulator/openapi/begin.ts";
import { type ServedOpenApi, serveOpenApi } from "../../../src/simulator/serve-openapi.ts";
import { defaultSettings } from "../../../src/simulator/wire/settings.ts";

const page = readFileSync(new URL("../../../docs/bring-your-own.md", import.meta.url), "utf8");

/** The IPAM's description, as docs/bring-your-own.md shows it. */
export const ipamText: string = /```yaml\n# ipam\.yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? "";

/** The IPAM's description as a value. */
const ipam: Json = parse(ipamText);

/** The credential for the served IPAM. */
export const ipamKey = { IPAM_KEY: defaultSettings.credentials.apiKey };

/** Serves a description with empty data. */
export async function servedEmpty(description: Json = ipam): Promise<ServedOpenApi> {
  const state = begun({ description, file: {} });
  if ("problems" in state) throw new Error(state.problems.join("\n"));
  const served = await serveOpenApi({ state });
  onTestFinished(() => served.close());
  return served;
}

/** The file of the IPAM's catalog that describes the product. */
export const product = `product: our-ipam
title: Our IPAM
interface: rest
basePath: /api/v2
authentication: { by: token, header: X-Ipam-Key }
limits: { requestsPerSecond: 1000, concurrency: 4 }
replies:
  - { status: 2xx, means: accepted }
  - { status: 404, method: PUT, means: conflict }
  - { status: 404, method: DELETE, means: conflict }
  - { status: 429, means: throttled }
  - { status: 4xx, means: refused }
  - { status: 5xx, means: lost }
checks: [vrf]
`;

/** Returns the files of the IPAM's catalog: the derived ones, and those that a person adds. */
export function catalogFiles(folder = "catalogs/our-ipam"): Readonly<Record<string, string>> {
  const said = {
    pageParameter: "limit",
    kinds: { vrfPrefix: { identity: "cidr" }, vlan: { list: { path: "/vlans", items: "vlans" } } },
  };
  const { kinds } = derive(readDescription(ipam), overlayOf([said]));
  const files = Object.entries(kinds).map(([kind, file]) => [`${folder}/${kind}.yaml`, kindFileText(file)]);
  return { ...Object.fromEntries(files), [`${folder}/product.yaml`]: product };
}

/** Returns a project file with the IPAM as its target. */
export function projectFor(served: Pick<ServedOpenApi, "admin">, catalog = "catalogs/our-ipam/"): string {
  return `version: 1
environment: test
targets:
  ipam:
    interface: rest
    catalog: ${catalog}
    url: ${new URL(served.admin).origin}
    credential: { token: { secret: env:IPAM_KEY } }
`;
}

/** Desired state with resources of every kind of the IPAM. */
export const desired = `target: ipam
vlans:
  office: { vid: 20, name: Office }
vrfs:
  campus:
    name: Campus
    rd: '65000:1'
    prefixes:
      berlin: { cidr: 10.20.0.0/24, role: user, vlan: office }
      munich: { cidr: 10.21.0.0/24, tags: [new] }
settings: { defaultRole: user, reservedDays: 30 }
`;

/** Creates a folder with these files. */
export function folderWith(files: Readonly<Record<string, string>>) {
  const cwd = mkdtempSync(join(tmpdir(), "trueup-own-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  };
  for (const [path, text] of Object.entries(files)) put(path, text);
  return { cwd, put };
}

/** Creates a folder with these files, and a repository in it with a first commit on main. */
export function repository(files: Readonly<Record<string, string>>) {
  const { cwd, put } = folderWith(files);
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t.example", ...args], { cwd }).toString();
  git("init", "-q", "-b", "main");
  const commit = (message: string) => {
    git("add", "-A");
    git("commit", "-qm", message);
  };
  commit("first");
  return { cwd, put, git, commit };
}
