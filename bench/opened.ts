/** The example company, opened against a simulator on free ports: the real wire, the real pace. */

import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type OpenedProject, openContext } from "../src/engine/open.ts";
import { readProject } from "../src/project/read.ts";
import { type RunningSimulator, serve } from "../src/simulator/serve.ts";
import { defaultSettings } from "../src/simulator/wire/settings.ts";

/** A context with the simulator behind it. */
export interface Opened {
  readonly context: OpenedProject;
  readonly served: RunningSimulator;
  readonly close: () => Promise<void>;
}

const root = fileURLToPath(new URL("../", import.meta.url));

/** Serves the built-in company and opens this repository's project against it. */
export async function opened(): Promise<Opened> {
  const served = await serve();
  const folder = await mkdtemp(join(tmpdir(), "trueup-bench-"));
  const text = await readFile(join(root, "trueup.yaml"), "utf8");
  await writeFile(join(folder, "trueup.yaml"), onPortsOf(served, text));
  await cp(join(root, "desired-state"), join(folder, "desired-state"), { recursive: true });
  const { read, problems } = await readProject(folder);
  if (!read) throw new Error(JSON.stringify(problems));
  const log = { level: "silent", format: "json" } as const;
  const { context, problems: faults } = await openContext(read, { env, log, secrets: "needed" });
  if (!context) throw new Error(JSON.stringify(faults));
  const close = async () => {
    await context.close();
    await served.close();
    await rm(folder, { recursive: true });
  };
  return { context, served, close };
}

const { apiKey, username, password, fabricToken, routerUsername, routerPassword } =
  defaultSettings.credentials;

const env: Readonly<Record<string, string>> = {
  DASHBOARD_API_KEY: apiKey,
  CONTROLLER_USER: username,
  CONTROLLER_PASSWORD: password,
  FABRIC_TOKEN: fabricToken,
  ROUTER_USER: routerUsername,
  ROUTER_PASSWORD: routerPassword,
  ACME_CORP_PSK: "a pre-shared key",
  ACME_GUEST_PSK: "another pre-shared key",
};

/** The project file with the simulator's free ports in the place of its fixed ones. */
function onPortsOf({ urls }: RunningSimulator, text: string): string {
  const portOf = (url: string) => new URL(url.replace("{host}", "host")).port;
  const ports: readonly (readonly [string, string])[] = [
    ["4801", portOf(urls.dashboard)],
    ["4802", portOf(urls.controller)],
    ["4803", portOf(urls.fabric)],
    ["4804", portOf(urls.restconf)],
  ];
  return ports.reduce((all, [fixed, free]) => all.replace(`:${fixed}`, `:${free}`), text);
}
