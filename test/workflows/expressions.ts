/**
 * Evaluates expressions of GitHub's workflows, `${{ ... }}`. It supports the part of the language that the workflows
 * here use, and throws at anything else.
 */

import { isArray, isObject, type Json } from "../../src/model/json.ts";

/** What an expression can refer to: `github`, `vars`, `secrets`, `inputs`, `steps`, `needs`, `matrix`, `runner`. */
export interface Scope {
  readonly contexts: Readonly<Record<string, Json>>;
  /**
   * False once a step has failed. Later steps then run only if their condition calls a status function, for example
   * `always()`.
   */
  readonly success: boolean;
}

const token =
  /\s*(?:(?<text>'(?:[^']|'')*')|(?<number>\d+)|(?<word>[A-Za-z_][\w.-]*)|(?<sign>==|!=|&&|\|\||[!(),]))/y;

/** Returns the text with expressions replaced by their values. */
export function filled(text: string, scope: Scope): string {
  return text.replace(/\$\{\{(.*?)\}\}/g, (_, expression: string) => shown(evaluated(expression, scope)));
}

/** True if a step or job runs. If its condition calls no status function, it runs only if no step has failed. */
export function holds(condition: string | undefined, scope: Scope): boolean {
  const expression = condition?.replace(/^\s*\$\{\{(.*)\}\}\s*$/, "$1") ?? "success()";
  const asks = /\b(?:success|failure|always|cancelled)\(\)/.test(expression);
  return (asks || scope.success) && isTrue(evaluated(expression, scope));
}

function evaluated(expression: string, scope: Scope): Json {
  const tokens = tokensOf(expression);
  const reading = { tokens, at: 0, scope };
  const value = either(reading);
  if (reading.at !== tokens.length) throw new Error(`this is no expression: ${expression}`);
  return value;
}

interface Reading {
  readonly tokens: readonly string[];
  at: number;
  readonly scope: Scope;
}

function tokensOf(expression: string): readonly string[] {
  const tokens: string[] = [];
  token.lastIndex = 0;
  const whole = expression.trimEnd();
  while (token.lastIndex < whole.length) {
    const found = token.exec(whole);
    if (!found) throw new Error(`this is no expression: ${expression}`);
    tokens.push(found[0].trim());
  }
  return tokens;
}

function taken(on: Reading, sign: string): boolean {
  if (on.tokens[on.at] !== sign) return false;
  on.at += 1;
  return true;
}

function either(on: Reading): Json {
  let value = both(on);
  while (taken(on, "||")) {
    const other = both(on);
    value = isTrue(value) ? value : other;
  }
  return value;
}

function both(on: Reading): Json {
  let value = compared(on);
  while (taken(on, "&&")) {
    const other = compared(on);
    value = isTrue(value) ? other : value;
  }
  return value;
}

function compared(on: Reading): Json {
  const value = single(on);
  if (taken(on, "==")) return same(value, single(on));
  return taken(on, "!=") ? !same(value, single(on)) : value;
}

function single(on: Reading): Json {
  if (taken(on, "!")) return !isTrue(single(on));
  if (taken(on, "(")) {
    const value = either(on);
    if (!taken(on, ")")) throw new Error("a bracket is not closed");
    return value;
  }
  const next = on.tokens[on.at] ?? "";
  on.at += 1;
  if (next.startsWith("'")) return next.slice(1, -1).replaceAll("''", "'");
  if (/^\d/.test(next)) return Number(next);
  if (next === "true" || next === "false") return next === "true";
  return taken(on, "(") ? called(on, next) : looked(next, on.scope);
}

function called(on: Reading, name: string): Json {
  if (name === "toJSON") {
    const value = either(on);
    if (!taken(on, ")")) throw new Error("a bracket is not closed");
    return JSON.stringify(value, null, 2);
  }
  if (name === "format") {
    const pattern = String(either(on) ?? "");
    const values: string[] = [];
    while (taken(on, ",")) values.push(shown(either(on)));
    if (!taken(on, ")")) throw new Error("a bracket is not closed");
    return pattern.replace(/\{(\d+)\}/g, (_, at: string) => values[Number(at)] ?? "");
  }
  if (name === "startsWith") {
    const text = shown(either(on)).toLowerCase();
    if (!taken(on, ",")) throw new Error("startsWith takes two arguments");
    const begin = shown(either(on)).toLowerCase();
    if (!taken(on, ")")) throw new Error("a bracket is not closed");
    return text.startsWith(begin);
  }
  if (!taken(on, ")")) throw new Error(`${name} takes no arguments here`);
  if (name === "success") return on.scope.success;
  if (name === "failure") return !on.scope.success;
  if (name === "cancelled" || name === "always") return name === "always";
  throw new Error(`there is no function ${name}`);
}

function looked(path: string, { contexts }: Scope): Json {
  const [context = "", ...names] = path.split(".");
  const root = contexts[context];
  if (root === undefined) throw new Error(`there is no context ${context} here`);
  return names.reduce<Json>((value, name) => (isObject(value) ? (value[name] ?? null) : null), root);
}

function isTrue(value: Json): boolean {
  return value !== null && value !== false && value !== 0 && value !== "";
}

/** Compares two values. Upper and lower case are equal, and values of different types are compared as numbers. */
function same(one: Json, other: Json): boolean {
  if (typeof one === "string" && typeof other === "string") return one.toLowerCase() === other.toLowerCase();
  if (typeof one === typeof other && one !== null && other !== null) return one === other;
  return numeric(one) === numeric(other);
}

function numeric(value: Json): number {
  return isArray(value) || isObject(value) ? Number.NaN : Number(value ?? 0);
}

function shown(value: Json): string {
  if (isArray(value) || isObject(value)) throw new Error("an object has no text");
  return String(value ?? "");
}
