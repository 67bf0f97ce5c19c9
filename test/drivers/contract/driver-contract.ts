/**
 * The contract that every driver must keep, whatever its interface. Each driver is tested with a wire that answers from
 * a script.
 */

import { describe, expect, test } from "vitest";
import type { ReadRequest, Write } from "../../../src/drivers/contract/contract.ts";
import { resolveDriver } from "../../../src/drivers/contract/resolve-driver.ts";
import type { Json } from "../../../src/model/json.ts";
import type { InterfaceName } from "../../../src/model/project.ts";
import type { WireReply, WireRequest } from "../../../src/model/wire.ts";
import { opened as header, json, revealed, scripted, text } from "../../servers/scripted-wire.ts";
import { calm, credentials, driverFor, opened } from "../opened.ts";

/** A read that succeeds and returns one item if the answer is `body`. */
interface GoodRead {
  readonly title: string;
  readonly request: ReadRequest;
  readonly body: unknown;
  /** Returns a first page that links to the second page. Absent if the interface has no pages. */
  readonly leadingTo?: (next: string) => WireReply;
  /** True for a read of a single item. A 404 from the server then proves that the item is absent. */
  readonly item?: boolean;
}

/** What the tests need to know about a driver. */
export interface Subject {
  readonly interface: InterfaceName;
  /** The name of the dialect. Absent for the neutral dialect. */
  readonly dialect?: string;
  /** The settings of the target. Absent if it has none. */
  readonly settings?: Json;
  /** The fields of the target's credential. Default: the fields that the interface needs. */
  readonly credential?: Readonly<Record<string, string>>;
  /** If true, the body of a login contains the user name and the password. */
  readonly loginInBody?: true;
  readonly origin: string;
  readonly reads: readonly GoodRead[];
  readonly writes: readonly (readonly [string, Write, WireReply])[];
  /** Credentials that the driver must reject. */
  readonly badCredentials: readonly unknown[];
}

const trouble = { code: "trouble", severity: "error", message: "trouble" } as const;
const isLogin = (request: WireRequest) => /[/_]token$|\/aaaLogin\.json$/.test(request.url);
const granted = json(
  200,
  {
    token: "tok-canary",
    Token: "tok-canary",
    access_token: "tok-canary",
    token_type: "Bearer",
    imdata: [{ aaaLogin: { attributes: { token: "tok-canary" } } }],
  },
  { "content-type": "application/json" },
);

/** Returns a wire that accepts logins and answers everything else from a script. */
function conversation(of: Subject, answer: (request: WireRequest, index: number) => WireReply) {
  let index = 0;
  const { wire, sent } = scripted((request) => (isLogin(request) ? granted : answer(request, index++)));
  return {
    session: opened(of.interface, wire, of),
    sent,
    asked: () => sent.filter((request) => !isLogin(request)),
  };
}

const failures = (good: unknown): readonly (readonly [string, WireReply])[] => [
  ["500", text(500, JSON.stringify(good))],
  ["503", text(503, "")],
  ["400", json(400, { error: "Malformed", details: "line 1" })],
  ["403", json(403, { error: "Forbidden", message: "scope" })],
  ["409", text(409, "")],
  ["429", text(429, "", { "retry-after": "1" })],
  ["a redirect", text(302, JSON.stringify(good), { location: "https://evil.example/" })],
  ["a page of HTML", text(200, "<html>log in</html>")],
  ["a body that is cut off", text(200, JSON.stringify(good).slice(0, -1))],
  ["an empty body", text(200, "")],
  ["a number", json(200, 7)],
  ["a list of numbers", json(200, [7])],
  ["a reply that was lost", { outcome: "lost", sent: true, problem: trouble }],
  ["a request that never left", { outcome: "lost", sent: false, problem: trouble }],
  ["a barred request", { outcome: "blocked", problem: trouble }],
];

/** Declares the tests of the contract for one driver. */
export function keepsTheContract(subject: Subject): void {
  describe(`the ${subject.interface} driver, ${subject.dialect ?? "neutral"}`, () => {
    describe("its data", () => declares(subject));
    for (const read of subject.reads) describe(`reading ${read.title}`, () => reads(subject, read));
    for (const [title, write, answer] of subject.writes)
      describe(title, () => writes(subject, { write, answer }));
  });
}

