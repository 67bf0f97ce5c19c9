import { describe, expect, test } from "vitest";
import { namespace, routers } from "./routers.ts";
import { type Conversation, dataOf, textsOf } from "./ssh-client.ts";

const { greet, pass, reset, restconf } = routers();
type Session = Conversation & { readonly hello: string };

const idOf = ({ hello }: Session) => textsOf(hello, "session-id");
const lock = (target: string) => `<lock><target><${target}/></target></lock>`;
const unlock = (target: string) => `<unlock><target><${target}/></target></unlock>`;
const rename = (name: string, target = "candidate") =>
  `<edit-config><target><${target}/></target><config><native xmlns="${namespace}"><hostname>${name}</hostname></native></config></edit-config>`;
const confirmed = (inside = "") => `<commit><confirmed/>${inside}</commit>`;

async function done(session: Conversation, ...operations: readonly string[]): Promise<void> {
  for (const each of operations) expect(await session.rpc(each)).toContain("<ok/>");
}

async function refused(session: Conversation, operation: string): Promise<string> {
  const reply = await session.rpc(operation);
  expect(reply).not.toContain("<ok");
  return `${textsOf(reply, "error-tag")} ${textsOf(reply, "session-id")}`.trim();
}

async function nameIn(session: Conversation, datastore: string): Promise<string> {
  const filter = `<filter><native xmlns="${namespace}"><hostname/></native></filter>`;
  const reply = await session.rpc(`<get-config><source><${datastore}/></source>${filter}</get-config>`);
  return textsOf(dataOf(reply), "hostname")[0] ?? "";
}

describe("lock and unlock (RFC 6241 sections 7.5 and 7.6)", () => {
  test.each(["running", "candidate"])(
    "a locked %s takes no edit of another session, until it is unlocked",
    async (target) => {
      const [one, other] = [await greet(), await greet()];
      await done(one, lock(target));
      expect(await refused(other, lock(target))).toBe(`lock-denied ${idOf(one)}`);
      expect(await refused(one, lock(target))).toBe(`lock-denied ${idOf(one)}`);
      expect(await refused(other, rename("b", target))).toBe(`in-use ${idOf(one)}`);
      expect(await refused(other, "<commit/>")).toBe(`in-use ${idOf(one)}`);
      expect(await refused(other, unlock(target))).toBe("operation-failed");
      await done(one, rename("a", target), "<discard-changes/>", unlock(target));
      await done(other, lock(target), unlock(target));
    },
  );

  test("the locks of one device are none of another's, and reads need none", async () => {
    const [one, other, elsewhere] = [await greet(), await greet(), await greet({ host: "r2" })];
    await done(one, lock("running"), lock("candidate"));
    await done(elsewhere, lock("running"), lock("candidate"));
    expect(await nameIn(other, "running")).toBe("r1");
  });

  test("a candidate with changes cannot be locked", async () => {
    const [one, other] = [await greet(), await greet()];
    await done(one, rename("a"));
    expect(await refused(other, lock("candidate"))).toBe("lock-denied 0");
    await done(one, "<discard-changes/>");
    await done(other, lock("candidate"));
  });

  test("locks are free when their session ends, also without a word, and its candidate is discarded", async () => {
    const [one, other] = [await greet(), await greet()];
    await done(one, lock("running"), lock("candidate"), rename("a"));
    one.drop();
    await one.end();
    await done(other, lock("running"), lock("candidate"));
    expect(await nameIn(other, "candidate")).toBe("r1");
  });

  test("a PUT over RESTCONF gets 409 while a session has the lock on running", async () => {
    const session = await greet();
    const put = () =>
      restconf("Vendor-native:native/hostname", { "Vendor-native:native": { hostname: "x" } });
    await done(session, lock("running"));
    expect((await put()).status).toBe(409);
    expect((await restconf("Vendor-native:native/hostname")).status).toBe(200);
    await done(session, unlock("running"));
    expect((await put()).status).toBe(204);
  });
});

