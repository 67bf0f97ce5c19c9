/** Options that several commands share, and the parsers of their values. */

import { InvalidArgumentError, Option } from "@commander-js/extra-typings";
import type { Writers } from "../../report/formats/format.ts";
import { annotationHosts, type DocumentName, endingsFor, formatsFor } from "../../report/formats/registry.ts";
import type { ProjectChoice } from "../../runtime/files/project-file.ts";

/** `--format`: the formats of this document; `text` by default. */
export function formatOption<D extends DocumentName>(document: D) {
  return new Option("--format <format>", "the format of the result")
    .choices(formatsFor(document))
    .default("text" as const);
}

/** `--out`: files beside standard output. */
export function outOption(document: keyof Writers) {
  const formats = `${endingsFor(document).join(", ")}, otherwise text`;
  const text = `also write the result to a file, whose name sets the format (${formats}); may be repeated`;
  return new Option("--out <file>", text).argParser(addedTo);
}

/** `--plans`: a folder of plan files. Only changes in these plans are applied. */
export function plansOption() {
  return new Option(
    "--plans <folder>",
    "apply only changes that a plan file in this folder also contains, with the same values",
  );
}

/** `--annotations`: the runner for which annotations are printed. */
export function annotationsOption() {
  return new Option(
    "--annotations <host>",
    "print annotations, which this host shows beside the lines of files",
  ).choices(annotationHosts);
}

/** `--no-notify`. */
export function notifyOption() {
  return new Option("--no-notify", "send no notifications: ignore `notify:` of trueup.yaml");
}

/** `--on-conflict`. */
export function onConflictOption() {
  return new Option(
    "--on-conflict <what>",
    "what to do if someone else has changed the same field since the plan",
  )
    .choices(["hold", "overwrite"] as const)
    .default("hold" as const);
}

/** `--log-level`. */
export function logLevelOption() {
  return new Option("--log-level <level>", "the log level on standard error")
    .choices(["debug", "info", "warn", "silent"] as const)
    .default("warn" as const);
}

/** `--into` of adopt: write into the entry of each resource, or into the shared source of the value. */
export function intoOption() {
  const text =
    "where to write. entry: the entry of each resource; layer: the variable, default or template that gives " +
    "the value, if all resources that inherit it agree";
  return new Option("--into <where>", text).choices(["entry", "layer"]).default("entry");
}

/** `--environment`: selects the project file by its environment. */
export function environmentOption() {
  const text =
    "use the project file, here or in a folder above, that describes this environment; default: TRUEUP_ENVIRONMENT";
  return new Option("--environment <name>", text).conflicts("project");
}

/** The selected project file: the command line overrides TRUEUP_ENVIRONMENT. */
export function projectChoice(
  {
    project,
    environment,
  }: { readonly project?: string | undefined; readonly environment?: string | undefined },
  env: Readonly<Record<string, string | undefined>>,
): ProjectChoice | undefined {
  const named = environment ?? (project === undefined ? env.TRUEUP_ENVIRONMENT || undefined : undefined);
  return named === undefined ? project : { environment: named };
}

/** `--log-format`. */
export function logFormatOption() {
  return new Option("--log-format <format>", "the format of the log")
    .choices(["human", "json"] as const)
    .default("human" as const);
}

/** `--only`, as often as needed. */
export function onlyOption() {
  return new Option(
    "--only <glob...>",
    "only these addresses: 'cloud/network/*', '*berlin*'; the word `drift`: only what drifted; may be repeated",
  );
}

/** `--base`. */
export function baseOption() {
  return new Option(
    "--base <rev|dir>",
    "take the last applied state from this Git revision or folder, instead of the applied ref",
  );
}

/** `--config-from`. */
export function configFromOption() {
  return new Option(
    "--config-from <rev>",
    "take trueup.yaml from this revision, not from the pull request that is checked out",
  );
}

/** `--host` of init: the code host. */
export function workflowHostOption() {
  return new Option(
    "--host <name>",
    "the code host; other: write only the files that install trueup; default: detected from the Git remote",
  ).choices(["github", "gitlab", "other", "none"] as const);
}

/** `--ca`: the certificate authority of a code host. */
export function caOption() {
  return new Option(
    "--ca <file>",
    "a PEM file with the host's certificate authority; default: the public authorities",
  );
}

