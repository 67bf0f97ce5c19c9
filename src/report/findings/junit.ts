/** Findings → JUnit XML, which most CI systems show. Pure. */

import { addressParts } from "../../model/address.ts";
import { html, visible } from "../text/escape.ts";
import type { Finding } from "./findings.ts";

/**
 * One suite for each target, one case for each finding: an error or a warning is a failed case, a note a passed one.
 * `converged` resources that are as declared are one passed case more.
 */
export function junitXml(findings: readonly Finding[], name: string, converged: number): string {
  const suites = Map.groupBy(findings, ({ address }) =>
    address === undefined ? "project" : addressParts(address).target,
  );
  const kept = converged > 0 ? [asDeclared(converged)] : [];
  const all = [...kept, ...[...suites].map(([target, own]) => suite(target, own))];
  const counts = `tests="${findings.length + kept.length}" failures="${failed(findings)}" errors="0"`;
  const head = `<testsuites name="${xml(`trueup ${name}`)}" ${counts}>`;
  return `${['<?xml version="1.0" encoding="UTF-8"?>', head, ...all, "</testsuites>"].join("\n")}\n`;
}

function asDeclared(converged: number): string {
  const one = `    <testcase name="${converged} as declared" classname="trueup"/>`;
  const head = '  <testsuite name="as declared" tests="1" failures="0" errors="0">';
  return [head, one, "  </testsuite>"].join("\n");
}

function suite(target: string, findings: readonly Finding[]): string {
  const counts = `tests="${findings.length}" failures="${failed(findings)}" errors="0"`;
  const head = `  <testsuite name="${xml(target)}" ${counts}>`;
  return [head, ...findings.map(testcase), "  </testsuite>"].join("\n");
}

function testcase({ rule, level, message, address, at }: Finding): string {
  const of = address === undefined ? "trueup" : addressParts(address).kind;
  const place = at ? ` file="${xml(at.file)}" line="${at.line}"` : "";
  const head = `    <testcase name="${xml(message)}" classname="${xml(of)}"${place}>`;
  const where = at ? `${at.file}:${at.line}` : (address ?? "");
  const failure = `<failure type="${xml(rule)}" message="${xml(message)}">${xml(where)}</failure>`;
  const body = level === "note" ? `<system-out>${xml(rule)} ${xml(where)}</system-out>` : failure;
  return [head, `      ${body}`, "    </testcase>"].join("\n");
}

function failed(findings: readonly Finding[]): number {
  return findings.filter(({ level }) => level !== "note").length;
}

/** XML 1.0 has no place for controls, lone surrogates and U+FFFE, however they are escaped. */
function xml(text: string): string {
  return html(
    visible(text)
      .toWellFormed()
      .replace(/[\ufffe\uffff]/g, "\ufffd"),
  );
}
