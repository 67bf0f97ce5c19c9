/** Bugs of reading. They break law 2: an error is taken for an absence, or a part for the whole. */

import { type Bug, edit } from "./bug.ts";

const traps = "test/scenarios/misleading-answers.test.ts";
const reads = "test/scenarios/reads.test.ts";
const pages = "test/specification/pages.test.ts";

/** Bugs because of which answers are read wrongly. */
export const ofReads: readonly Bug[] = [
  {
    name: "a server's failure is taken for an absence",
    edits: [
      edit(
        "drivers/http/replies/replies.ts",
        'if (rule?.means === "absent") return',
        'if (rule?.means === "absent" || reply.status >= 500) return',
      ),
    ],
    first: { file: traps, test: "is unknown, and is not created, while the rest is" },
  },
  {
    name: "a 404 of one item is believed without another read that works",
    edits: [
      edit(
        "observe/collections.ts",
        "return doubt ? problems.unknown({ ...doubt, address }) : reply;",
        'return doubt?.code === "" ? problems.unknown({ ...doubt, address }) : reply;',
      ),
    ],
    first: { file: traps, test: "tenants of a fabric that answers everything" },
  },
  {
    name: "a list that is answered with 404 is taken for an empty one",
    edits: [
      edit(
        "catalogs/dashboard/product.yaml",
        "- { status: 4xx, means: refused }",
        "- { status: 404, means: absent }\n  - { status: 4xx, means: refused }",
      ),
      edit(
        "drivers/http/pagination/pages.ts",
        'if (answer.state === "absent") {',
        'if (answer.state === "absent") {\n    const empty = pageIn({ body: [], headers: {} }, layout, 0);\n    if (empty) return empty;',
      ),
    ],
    first: { file: reads, test: "is unknown: nothing is created" },
  },
  {
    name: "a body that is no JSON is taken for an empty list",
    edits: [
      edit(
        "drivers/http/replies/replies.ts",
        'if (body === undefined) return { state: "unknown", problem: notJson(exchange, request, reply) };',
        'if (body === undefined) return { state: "answered", body: [], headers: reply.headers };',
      ),
    ],
    first: { file: reads, test: "is unknown: nothing is created" },
  },
  {
    name: "what is in an unknown network is taken for absent",
    edits: [
      edit(
        "observe/collections.ts",
        "return problems.unknown(problems.parentUnknown(above.problem));",
        'return problems.parentUnknown(above.problem) && { state: "whole", ...match([], group.wanted) };',
      ),
    ],
    first: { file: traps, test: "SSIDs of networks that could not be listed" },
  },
  {
    name: "the pages that were read stand for the whole list when the next one fails",
    edits: [
      edit(
        "drivers/http/pagination/pages.ts",
        'if ("problem" in page) return page;',
        'if ("problem" in page) return read.pages.length > 0 ? whole(listing, read) : page;',
      ),
    ],
    first: { file: traps, test: "whose second page fails" },
  },
  {
    name: "what slips through between two pages of a list without a count is taken for absent",
    edits: [
      edit(
        "drivers/http/pagination/pages.ts",
        "reading.sure || complete(items)",
        "reading.sure || items.length > 0 || complete(items)",
      ),
    ],
    first: { file: traps, test: "a network that slips through between two pages" },
  },
  {
    name: "of two networks of one name the first is taken",
    edits: [edit("observe/match.ts", "if (another) return", "if (another === only) return")],
    first: { file: traps, test: "two live networks of one name" },
  },
  {
    name: "what a device does not mention in a filtered answer is taken for absent",
    edits: [
      edit(
        "drivers/yang/netconf/filtered-read.ts",
        "if (asked.length === 1 && asked[0]?.key === undefined) return [];",
        "if (asked.length >= 1) return [];",
      ),
    ],
    first: { file: "test/scenarios/netconf.test.ts", test: "has all of its interfaces" },
  },
  {
    name: "a link to the next page that cannot be read ends the list",
    edits: [
      edit(
        "drivers/http/pagination/next-page.ts",
        'first("at") ?? first("unreadable") ?? ',
        'first("at") ?? ',
      ),
    ],
    first: { file: pages, test: "a list is whole or unknown" },
  },
  {
    name: "a full page that says nothing of a next one is the last one",
    edits: [
      edit(
        "drivers/http/pagination/next-request.ts",
        "return isFull(of) ? asked(of) : undefined;",
        "return isFull(of) && of.read.seen.size > 1e9 ? asked(of) : undefined;",
      ),
    ],
    first: { file: pages, test: "a list is whole or unknown" },
  },
];
