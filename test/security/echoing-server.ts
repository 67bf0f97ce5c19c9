/** A server in front of the simulator. It passes requests on, or answers them with every secret that it knows. */

import type { InterfaceName } from "../../src/simulator/wire/served-names.ts";
import { defaultSettings } from "../../src/simulator/wire/settings.ts";
import { copyExample, folder, projectFor, simulator, write } from "../cli/command.ts";
import { type Answer, type Asked, type Hostile, hostile } from "../servers/hostile.ts";
import { canaries, said as saidOf } from "./canaries.ts";

/** Returns what happens to a request: it gets this answer, its connection is `cut`, or it is passed on (undefined). */
export type Mischief = (asked: Asked, number: number) => Answer | "cut" | undefined;

/** The example company, with the canaries as its credentials. `mischief` can be set at any time. */
export interface Parrot {
  readonly cwd: string;
  readonly server: Hostile;
  mischief: Mischief;
}

const { session: token, ...variables } = canaries;

/** The environment variables that contain the canaries. */
export const environment: Readonly<Record<string, string>> = variables;

/** Starts a simulator, the server in front of it, and a project with 24 additional networks. */
export async function parrot(): Promise<Parrot> {
  const served = await simulator({
    settings: { credentials: { ...defaultSettings.credentials, ...accepted, routerToken: "" } },
  });
  const tokens: string[] = [];
  let number = 0;
  const server = await hostile(async (asked) => {
    const done = opened.mischief(asked, number++);
    if (done === "cut") return undefined;
    return done ?? through(asked, { urls: served.urls, tokens, own: `http://127.0.0.1:${server.port}` });
  });
  const origin = `http://127.0.0.1:${server.port}`;
  const urls = {
    ...served.urls,
    dashboard: `${origin}/dashboard`,
    controller: `${origin}/controller`,
    fabric: `${origin}/fabric`,
    restconf: `${origin}/restconf/devices/{host}`,
  };
  const cwd = await folder({ "trueup.yaml": projectFor({ ...served, urls }) });
  await copyExample(cwd);
  await write(
    cwd,
    "desired-state/acme/many.yaml",
    `networks:\n${Array.from({ length: 24 }, network).join("")}`,
  );
  const opened: Parrot = { cwd, server, mischief: () => undefined };
  return opened;
}

const accepted = {
  apiKey: canaries.DASHBOARD_API_KEY,
  username: canaries.CONTROLLER_USER,
  password: canaries.CONTROLLER_PASSWORD,
  fabricToken: canaries.FABRIC_TOKEN,
  routerUsername: canaries.ROUTER_USER,
  routerPassword: canaries.ROUTER_PASSWORD,
};

function network(_: unknown, at: number): string {
  return `  n${at}: { name: Branch ${at}, ssids: { 2: { name: Guest, password: { secret: env:ACME_GUEST_PSK } } } }\n`;
}

/** Passes a request to the simulator. In the answer, this server's token and origin replace those of the simulator. */
async function through(asked: Asked, to: Through): Promise<Answer> {
  const { urls, tokens, own } = to;
  const [, name = "", path = ""] = /^\/(\w+)(\/.*)$/.exec(asked.url) ?? [];
  const base = { ...urls, restconf: urls.restconf.replace("/devices/{host}", "") }[name] ?? "";
  const { connection: _, "content-length": __, host: ___, "x-auth-token": told, ...headers } = asked.headers;
  const sent = new Headers(Object.entries(headers).map(([key, value]) => [key, String(value)]));
  if (told !== undefined) sent.set("x-auth-token", told === token ? (tokens.at(-1) ?? "") : "wrong");
  const body = asked.body === "" ? {} : { body: Buffer.from(asked.body, "latin1") };
  const reply = await fetch(`${base}${path}`, { method: asked.method, headers: sent, ...body });
  const text = (await reply.text()).replaceAll(base, `${own}/${name}`);
  if (!path.endsWith("/auth/token") || !reply.ok) return { status: reply.status, body: text };
  tokens.push(JSON.parse(text).token);
  return { body: { token } };
}

interface Through {
  readonly urls: Readonly<Record<InterfaceName, string>>;
  /** The tokens of the simulator, in the order in which it issued them. */
  readonly tokens: string[];
  readonly own: string;
}

/** Texts that repeat each canary in all encodings, cut off, in base64, and in JSON inside JSON. */
const said = Object.values(variables).flatMap(sayings);
/** Texts that repeat the login's token. Only a controller that has issued the token can send them. */
const saidOfToken = sayings(token);

function sayings(value: string): readonly string[] {
  return [
    saidOf(value).join(" "),
    `${".".repeat(296 - value.length / 2)}${value}`,
    `${value} ${Buffer.from(`x:${value}:y`).toString("base64")}`,
    JSON.stringify({ deep: JSON.stringify({ value }) }),
  ];
}

/** Returns a reply that repeats secrets. `number` selects the secret and its encoding. */
export function squawk({ url }: Asked, number: number): Required<Pick<Answer, "headers" | "body">> {
  const all = /^\/controller\/(?!.*auth\/token)/.test(url) ? saidOfToken : said;
  const text = all[number % all.length] ?? "";
  const bodies = [
    { errors: [text] },
    { error: text, details: text },
    { error: { code: "1", message: text } },
    { "ietf-restconf:errors": { error: [{ "error-tag": "invalid", "error-message": text }] } },
    text,
    `<p>${text}</p>`,
  ];
  const value = encodeURIComponent(text.slice(0, 200));
  const location = `http://${canaries.ACME_GUEST_PSK}.test/${value}`;
  const headers = { "www-authenticate": value, "retry-after": "0", location };
  return { headers, body: bodies[Math.floor(number / all.length) % bodies.length] };
}
