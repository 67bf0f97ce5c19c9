/** The log: pino on standard error, as JSON or as lines for people. It does not reveal secrets. */

import { printableJson } from "../model/json.ts";
import type { Redactions } from "../model/secret.ts";
import type { Log } from "../model/wire.ts";
import { pinoLog } from "./pino-log.ts";

/** The lowest level that is logged. Levels later in this list are logged too. */
export type LogLevel = "debug" | "info" | "warn" | "silent";

/** The options of the log. */
export interface LogOptions {
  readonly level: LogLevel;
  readonly format: "json" | "human";
  /** Redacts every line before it is written. Default: no redaction. */
  readonly secrets?: Redactions;
  /** Gets the finished lines, each with its newline. Default: they are written to standard error. */
  readonly write?: (line: string) => void;
}

/**
 * Opens the log. Each line is written synchronously, so that none is lost when the process ends. A `Secret` in a field
 * is printed as `[secret]`, at any depth; an error is printed as its message and code.
 */
export function openLog(options: LogOptions): Log {
  const { level, format, secrets = nothing } = options;
  const first = levels.indexOf(level);
  let opened: ReturnType<typeof pinoLog> | undefined;
  const shown = (line: string) => secrets.text(format === "json" ? printableJson(line) : forPeople(line));
  // If a line is not written, its fields are not searched for secrets. Most runs write no line.
  const writing = (at: "debug" | "info" | "warn") => (event: string, fields?: Fields) => {
    if (levels.indexOf(at) < first) return;
    opened ??= pinoLog(shown, options.write);
    opened[at](printable(fields, secrets), event);
  };
  return { debug: writing("debug"), info: writing("info"), warn: writing("warn") };
}

/** The levels in rising order. */
const levels: readonly LogLevel[] = ["debug", "info", "warn", "silent"];

const taking = { value: (text: string) => text, text: (text: string) => text };
const nothing: Redactions = { ...taking, of: () => taking };

type Fields = Readonly<Record<string, unknown>>;

/**
 * The fields of a line. A field that has the name of a member of every line gets a `_` at the end. Secrets that the
 * target's server has chosen are redacted.
 */
function printable(fields: Fields = {}, all: Redactions): Fields {
  const secrets = typeof fields.target === "string" ? all.of(fields.target) : all;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      /^(?:level|time|msg|err)$/.test(name) ? `${name}_` : name,
      value instanceof Error
        ? secrets.value(textOf(value))
        : typeof value === "string" && name !== "target"
          ? secrets.text(value)
          : value,
    ]),
  );
}

function textOf(error: Error): string {
  return "code" in error ? `${error.message} (${String(error.code)})` : error.message;
}

/** `12:30:01 warn event name=value`. Control and format characters in values are escaped as in JSON. */
function forPeople(line: string): string {
  const { level, time, msg, ...fields }: Record<string, unknown> = JSON.parse(line);
  const texts = Object.entries(fields).map(([name, value]) => `${name}=${valueText(value)}`);
  return `${[String(time).slice(11, 19), level, msg, ...texts].join(" ")}\n`;
}

function valueText(value: unknown): string {
  const json = printableJson(JSON.stringify(value));
  return typeof value === "string" && /^[\w.:/@%?&=+~{}[\]-]+$/.test(value) ? value : json;
}
