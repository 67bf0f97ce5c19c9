/** A company of many organizations, and its cloud, with a rate limit per organization and per address. */

import { load } from "../../src/load/load.ts";
import { loadProject } from "../../src/load/project-file/project.ts";
import type { Desired } from "../../src/model/desired.ts";
import type { Json } from "../../src/model/json.ts";
import type { Project } from "../../src/model/project.ts";
import { drivers } from "../../src/project/drivers.ts";
import { admit, freshLimiter, type LimiterState } from "../../src/simulator/limiter.ts";

/** Requests per second for one organization, and from one client address. */
export interface CloudLimits {
  readonly organization: number;
  readonly address: number;
}

/** The numbers of networks per organization, and of SSIDs per network. */
const [networks, ssids] = [10, 3];

/** The project and its desired state: the name of each SSID differs from the live one. */
export function companyOf(
  organizations: number,
  { url, limits = "{}" }: { readonly url: string; readonly limits?: string },
): { project: Project; desired: Desired } {
  const { project } = loadProject({
    file: { path: "trueup.yaml", text: projectText(url, limits) },
    folder: "/project",
    drivers,
  });
  if (!project) throw new Error("the project cannot be loaded");
  const files = Array.from({ length: organizations }, (_, at) => ({
    path: `desired-state/${at}.yaml`,
    text: organizationText(at),
  }));
  const { desired, problems } = load({ project, files, drivers });
  const [first] = problems.filter(({ severity }) => severity === "error");
  if (first) throw new Error(first.message);
  return { project, desired };
}

/** The project file. Batches are off, so each write is a request of its own, with its own intent. */
const projectText = (url: string, limits: string) => `version: 1
environment: many
targets:
  cloud:
    interface: dashboard
    dialect: meraki
    url: ${url}
    credential: { apiKey: { secret: env:KEY } }
    limits: ${limits}
    settings: { batches: 'off' }
`;

function organizationText(at: number): string {
  const ssid = Array.from({ length: ssids }, (_, number) => `${number}: { name: declared }`).join(", ");
  const lines = Array.from(
    { length: networks },
    (_, network) => `  n${at}x${network}: { name: net-${network}, ssids: { ${ssid} } }\n`,
  );
  return `target: cloud\norganization: org-${at}\nnetworks:\n${lines.join("")}`;
}

/** The cloud's counts of requests. */
export interface CloudCounts {
  /** The number of accepted reads. */
  readonly reads: number;
  /** The number of accepted writes. */
  readonly writes: number;
  /** The number of requests above the limit of an organization. */
  readonly overOrganization: number;
  /** The number of requests above the limit of an address. */
  readonly overAddress: number;
}

/** The cloud: answers requests, and counts those above a limit. */
export class Cloud {
  readonly #organizations: number;
  readonly #limits: CloudLimits;
  readonly #limiters = new Map<string, LimiterState>();
  readonly #written = new Set<string>();
  readonly counts = { reads: 0, writes: 0, overOrganization: 0, overAddress: 0 };
  /** Every accepted write. */
  readonly writes: { readonly organization: string; readonly address: string; readonly at: number }[] = [];

  constructor(organizations: number, limits: CloudLimits) {
    this.#organizations = organizations;
    this.#limits = limits;
  }

  /** The answer to a request that arrives now. */
  answer(
    { method, path }: { readonly method: string; readonly path: string },
    { address, now }: { readonly address: string; readonly now: number },
  ): { readonly status: number; readonly body: Json } {
    const [, first = "", id = ""] = /^\/api\/v1\/(\w+)(?:\/([^/?]+))?/.exec(path) ?? [];
    const organization = first === "networks" ? (id.split("x")[0] ?? "") : id;
    if (!this.#admits(`from ${address}`, "slidingWindow", this.#limits.address, now)) {
      this.counts.overAddress += 1;
      return refused;
    }
    if (organization !== "" && !this.#admits(organization, "tokenBucket", this.#limits.organization, now)) {
      this.counts.overOrganization += 1;
      return refused;
    }
    if (method === "GET") {
      this.counts.reads += 1;
      return { status: 200, body: this.#read(path, id) };
    }
    this.counts.writes += 1;
    this.writes.push({ organization: `org-${organization}`, address, at: now });
    const number = Number(/\/ssids\/(\d+)/.exec(path)?.[1]);
    this.#written.add(`${id} ${number}`);
    return { status: 200, body: this.#ssid(id, number) };
  }

  #admits(key: string, model: "slidingWindow" | "tokenBucket", ratePerSecond: number, now: number): boolean {
    const state = this.#limiters.get(key) ?? freshLimiter(ratePerSecond, now);
    const judged = admit(state, now, { model, ratePerSecond });
    this.#limiters.set(key, judged.state);
    return judged.admitted;
  }

  #read(path: string, id: string): Json {
    if (/\/organizations(?:\?|$)/.test(path))
      return Array.from({ length: this.#organizations }, (_, at) => ({ id: `${at}`, name: `org-${at}` }));
    if (path.includes("/ssids")) return Array.from({ length: ssids }, (_, number) => this.#ssid(id, number));
    return Array.from({ length: networks }, (_, at) => ({ id: `${id}x${at}`, name: `net-${at}` }));
  }

  #ssid(network: string, number: number): Json {
    const name = this.#written.has(`${network} ${number}`) ? "declared" : "before";
    return { number, name, enabled: false };
  }
}

const refused = { status: 429, body: { errors: ["too many"] } };
