/** P12: requests are sent only to origins in the project file, and no secret is in any output. */

import { applyDocument, applyText } from "../../../src/report/apply/apply-text.ts";
import { planDocument } from "../../../src/report/plan/plan-json.ts";
import { planMarkdown } from "../../../src/report/plan/plan-markdown.ts";
import { planText } from "../../../src/report/plan/plan-text.ts";
import { plain } from "../../../src/report/text/style.ts";
import { secretValues } from "../../servers/virtual-time/run.ts";
import type { Evidence } from "../evidence.ts";
import type { Run } from "../run.ts";

const origins = new Set(
  ["cloud", "fabric", "routers", "campus"].map((name) => `https://${name}.example.net`),
);

const spellings = secretValues.flatMap((value) => [
  value,
  Buffer.from(value).toString("base64").replace(/=+$/, ""),
  encodeURIComponent(value),
]);
const anySecret = new RegExp([...new Set(spellings)].join("|"));

/** Checks P12. The command line would also redact secrets; here nothing is redacted. */
export function exfiltration({ first, second }: Evidence): readonly string[] {
  return [first, second].flatMap((run) => [
    ...[...run.origins].filter((one) => !origins.has(one)).map((one) => `P12: a request went to ${one}`),
    ...Object.entries(said(run)).flatMap(([where, text]) => {
      const found = anySecret.exec(text);
      return found ? [`P12: a secret stands in ${where}: ${found[0]}`] : [];
    }),
  ]);
}

function said({ made: { plan }, result, on, journal }: Run): Readonly<Record<string, string>> {
  return {
    plan: JSON.stringify(planDocument(plan)),
    "the plan's text": planText(plan, plain),
    "the plan's markdown": planMarkdown(plan),
    events: JSON.stringify(on.events),
    journal: journal.durable + journal.volatile,
    ...(result && {
      outcomes: JSON.stringify(applyDocument(plan, result)),
      "the outcomes' text": applyText(result, plain),
    }),
  };
}
