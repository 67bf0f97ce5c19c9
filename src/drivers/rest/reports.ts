/** Devices' own reports: which reads a device's model needs, and how the results are interpreted. */

import { enclosedIn } from "../../catalog/fields/field-of.ts";
import { type PatternReader, shippedPattern } from "../../catalog/patterns/pattern.ts";
import type { ProductFile } from "../../catalog/schema/product.ts";
import { isArray, isObject } from "../../model/json.ts";
import { shownOf } from "../../model/wire.ts";
import type { Driver, ReadReply, ReadRequest } from "../contract/contract.ts";
import { ofItem, unexpectedShape } from "../http/replies/replies.ts";
import { itemOf, liveId, recordOf } from "./items.ts";
import type { ReadingContext } from "./reads.ts";
import { answerTo, requestTo } from "./requests.ts";

type Report = NonNullable<ProductFile["reports"]>[string];

/**
 * Returns the reads for a device's reports: the reports of its model, or all reports if the catalog does not know the
 * model. A report that only repeats the device's own record is not read, because a list has shown this record.
 */
export function reportsOf(
  reports: NonNullable<ProductFile["reports"]>,
  modelsWithout: string | undefined,
  patterns: PatternReader = shippedPattern,
): NonNullable<Driver["reports"]> {
  const read = (pattern: string | undefined) =>
    pattern === undefined ? undefined : patterns(pattern, { flags: "i" });
  const all = Object.entries(reports).map(([collection, report]) => {
    return { collection, report, models: read(report.models) };
  });
  const without = read(modelsWithout);
  return ({ kind, identity, id, value }) => {
    const model = isObject(value) && typeof value.model === "string" ? value.model : "";
    const own = all.filter(({ models }) => models?.test(model));
    const asked = own.length > 0 || without?.test(model) ? own : all;
    return asked.flatMap(({ collection, report }): readonly ReadRequest[] => {
      if (report.kind === undefined) return [{ collection, scope: { serial: identity }, wanted: [] }];
      return report.kind === kind || id === undefined ? [] : [{ collection, scope: { id }, wanted: [] }];
    });
  };
}

/** Reads a device's own report. A 404 means that the device has no such report. */
export async function readReport(
  on: ReadingContext,
  report: Report,
  request: ReadRequest,
): Promise<ReadReply> {
  const { collection, scope } = request;
  const { serial = "", id = serial } = scope;
  const words = (word: string) => (word === "serial" || word === "id" ? id : undefined);
  const asked = requestTo(on, report, { words, scope: {} });
  const answer = await answerTo({ ...on, exchange: ofItem(on.exchange) }, asked, on.signal);
  if (answer.state !== "answered") return answer;
  const unknown = (what: string): ReadReply => ({
    state: "unknown",
    problem: unexpectedShape(on.exchange, asked, what),
  });
  const of = report.kind === undefined ? undefined : on.dialect.byName.get(report.kind);
  if (of === undefined) {
    const records = isArray(answer.body) ? answer.body : [answer.body];
    if (!records.every(isObject)) return unknown("is neither a record nor a list of records");
    return { state: "whole", items: records.map((value) => ({ kind: collection, identity: id, value })) };
  }
  const record = recordOf(of, {}, enclosedIn(answer.body, report.at, report.optional) ?? null);
  const item = record && itemOf(of, record, { shown: on.shown });
  if (item === undefined) return unknown(`has no ${of.file.title}${report.at ? ` in \`${report.at}\`` : ""}`);
  if (item.id === liveId(of, undefined, id)) return { state: "whole", items: [item] };
  return unknown(`belongs to the ${of.file.title} ${JSON.stringify(shownOf(answer)(item.id ?? ""))}`);
}
