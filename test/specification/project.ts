/** A project for the servers of this folder. Its commands are the built command, which runs as a separate process. */

import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { inject } from "vitest";
import { known } from "./servers/credentials.ts";
import type { Fields, Json } from "./servers/http.ts";

/** The result of a command. */
export interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
  readonly seconds: number;
}

/** The secrets of the servers, by the names under which `trueup.yaml` refers to them. */
const environment = {
  OPERATOR_PASSWORD: known.password,
  API_KEY: known.apiKey,
  TOKEN: known.token,
  CLIENT_SECRET: known.clientSecret,
  REFRESH_TOKEN: known.refreshToken,
  SSID_PSK: "psk-of-an-ssid-7",
};

const operator = { username: known.username, password: { secret: "env:OPERATOR_PASSWORD" } };
const client = { clientId: known.clientId, clientSecret: { secret: "env:CLIENT_SECRET" } };

/** The credential of each interface, as in the section Authentication of the specification. */
export const credentials = {
  controller: operator,
  dashboard: { apiKey: { secret: "env:API_KEY" } },
  fabric: { token: { secret: "env:TOKEN" } },
  restconf: operator,
  netconf: operator,
  messaging: client,
  servers: client,
  sdwan: { token: { secret: "env:TOKEN" } },
  firewall: { ...client, refreshToken: { secret: "env:REFRESH_TOKEN" } },
} satisfies Record<string, Fields>;

/** A target in `trueup.yaml`. Without a credential of its own, it gets the credential of its interface. */
export type TargetEntry = { readonly interface: keyof typeof credentials; readonly url: string } & Fields;

/** A folder with a project. */
export interface Project {
  /** Runs `trueup` in the folder. */
  readonly trueup: (args: readonly string[], options?: RunOptions) => Promise<Ended>;
  /** Returns the text of one of the project's files. */
  readonly text: (file: string) => string;
  readonly remove: () => void;
}

/** How a command is run. */
export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Called whenever the command has written something, with everything that it has written so far to both outputs. */
  readonly onText?: (text: string) => void;
  /** When aborted, ends the command as a user does with Ctrl-C. */
  readonly stop?: AbortSignal;
}

/** Writes a project. Its files are JSON, which is also YAML. By default, requests are not limited. */
export function project(
  targets: Readonly<Record<string, TargetEntry>>,
  desired: Readonly<Record<string, Fields>> = {},
  more: Fields = {},
): Project {
  const path = mkdtempSync(join(tmpdir(), "trueup-specification-"));
  const write = (file: string, content: Json) => {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), JSON.stringify(content, null, 1));
  };
  const all = Object.entries(targets).map(([name, target]) => [name, targetOf(target)]);
  const secrets = { allow: ["env:SSID_PSK"] };
  write("trueup.yaml", {
    version: 1,
    environment: "test",
    targets: Object.fromEntries(all),
    secrets,
    ...more,
  });
  mkdirSync(join(path, "desired-state"));
  for (const [target, content] of Object.entries(desired))
    write(`desired-state/${target}.yaml`, { target, ...content });
  return {
    text: (file) => readFileSync(join(path, file), "utf8"),
    trueup: (args, options = {}) => run(path, args, options),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

function targetOf(target: TargetEntry): Fields {
  const limits = target.limits ?? { requestsPerSecond: 1000 };
  return { credential: credentials[target.interface], ...target, limits };
}

function run(cwd: string, args: readonly string[], { env, onText, stop }: RunOptions): Promise<Ended> {
  const { PATH = "" } = process.env;
  const began = performance.now();
  const child = spawn(process.execPath, [inject("command"), ...args], {
    cwd,
    env: {
      PATH,
      HOME: cwd,
      NODE_COMPILE_CACHE: join(tmpdir(), "trueup-test-compile-cache"),
      ...environment,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const texts = { out: "", err: "" };
  const keep = (name: keyof typeof texts) => (text: string) => {
    texts[name] += text;
    onText?.(texts.out + texts.err);
  };
  child.stdout.setEncoding("utf8").on("data", keep("out"));
  child.stderr.setEncoding("utf8").on("data", keep("err"));
  stop?.addEventListener("abort", () => child.kill("SIGINT"));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) =>
      resolve({ status, ...texts, seconds: (performance.now() - began) / 1000 }),
    );
  });
}