function declares(subject: Subject): void {
  const all = driverFor(subject.interface);
  const driver = resolveDriver(all, subject.dialect ?? "neutral");
  const kinds = driver.kinds.map(({ name }) => name);

  test("has a row of operations for every kind, and for nothing else", () => {
    for (const dialect of Object.values(driver.dialects))
      expect(Object.keys(dialect.operations)).toEqual(
        resolveDriver(all, dialect.name).kinds.map(({ name }) => name),
      );
    for (const kind of driver.kinds.filter(({ observed }) => observed))
      expect(driver.dialects[subject.dialect ?? "neutral"]?.operations[kind.name]).toMatchObject({
        create: "none",
        update: "none",
        remove: "none",
      });
  });

  test("names only places, parents and implied kinds that exist", () => {
    const places = ["file", ...kinds, ...driver.holders.map(({ name }) => name)];
    for (const kind of driver.kinds) {
      expect(places).toContain(kind.place.within);
      if (kind.collection.within !== undefined) expect(kinds).toContain(kind.collection.within);
    }
    for (const { implies } of driver.fileFields)
      expect(driver.kinds.find(({ name }) => name === implies)?.observed).toBe(true);
  });

  test("finds the key of what has an identity, where keys are not free", () => {
    const scope = { host: "10.20.0.1" };
    for (const kind of driver.kinds.filter(({ keyOf }) => keyOf)) {
      const identity = kind.identity({ key: "a/b", value: {}, scope });
      expect([kind.name, kind.keyOf?.({ identity, scope })]).toEqual([kind.name, "a/b"]);
    }
    for (const { kind } of driver.discover ?? []) expect(kinds).toContain(kind);
  });

  test("takes no settings, and no unknown ones", () => {
    expect(driver.dialect("neutral", {})).toEqual(driver.dialects.neutral);
    expect(driver.settings.safeParse({ noSuchSetting: 1 }).success).toBe(false);
  });

  test("takes the credential that it needs and no other", () => {
    const fields = Object.keys(subject.credential ?? credentials[subject.interface] ?? {});
    const referred = Object.fromEntries(fields.map((field) => [field, { secret: `env:${field}` }]));
    expect(driver.credential.safeParse(referred).success).toBe(true);
    for (const bad of [{}, { ...referred, more: 1 }, ...subject.badCredentials])
      expect(driver.credential.safeParse(bad).success).toBe(false);
  });

  test("sends nothing when a session is opened", () => {
    expect(conversation(subject, () => text(500, "")).sent).toEqual([]);
  });
}

function reads(subject: Subject, read: GoodRead): void {
  const { request, body, leadingTo } = read;
  const reading = async (answer: (request: WireRequest, index: number) => WireReply) => {
    const { session, asked, sent } = conversation(subject, answer);
    return { reply: await session.read(request, calm), asked: asked(), sent };
  };

  test("a good answer is whole, and the same every time", async () => {
    const first = await reading(() => json(200, body));
    expect(first.reply).toMatchObject({ state: "whole", items: [{}] });
    expect((await reading(() => json(200, body))).reply).toEqual(first.reply);
  });

  test("only GETs leave, to the target's own origin, the credential in headers alone", async () => {
    const { asked, sent } = await reading(() => json(200, body));
    expect(asked.map(({ method }) => method)).toEqual(["GET"]);
    expect(sent.every(({ url }) => new URL(url).origin === subject.origin)).toBe(true);
    for (const { url, body: sentBody, headers, form } of sent) {
      // A client identifies itself in the form that requests a token (RFC 6749, 2.3.1), and nowhere else.
      const login = isLogin({ method: "POST", url, headers });
      if (form) expect(login).toBe(true);
      const inBody = login && subject.loginInBody === true;
      expect(JSON.stringify(inBody ? url : [url, revealed(sentBody)])).not.toContain("canary");
      const closed = Object.values(headers).filter((value) => header(value) !== value);
      expect(closed).toHaveLength(form || inBody ? 0 : 1);
    }
  });

  test.each(failures(body))("%s is unknown, never absent, and is not tried again", async (_, failure) => {
    const { reply, asked } = await reading(() => failure);
    expect(reply.state).toBe("unknown");
    expect(asked).toHaveLength(1);
  });

  test("401 is unknown", async () => {
    expect((await reading(() => text(401, ""))).reply).toMatchObject({
      state: "unknown",
      problem: { code: "unauthorized" },
    });
  });

  test("404 is absent for one item only, where its own word counts", async () => {
    expect((await reading(() => text(404, ""))).reply.state).toBe(read.item ? "absent" : "unknown");
  });

  test("what the wire throws is not swallowed", async () => {
    const stopped = reading(() => {
      throw new Error("stopped");
    });
    await expect(stopped).rejects.toThrow("stopped");
  });

  if (leadingTo === undefined) return;
  test.each(failures(body))("a second page with %s makes the whole list unknown", async (_, failure) => {
    const { reply, asked } = await reading((_, index) => (index === 0 ? leadingTo("?page=2") : failure));
    expect(reply.state).toBe("unknown");
    expect(asked).toHaveLength(2);
  });

  test("a next page at another origin is not asked for", async () => {
    const { reply, sent } = await reading(() => leadingTo("https://evil.example/"));
    expect(reply).toMatchObject({ state: "unknown", problem: { code: "foreign-link" } });
    expect(sent.every(({ url }) => new URL(url).origin === subject.origin)).toBe(true);
  });
}

