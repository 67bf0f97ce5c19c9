/** Simulates lists with many pages. What is read must be complete, or unknown with a reason. */

import type { Pages } from "../../../../src/catalog/schema/pages.ts";
import { readPages } from "../../../../src/drivers/http/pagination/pages.ts";
import { ofItem } from "../../../../src/drivers/http/replies/replies.ts";
import type { Json } from "../../../../src/model/json.ts";
import { problem } from "../../../../src/model/problem.ts";
import type { WireReply, WireRequest } from "../../../../src/model/wire.ts";
import { seeded } from "../../../servers/virtual-time/clock.ts";
import { type Draw, maybe, pick, under } from "../../draw.ts";

type List = Awaited<ReturnType<typeof readPages>>;

/** Falsifies the reported list, to test that the checks notice it. */
export type ListLie = (list: List) => List;

/** How a server tells where the next page is. */
type Way = "link" | "field" | "numbered" | "cursor";

/** What is wrong with one page of a list. */
type ListTrouble = "none" | "failing" | "missing" | "lost" | "circle" | "elsewhere" | "goes" | "cut";

/** A list on a server, as drawn. */
interface DrawnList {
  readonly way: Way;
  readonly size: number;
  readonly pages: number;
  /**
   * The field of each page that contains the total number of items: one that the catalog names, a usual one, or none.
   */
  readonly counted: "own" | "usual" | "none";
  readonly trouble: ListTrouble;
  /** The page with the fault, counted from 0. */
  readonly at: number;
  readonly mostPages: number | undefined;
  /** True if the read asks for an item that the list does not have. */
  readonly isLacking: boolean;
}

const origin = "https://lists.example.net";
const most = 1000;

/**
 * Returns how the catalog describes the pages of the list. `total` is the field with the total number, if the catalog
 * names this field.
 */
function pagesOf({ way, size }: DrawnList, total: { readonly total?: string }): Pages {
  if (way === "field") return { by: "answer", next: "paging.next", ...total };
  if (way === "cursor") return { by: "cursor", parameter: "from", at: "paging.cursor" };
  if (way === "numbered") return { by: "offset", offset: "offset", limit: "limit", size, ...total };
  return { by: "answer", ...total };
}

function listOf(draw: Draw): DrawnList {
  const way = pick<Way>(draw, ["link", "field", "numbered", "cursor"]);
  // A list with very many pages takes much time, so only few seeds have one.
  const isLong = maybe(draw, 0.01);
  const pages = isLong ? most - 1 + under(draw, 4) : 1 + under(draw, 6);
  const trouble = pick<ListTrouble>(draw, [
    ...([
      "none",
      "none",
      "none",
      "failing",
      "missing",
      "lost",
      "circle",
      "elsewhere",
      "goes",
      "cut",
    ] as const),
  ]);
  return {
    ...{ way, pages, size: isLong ? 1 : 1 + under(draw, 4) },
    counted: countedBy(draw, way),
    trouble: isLong ? "none" : trouble,
    at: under(draw, pages),
    mostPages: maybe(draw, 0.2) ? 1 + under(draw, 6) : undefined,
    isLacking: maybe(draw, 0.3),
  };
}

/**
 * Draws which field has the total number. With pages by position the catalog always names this field, and with a cursor
 * never.
 */
function countedBy(draw: Draw, way: Way): DrawnList["counted"] {
  if (way === "numbered") return "own";
  const counted = pick<DrawnList["counted"]>(draw, ["own", "usual", "none"]);
  return way === "cursor" && counted === "own" ? "usual" : counted;
}