describe("candidate (RFC 6241 section 8.3)", () => {
  test("an edit of the candidate is seen in running after the commit, by everybody", async () => {
    const [one, other] = [await greet(), await greet()];
    await done(one, rename("new"));
    expect([await nameIn(one, "running"), await nameIn(other, "candidate")]).toEqual(["r1", "new"]);
    await done(one, "<commit/>");
    expect(await nameIn(other, "running")).toBe("new");
    expect(await (await restconf("Vendor-native:native/hostname")).json()).toEqual({
      "Vendor-native:hostname": "new",
    });
  });

  test("discarded changes leave the candidate as running is", async () => {
    const session = await greet();
    await done(session, rename("new"), "<discard-changes/>", rename("other", "running"));
    expect(await nameIn(session, "candidate")).toBe("other");
  });

  test("a candidate that is committed takes back what changed in running since", async () => {
    const session = await greet();
    await done(session, rename("mine"));
    await restconf("Vendor-native:native/hostname", { "Vendor-native:native": { hostname: "theirs" } });
    await done(session, "<commit/>");
    expect(await nameIn(session, "running")).toBe("mine");
  });

  test("validate takes a datastore or a config, and says what is wrong with it", async () => {
    const session = await greet();
    const config = (inside: string) =>
      `<validate><source><config><native xmlns="${namespace}">${inside}</native></config></source></validate>`;
    await done(
      session,
      "<validate><source><candidate/></source></validate>",
      config("<hostname>a</hostname>"),
    );
    expect(await refused(session, config("<colour>a</colour>"))).toBe("unknown-element");
    expect(await refused(session, "<validate><source><startup/></source></validate>")).toBe(
      "operation-not-supported",
    );
    expect(await refused(session, "<validate/>")).toBe("missing-element");
    expect(await nameIn(session, "running")).toBe("r1");
  });

  test.each([
    ["candidate", "<commit/>"],
    ["candidate", "<discard-changes/>"],
    ["candidate", "<cancel-commit/>"],
    ["candidate", lock("candidate")],
    ["validate", "<validate><source><running/></source></validate>"],
    ["confirmedCommit", confirmed()],
  ])("a device without %s does not support %s", async (setting, operation) => {
    reset({ [setting]: false });
    expect(await refused(await greet(), operation)).toBe("operation-not-supported");
  });
});

describe("confirmed commit (RFC 6241 section 8.4)", () => {
  const soon = "<confirm-timeout>60</confirm-timeout>";

  test("what nobody confirms is undone when the time is over, for both doors", async () => {
    const session = await greet();
    await done(session, rename("new"), confirmed(soon));
    pass(59_999);
    expect(await nameIn(session, "running")).toBe("new");
    pass(1);
    expect(await (await restconf("Vendor-native:native/hostname")).json()).toEqual({
      "Vendor-native:hostname": "r1",
    });
    expect(await nameIn(session, "running")).toBe("r1");
  });

  test("without a time it is 600 seconds", async () => {
    const session = await greet();
    await done(session, rename("new"), confirmed());
    pass(599_999);
    expect(await nameIn(session, "running")).toBe("new");
    pass(1);
    expect(await nameIn(session, "running")).toBe("r1");
  });

  test("what is confirmed stays", async () => {
    const session = await greet();
    await done(session, rename("new"), confirmed(soon), "<commit/>");
    pass(3_600_000);
    expect(await nameIn(session, "running")).toBe("new");
  });

  test("a further confirmed commit begins the time again, and all of it is undone", async () => {
    const session = await greet();
    await done(session, rename("one"), confirmed(soon));
    pass(50_000);
    await done(session, rename("two"), confirmed(soon));
    pass(50_000);
    expect(await nameIn(session, "running")).toBe("two");
    pass(10_000);
    expect(await nameIn(session, "running")).toBe("r1");
  });

  test("cancel-commit undoes it at once", async () => {
    const session = await greet();
    expect(await refused(session, "<cancel-commit/>")).toBe("operation-failed");
    await done(session, rename("new"), confirmed(soon), "<cancel-commit/>");
    expect(await nameIn(session, "running")).toBe("r1");
  });

  test("another session can neither confirm nor cancel it, nor lock running", async () => {
    const [one, other] = [await greet(), await greet()];
    await done(one, rename("new"), confirmed(soon));
    for (const operation of ["<commit/>", "<cancel-commit/>"]) {
      expect(await refused(other, operation)).toBe(`in-use ${idOf(one)}`);
    }
    expect(await refused(other, lock("running"))).toBe(`lock-denied ${idOf(one)}`);
  });

  test("the end of its session undoes it", async () => {
    const [one, other] = [await greet(), await greet()];
    await done(one, rename("new"), confirmed(soon));
    one.drop();
    await one.end();
    expect(await nameIn(other, "running")).toBe("r1");
  });

  test("with persist it outlives its session, and whoever knows the id confirms or cancels it", async () => {
    const [one, other] = [await greet(), await greet()];
    const persist = confirmed(`${soon}<persist>mine</persist>`);
    await done(one, rename("new"), persist, "<close-session/>");
    expect(await nameIn(other, "running")).toBe("new");
    expect(await refused(other, "<commit/>")).toBe("invalid-value");
    expect(await refused(other, "<commit><persist-id>yours</persist-id></commit>")).toBe("invalid-value");
    await done(other, "<commit><persist-id>mine</persist-id></commit>");
    pass(60_000);
    expect(await nameIn(other, "running")).toBe("new");
    await done(
      other,
      rename("newer"),
      persist,
      "<cancel-commit><persist-id>mine</persist-id></cancel-commit>",
    );
    expect(await nameIn(other, "running")).toBe("new");
  });

  test("an id without a commit that waits, and a time that is none, are refused", async () => {
    const session = await greet();
    expect(await refused(session, "<commit><persist-id>a</persist-id></commit>")).toBe("invalid-value");
    expect(await refused(session, confirmed("<confirm-timeout>0</confirm-timeout>"))).toBe("invalid-value");
    expect(await refused(session, confirmed("<confirm-timeout>soon</confirm-timeout>"))).toBe(
      "invalid-value",
    );
  });
});