function writes(subject: Subject, of: { readonly write: Write; readonly answer: WireReply }): void {
  const write = frozen(of.write);
  const writing = async (answer: WireReply) => {
    const { session, asked, sent } = conversation(subject, () => answer);
    const reply = await session.write(write, calm);
    return { reply, asked: asked(), session, logins: sent.filter(isLogin).length };
  };

  test("is accepted, with one request", async () => {
    const { reply, asked } = await writing(of.answer);
    expect(reply.meaning).toBe("accepted");
    expect(asked).toHaveLength(1);
    expect(asked.every(({ url }) => new URL(url).origin === subject.origin)).toBe(true);
  });

  test("that was read right before leaves as a request that a 429 ends", async () => {
    const { session, asked } = conversation(subject, () => of.answer);
    await session.write({ ...write, once: true }, calm);
    expect(asked()).toMatchObject([{ once: true }]);
    expect((await writing(of.answer)).asked).not.toMatchObject([{ once: true }]);
  });

  test("takes along what must be called before it leaves", async () => {
    const leaving = () => Promise.resolve(undefined);
    const { session, asked } = conversation(subject, () => of.answer);
    await session.write({ ...write, leaving }, calm);
    expect(asked().map((request) => request.leaving)).toEqual([leaving]);
  });

  test("is previewed as it is sent, without a secret and without being sent", async () => {
    const { session, asked } = await writing(of.answer);
    const shown = session.preview(write);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ method: shown.method, url: shown.url, headers: shown.headers });
    expect(revealed(asked[0]?.body)).toEqual(revealed(shown.body));
    expect(JSON.stringify(shown)).not.toMatch(/canary|opened:/);
  });

  const meanings: readonly (readonly [string, WireReply, string])[] = [
    ["500", text(500, ""), "lost"],
    ["503", text(503, "", { "retry-after": "1" }), "lost"],
    ["429", text(429, ""), "busy"],
    ["409", text(409, ""), "conflict"],
    ["400", json(400, { error: "no" }), "refused"],
    ["403", text(403, ""), "refused"],
    ["a redirect", text(307, "", { location: "/x" }), "refused"],
    ["a page of HTML", text(200, "<html>"), "lost"],
    ["a reply that was lost", { outcome: "lost", sent: true, problem: trouble }, "lost"],
    ["a request that never left", { outcome: "lost", sent: false, problem: trouble }, "busy"],
    ["a barred request", { outcome: "blocked", problem: trouble }, "refused"],
  ];
  test("401: refused, and sent once for each token that was obtained for it", async () => {
    const { reply, asked, logins } = await writing(text(401, ""));
    expect(reply.meaning).toBe("refused");
    expect(asked).toHaveLength(logins === 0 ? 1 : 2);
    expect(logins).toBeLessThan(3);
  });

  const { live } = write;
  const without: readonly (readonly [string, Write, string | undefined])[] = [
    ["the live id", { ...write, live: live && { value: live.value } }, live?.id],
    ["more than an empty live id", { ...write, live: live && { ...live, id: "" } }, live?.id],
    ["the id of what it is in", { ...write, parentId: undefined }, write.parentId],
    ["more than an empty id of what it is in", { ...write, parentId: "" }, write.parentId],
  ];

  test("of a kind that the interface does not have is a fault of the program: nothing is sent", async () => {
    const { session, sent } = conversation(subject, () => of.answer);
    const other = { ...write, kind: "gadget" };
    await expect(session.write(other, calm)).rejects.toThrow("gadget");
    expect(() => session.preview(other)).toThrow("gadget");
    expect(sent).toEqual([]);
  });

  test.each(without)(
    "without %s goes nowhere else: nothing is sent where that is needed",
    async (_, bad, id) => {
      const good = (await writing(of.answer)).asked[0];
      const { session, asked } = conversation(subject, () => of.answer);
      await session.write(bad, calm).catch(() => undefined);
      const isNeeded =
        id !== undefined && (good?.url.includes(id) || JSON.stringify(good?.body)?.includes(id));
      expect(asked().map(({ url }) => url)).toEqual(isNeeded || asked().length === 0 ? [] : [good?.url]);
    },
  );

  test.each(meanings)("%s: sent once, and never again", async (_, answer, meaning) => {
    const { reply, asked } = await writing(answer);
    expect(reply.meaning).toBe(meaning);
    expect(asked).toHaveLength(1);
  });
}

function frozen<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}