/** Returns a server that shows the drawn list, and the requests that it gets. */
function serverOf({ way, size, pages, counted, trouble, at }: DrawnList) {
  let ids = Array.from({ length: pages * size }, (_, number) => `id-${number}`);
  const asked: string[] = [];
  const answer = (body: Json, headers = {}): WireReply => ({
    ...{ outcome: "answered", status: 200, headers: { "content-type": "application/json", ...headers } },
    text: JSON.stringify(body),
  });
  const send = async ({ url }: WireRequest): Promise<WireReply> => {
    asked.push(url);
    const { searchParams } = new URL(url);
    const from = Number(searchParams.get("offset") ?? searchParams.get("from") ?? 0);
    const isAt = Math.floor(from / size) === at;
    if (isAt && trouble === "lost")
      return { outcome: "lost", sent: true, problem: problem("connection-lost", "the connection ended") };
    if (isAt && trouble === "failing") return { outcome: "answered", status: 500, headers: {}, text: "{}" };
    if (isAt && trouble === "missing") return { outcome: "answered", status: 404, headers: {}, text: "{}" };
    const own = ids.slice(from, from + size);
    const total = counted !== "none" && { paging: { total: ids.length } };
    const end = from + size >= ids.length;
    // The first item is removed meanwhile, so every item after this page moves up by one.
    if (isAt && trouble === "goes") ids = ids.slice(1);
    const items = own.map((id) => ({ id }));
    if (isAt && trouble === "cut") return answer({ items, ...total });
    const circle = isAt && trouble === "circle";
    const host = isAt && trouble === "elsewhere" ? "https://elsewhere.example.org" : origin;
    const offset = circle ? 0 : from + size;
    const next = `${host}/things?offset=${offset}`;
    if (end && !circle && host === origin) return answer({ items, ...total });
    const paging = total ? total.paging : {};
    if (way === "link") return answer({ items, paging }, { link: `<${next}>; rel="next"` });
    if (way === "field") return answer({ items, paging: { ...paging, next } });
    if (way === "cursor") return answer({ items, paging: { ...paging, cursor: String(offset) } });
    return answer({ items, paging });
  };
  return { send, asked, staying: () => new Set(ids) };
}

/** False for combinations that are impossible, for example a list by position with its next page on another server. */
function isPossible({ way, trouble, pages, at }: DrawnList): boolean {
  if (way === "numbered") return !["circle", "elsewhere"].includes(trouble);
  if (way === "cursor") return trouble !== "elsewhere";
  return trouble !== "circle" || pages > 1 || at === 0;
}

/** Reads the list of a seed, and returns the faults. */
export async function judgeLists(seed: number, lie: ListLie = (list) => list): Promise<readonly string[]> {
  const draw = seeded(seed * 16 + 8);
  const drawn = listOf(draw);
  if (!isPossible(drawn)) return [];
  const { way, size, pages, counted, trouble, at, mostPages = most, isLacking } = drawn;
  const server = serverOf(drawn);
  const some = Array.from({ length: 1 + under(draw, 4) }, () => `id-${under(draw, pages * size)}`);
  const wanted = [...some, ...(isLacking ? ["nobody"] : [])];
  const exchange = { target: "lists", rules: [{ status: 200, means: "accepted" as const }] };
  const first = { method: "GET", url: `${origin}/things`, headers: {} } as const;
  const idOf = (item: Json) => String((item as { readonly id: string }).id);
  const list = lie(
    await readPages(
      {
        exchange: maybe(draw, 0.5) ? exchange : ofItem(exchange),
        ...{
          wire: { send: server.send },
          first,
          layout: {
            items: "items",
            pages: pagesOf(drawn, counted === "own" ? { total: "paging.total" } : {}),
          },
          idOf,
          mostPages: drawn.mostPages,
        },
        complete: (items) => wanted.every((id) => items.some((item) => idOf(item) === id)),
      },
      new AbortController().signal,
    ),
  );
  const say = (text: string) => [`list: ${way} of ${pages} pages, ${trouble} at ${at}: ${text}`];
  const broken: string[] = [];
  const isTrouble = trouble !== "none" && !(trouble === "cut" && at === pages - 1);
  if ("problem" in list) {
    if (!isTrouble && pages <= mostPages) broken.push(...say(`unknown: ${list.problem.message}`));
  } else {
    const read = new Set(list.items.map(idOf));
    const lacking = wanted.filter((id) => server.staying().has(id) && !read.has(id));
    if (lacking.length > 0 && isTold(drawn)) broken.push(...say(`whole without ${lacking.join()}`));
    if (pages > mostPages && trouble === "none")
      broken.push(...say(`whole, and ${mostPages} pages are the most`));
    if (read.size !== list.items.length) broken.push(...say("something is there twice"));
  }
  const strange = server.asked.filter((url) => new URL(url).origin !== origin);
  const times = isLacking && counted !== "own" && pages > 1 ? 2 : 1;
  const enough = trouble === "none" ? times * Math.min(pages, mostPages) : 2 * Math.min(pages + 1, mostPages);
  return [
    ...broken,
    ...strange.flatMap((url) => say(`${url} is asked`)),
    ...(server.asked.length > enough ? say(`${server.asked.length} requests, where ${enough} do`) : []),
  ];
}

/** True if missing items can be noticed. If the list ends too early, only a total number shows this. */
function isTold({ trouble, counted }: DrawnList): boolean {
  return trouble !== "cut" || counted !== "none";
}
