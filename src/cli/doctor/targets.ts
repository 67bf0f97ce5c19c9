/** Checks each target of a project: its host name, certificate, reply, credential and limits. Sends no secret. */

import { deviceUrl } from "../../drivers/yang/device/container.ts";
import { resolveTarget } from "../../engine/assemble.ts";
import { requestsPerSecond } from "../../engine/target-limits.ts";
import type { Target } from "../../model/project.ts";
import type { ReadProject } from "../../project/read.ts";
import type { CheckupLine } from "../../report/checkup.ts";
import { counted } from "../../report/text/value.ts";
import { isWithoutProxy } from "../../runtime/http/no-proxy.ts";
import { addressesOf, certificateEnd, hostAnswer, portOpen } from "../../runtime/probe.ts";
import { withPooledSecrets } from "../../runtime/secrets/secret-pool.ts";
import { openSecrets } from "../../runtime/secrets/secrets.ts";
import type { Cli } from "../cli.ts";

/** The result of checking a target. */
export interface TargetCheckup {
  readonly target: Target;
  readonly lines: readonly CheckupLine[];
  /** The difference between the server's clock and this machine's, if the server shows its clock. */
  readonly clockMs?: number | undefined;
}

/** The maximum number of devices of a fleet that are checked. */
const maxHosts = 3;
const soonDays = 21;

/** Checks a target without sending its credential, which is only opened locally. */
export async function targetCheckup(cli: Cli, read: ReadProject, target: Target): Promise<TargetCheckup> {
  const hosts = hostsOf(read, target);
  const looked = await Promise.all(hosts.map((host) => hostLines(cli, target, host)));
  const area = areaOf(target);
  const none: CheckupLine = {
    area,
    about: "devices",
    state: "untried",
    says: "desired state declares no device of this fleet",
  };
  const lines = [
    ...(hosts.length === 0 ? [none] : looked.flatMap((one) => one.lines)),
    await credentialLine(cli, read, target),
    limitLine(read, target),
  ];
  return { target, lines, clockMs: looked.find(({ clockMs }) => clockMs !== undefined)?.clockMs };
}

/** The heading above the lines of a target. */
export function areaOf({ name }: Target): string {
  return `target ${name}`;
}

/** The URL of a target; for a fleet, one URL for each of the first declared devices. */
function hostsOf({ loaded }: ReadProject, { name, url, devices }: Target): readonly URL[] {
  const declared = [...loaded.desired.resources.values()].filter((one) => one.target === name);
  const hosts = url.includes("{host}")
    ? [...new Set(declared.flatMap(({ scope }) => scope.host ?? []))]
    : [""];
  return hosts.slice(0, maxHosts).flatMap((host) => URL.parse(deviceUrl({ url, devices }, host)) ?? []);
}

async function hostLines(
  cli: Cli,
  target: Target,
  url: URL,
): Promise<{ readonly lines: readonly CheckupLine[]; readonly clockMs?: number | undefined }> {
  const area = areaOf(target);
  const isWeb = /^https?:$/.test(url.protocol);
  const proxied = isWeb && goesThroughProxy(cli, url);
  const name = proxied ? undefined : await nameLine(area, url);
  if (name?.state === "failed") return { lines: [name] };
  const own = name ? [name] : [];
  if (!isWeb) return { lines: [...own, await portLine(area, url)] };
  const tls = url.protocol === "https:" && !proxied ? [await certificateLine(target, url)] : [];
  const { line, clockMs } = await answerLine(target, url);
  return { lines: [...own, ...tls, line], clockMs };
}

/**
 * True if a request to this URL goes through a proxy, according to the proxy variables. Requests to this machine never
 * do.
 */
function goesThroughProxy({ env }: Cli, url: URL): boolean {
  const name = url.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  const isSet = Boolean(env[name] || env[name.toLowerCase()]);
  return isSet && !isWithoutProxy(url, env.no_proxy ?? env.NO_PROXY ?? "");
}

async function nameLine(area: string, { hostname }: URL): Promise<CheckupLine> {
  const line = { area, about: "name" } as const;
  const addresses = await addressesOf(hostname);
  if ("found" in addresses)
    return { ...line, state: "ok", says: `${hostname} is ${addresses.found.join(", ")}` };
  const hint = "Check `url` in trueup.yaml, the DNS of this machine, and whether it needs a proxy or a VPN.";
  return { ...line, state: "failed", says: `${hostname}: ${addresses.failed}`, hint };
}

