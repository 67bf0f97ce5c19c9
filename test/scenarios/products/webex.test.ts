/** Plans and applies in the dialect `webex`, against a server that follows the vendor's reference. */

import { describe, expect, test } from "vitest";
import type { Json } from "../../../src/model/json.ts";
import type { Wire } from "../../../src/model/wire.ts";
import { WebexServer } from "../../servers/products/webex-server.ts";
import { json, revealed } from "../../servers/scripted-wire.ts";
import { stage } from "../../servers/virtual-time/run.ts";

const project = (settings: string) => `version: 1
environment: virtual
targets:
  chat:
    interface: messaging
    dialect: webex
    url: https://product.example.net
    credential: { token: { secret: env:TOKEN } }
    settings: { ${settings} }
secrets: { allow: ["env:*_PSK"] }
`;

const declared = `target: chat
teams:
  field:
    name: Field
    description: who drives
    members: { ann@example.net: { moderator: true }, bob@example.net: {} }
    rooms: { alarms: { name: Alarms, locked: true } }
  office:
    name: Office
    rooms: { alarms: { name: Alarms }, lunch: { name: Lunch, description: where and when } }
webhooks:
  tickets:
    name: Tickets
    targetUrl: https://tickets.example.net/webex
    resource: messages
    event: created
    secret: { secret: env:CORP_PSK }
`;
const plain =
  "rooms: { alarms: { name: Alarms, locked: true, members: { ann@example.net: { moderator: true } } } }\n";

/** Settings of a target (`settings`), and a hook that runs around each response (`around`). */
interface Standing {
  readonly settings?: string;
  readonly around?: <T>(request: string, answer: () => T) => Promise<T>;
}

function on(
  server: WebexServer,
  text: string,
  { settings = "roomsOfTeams: apart", around = async (_, answer) => answer() }: Standing = {},
) {
  const wire: Wire = {
    send: async ({ method, url, body: given }) => {
      const { pathname, searchParams } = new URL(url);
      const body: Json = given === undefined ? null : JSON.parse(JSON.stringify(revealed(given)));
      const path = decodeURIComponent(pathname);
      const asked = { method, path, query: searchParams, body };
      const name = `${method} ${path}?${searchParams}`;
      const { status, body: answer, headers } = await around(name, () => server.answer(asked));
      return json(status, answer, headers);
    },
  };
  return stage({ project: project(settings), files: { "a.yaml": text }, between: () => wire });
}

const ids = ({ plan }: Awaited<ReturnType<ReturnType<typeof on>["plan"]>>) => plan.steps.map(({ id }) => id);
const states = ({ settled }: Awaited<ReturnType<ReturnType<typeof on>["apply"]>>) =>
  new Set(settled.map(({ outcome }) => outcome.state));

describe("teams, rooms and webhooks of Webex", () => {
  test("become what is declared, page by page, and a second plan has nothing to do", async () => {
    const server = new WebexServer(1);
    const first = on(server, declared + plain);
    const plan = await first.plan();
    expect(plan.plan.unknown).toEqual([]);
    expect(plan.plan.steps).toHaveLength(10);
    expect(states(await first.apply(plan))).toEqual(new Set(["applied"]));
    expect((await first.plan()).plan).toMatchObject({ steps: [], unknown: [] });
  });

  test("of one title, one of them in a team, cannot be told apart, and the hint names the setting that does", async () => {
    const server = new WebexServer(3);
    const first = on(server, declared + plain);
    await first.apply(await first.plan());
    const alone = `target: chat\n${plain}`;
    const { unknown } = (await on(server, alone, { settings: "" }).plan()).plan;
    expect(unknown.find(({ address }) => address === "chat/room/alarms")?.problem).toMatchObject({
      code: "ambiguous",
      hint: expect.stringContaining("settings: { roomsOfTeams: apart }"),
    });
    expect((await on(server, alone).plan()).plan.unknown).toEqual([]);
  });

  test("are made although a list that shows them moves with what the same run makes", async () => {
    const server = new WebexServer(2);
    const rooms = `target: chat\nteams: { a: { name: A } }\nrooms: { r1: { name: R 1 }, r2: { name: R 2 }, r3: { name: R 3 } }\n`;
    const first = on(server, rooms, { settings: "" });
    await first.apply(await first.plan());
    const [readAgain, made] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let [readings, creates, isApplying] = [0, 0, false];
    // The first read shows no rooms of the team, and the second read shows all of them. Neither read shows the lobby.
    const around = async <T>(request: string, answer: () => T): Promise<T> => {
      if (isApplying && request === "GET /v1/rooms?type=group&max=100" && ++readings === 2) {
        readAgain.resolve();
        await made.promise;
      }
      if (!request.startsWith("POST /v1/rooms")) return answer();
      await readAgain.promise;
      const answered = answer();
      if (++creates === 3) made.resolve();
      return answered;
    };
    const text = rooms
      .replace(
        "{ name: A }",
        "{ name: A, rooms: { t1: { name: T 1 }, t2: { name: T 2 }, t3: { name: T 3 } } }",
      )
      .replace("r3: { name: R 3 }", "r3: { name: R 3 }, lobby: { name: Lobby }");
    const then = on(server, text, { settings: "", around });
    const plan = await then.plan();
    isApplying = true;
    expect(states(await then.apply(plan))).toEqual(new Set(["applied"]));
    expect(readings).toBeGreaterThan(2);
  });

  test("of one title are told apart by their teams: each is changed by itself", async () => {
    const server = new WebexServer();
    const first = on(server, declared + plain);
    await first.apply(await first.plan());
    const other = declared.replace("{ name: Alarms }", "{ name: Alarms, locked: true }");
    const then = on(server, other + plain.replace("locked: true", "locked: false"));
    const plan = await then.plan();
    expect(ids(plan).toSorted()).toEqual(["update chat/room/alarms", "update chat/teamRoom/office.alarms"]);
    expect(states(await then.apply(plan))).toEqual(new Set(["applied"]));
    const query = new URLSearchParams();
    const { body } = server.answer({ method: "GET", path: "/v1/rooms", query, body: null });
    expect(body).toMatchObject({
      items: [
        { title: "Alarms", isLocked: false },
        { title: "Alarms", isLocked: true, teamId: expect.anything() },
        { title: "Alarms", isLocked: true, teamId: expect.anything() },
        { title: "Lunch" },
      ],
    });
  });

  test("of one title that nothing tells apart are unknown, and neither is written", async () => {
    const server = new WebexServer();
    for (const locked of [true, false])
      server.answer({
        ...{ method: "POST", path: "/v1/rooms", query: new URLSearchParams() },
        body: { title: "Alarms", isLocked: locked },
      });
    const { plan } = await on(server, `target: chat\n${plain}`).plan();
    expect(plan.steps).toEqual([]);
    expect(plan.unknown).toMatchObject([
      { address: "chat/member/alarms.ann@example.net" },
      { address: "chat/room/alarms" },
    ]);
    expect(plan.unknown[0]?.problem.message).toContain("Alarms");
  });

  test("show a room of a team at the top too, unless a setting keeps them apart", async () => {
    const server = new WebexServer();
    const first = on(server, declared);
    await first.apply(await first.plan());
    const lunch = "target: chat\nrooms: { lunch: { name: Lunch } }\n";
    expect(ids(await on(server, lunch, { settings: "" }).plan())).toEqual([]);
    expect(ids(await on(server, lunch).plan())).toEqual(["create chat/room/lunch"]);
  });
});