/** `--prune`. */
export function pruneOption() {
  return new Option(
    "--prune",
    "remove applied resources that are no longer declared; by default they are listed and kept",
  );
}

/** `--retry`. */
export function retryOption() {
  return new Option("--retry", "write fields again that an earlier apply wrote without effect");
}

/** Collects the values of an option that may be given several times. */
export function addedTo(text: string, others: readonly string[] = []): readonly string[] {
  return [...others, text];
}

/** Reads a number of 0 or more from an option. */
export function number(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value) || value < 0)
    throw new InvalidArgumentError("Give a number, 0 or more.");
  return value;
}

/** Reads a whole number of 1 or more from an option. */
export function count(text: string): number {
  const value = number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new InvalidArgumentError("Give a whole number, 1 or more.");
  return value;
}

/** The modes of the simulated dashboard. */
export function dashboardModeOption() {
  return new Option("--dashboard-mode <mode>", "the dialect of the dashboard")
    .choices(["neutral", "meraki"] as const)
    .default("neutral" as const);
}

/** The modes of the simulated controller. */
export function controllerModeOption() {
  return new Option("--controller-mode <mode>", "the dialect of the controller")
    .choices(["neutral", "catalyst-center"] as const)
    .default("neutral" as const);
}

/** The modes of the simulated fabric controller. */
export function fabricModeOption() {
  return new Option("--fabric-mode <mode>", "the dialect of the fabric controller")
    .choices(["neutral", "apic"] as const)
    .default("neutral" as const);
}

/** The modes of the simulated messaging service. */
export function messagingModeOption() {
  return new Option("--messaging-mode <mode>", "the dialect of the messaging service")
    .choices(["neutral", "webex"] as const)
    .default("neutral" as const);
}

/** The modes of the simulated server manager. */
export function serversModeOption() {
  return new Option("--servers-mode <mode>", "the dialect of the manager of servers")
    .choices(["neutral", "intersight"] as const)
    .default("neutral" as const);
}

/** The modes of the simulated routers' RESTCONF. */
export function restconfModeOption() {
  return new Option("--restconf-mode <mode>", "the dialect of the routers over RESTCONF")
    .choices(["neutral", "rfc8040"] as const)
    .default("neutral" as const);
}

/** The modes of the simulated SD-WAN manager. */
export function sdwanModeOption() {
  return new Option("--sdwan-mode <mode>", "the dialect of the SD-WAN manager")
    .choices(["neutral", "vmanage"] as const)
    .default("neutral" as const);
}

/** The modes of the simulated firewall manager. */
export function firewallModeOption() {
  return new Option("--firewall-mode <mode>", "the dialect of the firewall manager")
    .choices(["neutral", "fmc"] as const)
    .default("neutral" as const);
}

/** Whether a `PUT` to the server of an OpenAPI description replaces the resource, or merges into it. */
export function putOption() {
  return new Option(
    "--put <way>",
    "whether a PUT sets only the members in its body, or replaces the whole object",
  )
    .choices(["merge", "replace"] as const)
    .default("merge" as const);
}

/** A random seed for generated values. */
export function wholeSeed(text: string): number {
  const value = number(text);
  if (!Number.isSafeInteger(value)) throw new InvalidArgumentError("Give a whole number, 0 or more.");
  return value;
}

/** A parser of the number of the first of `count` ports in a row. */
export function firstPort(count: number): (text: string) => number {
  const max = 65_536 - count;
  return (text) => {
    const value = number(text);
    if (!Number.isInteger(value) || value > max) throw new InvalidArgumentError(`Give a port, 0 to ${max}.`);
    return value;
  };
}

/** The URL of a server, without a trailing slash. */
export function webUrl(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError("Give a URL, such as https://dashboard.example.net.");
  if (url.username + url.password + url.search + url.hash !== "")
    throw new InvalidArgumentError("Give a URL without user name, password, query and fragment.");
  return url.href.replace(/\/+$/, "");
}

/** The examples at the end of a help text. */
export function examples(lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  ${line}`).join("\n")}\n`;
}

/** The exit statuses of apply, for its help text. */
export const statuses = `
Exit status: 0 done, 1 failed, 3 partly done, not convergent or health declined, 4 refused, 129/130/143 interrupted.
`;