async function portLine(area: string, { hostname, port }: URL): Promise<CheckupLine> {
  const number = Number(port || 830);
  const line = { area, about: "port" } as const;
  const open = await portOpen(hostname, number);
  if ("found" in open)
    return { ...line, state: "ok", says: `${hostname} accepts connections on port ${number}` };
  const hint = "Check that NETCONF is enabled on the device, and that firewalls allow it.";
  return { ...line, state: "failed", says: `${hostname}:${number}: ${open.failed}`, hint };
}

async function certificateLine({ name, tls }: Target, url: URL): Promise<CheckupLine> {
  const line = { area: `target ${name}`, about: "certificate" } as const;
  const end = await certificateEnd(url, tls);
  if ("failed" in end) {
    const hint =
      "Name the authority that signed the certificate in `tls.ca`. If the certificate has expired, renew it.";
    return { ...line, state: "failed", says: `of ${url.host}: ${end.failed}`, hint };
  }
  const days = Math.floor((Date.parse(end.found) - Date.now()) / 86_400_000);
  const until = `is valid until ${end.found.slice(0, 10)}`;
  if (tls.insecure) {
    const hint = "Name the certificate's authority in `tls.ca`, and remove `insecure`.";
    return { ...line, state: "warning", says: `${until}, and is not verified`, hint };
  }
  if (days >= soonDays) return { ...line, state: "ok", says: until };
  return {
    ...line,
    state: "warning",
    says: `${until}: ${counted(days, "day")} left`,
    hint: "Renew the certificate.",
  };
}

async function answerLine(
  target: Target,
  url: URL,
): Promise<{ readonly line: CheckupLine; readonly clockMs?: number | undefined }> {
  const line = { area: areaOf(target), about: "answer" } as const;
  const answer = await hostAnswer(target, url.href);
  if ("failed" in answer) {
    const hint = "Check `url` in trueup.yaml, the network, and the proxy.";
    return { line: { ...line, state: "failed", says: `${url.host}: ${answer.failed}`, hint } };
  }
  const { status, ms, clockMs } = answer.found;
  return { line: { ...line, state: "ok", says: `HTTP ${status} in ${Math.round(ms)} ms` }, clockMs };
}

async function credentialLine(cli: Cli, read: ReadProject, target: Target): Promise<CheckupLine> {
  const line = { area: areaOf(target), about: "credential" } as const;
  const wanted = read.credentials.filter((one) => one.target === target.name);
  const opened = await openSecrets({
    wanted,
    folder: read.project.folder,
    env: withPooledSecrets(cli.env),
    programs: read.programs,
  });
  cli.secrets.learn(opened.flatMap(({ secret }) => secret?.reveal() ?? []));
  const faults = opened.flatMap(({ problem }) => problem ?? []);
  const [worst = undefined] = faults.toSorted((one) => (one.severity === "error" ? -1 : 1));
  const names = wanted.map(({ reference }) => shownReference(reference)).join(", ");
  if (wanted.length === 0) {
    return {
      ...line,
      state: "ok",
      says: target.store ? "stored by trueup login" : "no secret is referenced",
    };
  }
  if (!worst) return { ...line, state: "ok", says: `${names} can be opened` };
  const state = worst.severity === "error" ? "failed" : "warning";
  return { ...line, state, says: worst.message.replace(/\.$/, ""), hint: worst.hint };
}

/** The reference as messages show it. The words of a command are never shown. */
function shownReference(reference: string): string {
  return reference.startsWith("command:") ? "the output of a command" : reference;
}

function limitLine({ drivers }: ReadProject, target: Target): CheckupLine {
  const { dialect } = resolveTarget(target, drivers);
  const rate = requestsPerSecond(target, dialect.limits.requestsPerSecond);
  const source =
    target.limits.requestsPerSecond === undefined ? `the default of ${dialect.name}` : "set in trueup.yaml";
  const share =
    target.limits.share === undefined
      ? "trueup may use the whole limit"
      : `a share of ${target.limits.share}`;
  const says = `${Math.round(rate * 100) / 100} requests a second, ${source}; ${share}`;
  return { area: areaOf(target), about: "limits", state: "ok", says };
}
