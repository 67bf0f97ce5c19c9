import { beforeEach, describe, expect, test } from "vitest";
import { isObject, type Json } from "../../../src/model/json.ts";
import { armed } from "../../../src/simulator/faults.ts";
import { listOf } from "../served.ts";
import { beginning, errorsIn, library, objectIn, openApiServer } from "./library.ts";

const { begin, call, edit, pass, send } = openApiServer();
const api = "/api/v1";
const branch = `${api}/branches/b`;
const world: Json = {
  "/libraries/l": { name: "City" },
  "/branches/b": { libraryId: "l", name: "Main" },
  "/branches/*/lights/{0..2}": {},
};

beforeEach(() => begin(beginning(library, world)));

const names = (value: Json | undefined) => listOf(value).map((each) => (isObject(each) ? each.name : each));

describe("items of a description", () => {
  test("are made with ids of the server, shown, changed and removed with all that is in them", async () => {
    const made = await send("POST", `${api}/libraries/l/branches`, { name: "Bus", kind: "mobile" });
    const { id } = objectIn(made);
    expect([made.status, made.json]).toEqual([201, { id, libraryId: "l", name: "Bus", kind: "mobile" }]);
    const own = `${api}/branches/${id}`;
    expect((await call(own)).json).toEqual(made.json);
    expect(names((await call(`${api}/libraries/l/branches`)).json)).toEqual(["Main", "Bus"]);
    expect((await send("PATCH", own, { name: "Bus", floors: 2 })).json).toMatchObject({
      floors: 2,
      kind: "mobile",
    });
    expect((await send("PUT", `${own}/hours`, { opens: 8 })).status).toBe(200);
    expect((await send("DELETE", own)).status).toBe(204);
    expect((await call(own)).status).toBe(404);
    expect((await call(`${own}/hours`)).status).toBe(404);
    expect(names((await call(`${api}/libraries/l/branches`)).json)).toEqual(["Main"]);
  });

  test("have the id that the client names, once", async () => {
    const shelf = { id: 7, label: "A-1" };
    expect((await send("POST", `${branch}/shelves`, shelf)).json).toEqual(shelf);
    expect((await send("POST", `${branch}/shelves`, shelf)).status).toBe(409);
    const made = objectIn(await send("POST", `${branch}/shelves`, { label: "A-2" }));
    expect(made.id).toEqual(expect.any(Number));
    expect((await send("PUT", `${branch}/shelves/${made.id}`, { label: "A-3" })).json).toMatchObject({
      id: made.id,
      label: "A-3",
    });
    expect(listOf((await call(`${branch}/shelves`)).json)).toHaveLength(2);
  });

  test("and settings below them are listed of all, with what the description shows of them", async () => {
    const two = beginning(library, {
      ...(isObject(world) ? world : {}),
      "/branches/c": { libraryId: "l", name: "Port", floors: 2 },
      "/libraries/m": { name: "Other" },
      "/branches/d": { libraryId: "m", name: "Elsewhere" },
    });
    begin(two);
    await send("PUT", `${api}/branches/c/hours`, { opens: 7, closes: 12 });
    await send("PUT", `${api}/branches/c/lights/1`, { on: true });
    expect((await call(`${api}/libraries/l/hours/byBranch`)).json).toEqual([
      { branchId: "b", opens: 9 },
      { branchId: "c", opens: 7 },
    ]);
    const off = [0, 1, 2].map((number) => ({ number, on: false }));
    expect((await call(`${api}/libraries/l/lights/byBranch`)).json).toEqual([
      { branchId: "b", name: "Main", lights: off },
      { branchId: "c", name: "Port", lights: [off[0], { number: 1, on: true }, off[2]] },
    ]);
    const after = await call(`${api}/libraries/l/hours/byBranch?perPage=2&startingAfter=b`);
    expect(after.json).toEqual([{ branchId: "c", opens: 7 }]);
  });

  test("are not below a parent that is not there", async () => {
    const reply = await send("POST", `${api}/libraries/none/branches`, { name: "Bus" });
    expect([reply.status, errorsIn(reply)]).toEqual([404, "/libraries/none was not found"]);
    expect((await call(`${api}/branches/none/lights`)).status).toBe(404);
    expect((await send("PUT", `${branch}/lights/3`, { on: true })).status).toBe(404);
    expect((await send("DELETE", `${branch}/shelves/9`)).status).toBe(404);
  });

  test("that nobody makes are there below every parent", async () => {
    const bus = objectIn(await send("POST", `${api}/libraries/l/branches`, { name: "Bus" }));
    await send("PUT", `${api}/branches/${bus.id}/lights/1`, { on: true });
    const lights = async (id: Json | undefined) => (await call(`${api}/branches/${id}/lights`)).json;
    expect(await lights("b")).toEqual([0, 1, 2].map((number) => ({ number, on: false })));
    expect(await lights(bus.id ?? "")).toEqual([0, 1, 2].map((number) => ({ number, on: number === 1 })));
  });
});

describe("singletons of a description", () => {
  test("show the defaults of members that nobody has set", async () => {
    expect((await call(`${branch}/hours`)).json).toEqual({ opens: 9, closes: 17 });
    await send("PUT", `${branch}/hours`, { opens: 8 });
    expect((await call(`${branch}/hours`)).json).toEqual({ opens: 8, closes: 17 });
  });

  test("are not the items beside them", async () => {
    await send("PUT", `${branch}/shelves/order`, { ids: [1] });
    expect((await call(`${branch}/shelves/order`)).json).toEqual({ ids: [1] });
    expect((await call(`${branch}/shelves`)).json).toEqual([]);
  });

  test.each([
    ["merge", { opens: 8, closes: 20 }],
    ["replace", { opens: 9, closes: 20 }],
  ] as const)("%s what a PUT has", async (openapiPut, expected) => {
    begin(beginning(library, world), { openapiPut });
    await send("PUT", `${branch}/hours`, { opens: 8 });
    await send("PUT", `${branch}/hours`, { closes: 20 });
    expect((await call(`${branch}/hours`)).json).toEqual(expected);
  });
});

describe("requests to a description", () => {
  test.each<readonly [string, Json, string]>([
    ["an unknown member", { name: "a", nam: 1 }, "nam is unknown"],
    ["a member that is required", {}, "name is required"],
    ["a type", { name: 1 }, "name must be a string"],
    ["a null", { name: null }, "name must be a string"],
    ["an enum", { name: "a", kind: "bus" }, 'kind must be one of: "main", "mobile"'],
    ["a bound", { name: "a", floors: 10 }, "floors must be at most 9"],
    ["a length", { name: "" }, "name characters: at least 1, not 0"],
    ["what the server sets", { name: "a", id: "x" }, "id is read-only"],
    ["a member inside", { name: "a", door: { colour: "red" } }, "door.colour is unknown"],
    ["another form", [], "the body must be an object"],
  ])("are refused for %s", async (_, body, message) => {
    const reply = await send("POST", `${api}/libraries/l/branches`, body);
    expect([reply.status, errorsIn(reply)]).toEqual([400, message]);
  });

  test("are refused for what is inside of lists, and inside of itself", async () => {
    const shelf = { label: "A-1", books: ["a", "b", "c"], inside: { label: "A-2", inside: { label: "a" } } };
    const reply = await send("POST", `${branch}/shelves`, shelf);
    expect(errorsIn(reply)).toBe(
      "books elements: at most 2, not 3; inside.inside.label must match ^[A-Z]-[0-9]+$",
    );
  });

  test("are refused without a body, with a body that is no JSON, and for their query", async () => {
    expect(errorsIn(await send("POST", `${branch}/shelves`))).toBe("the body is required");
    expect(errorsIn(await call(`${branch}/lights?colour=red`))).toBe("the query parameter colour is unknown");
    expect(errorsIn(await call(`${api}/libraries?perPage=1`))).toContain("must be at least 2");
  });

  test("need the key, but where the description says that they do not", async () => {
    expect((await call(`${api}/libraries`, { headers: {} })).status).toBe(401);
    expect((await call(`${api}/libraries`, { headers: { "X-Library-Key": "other" } })).status).toBe(401);
    expect((await call(`${api}/health`, { headers: {} })).status).toBe(200);
  });

  test("get 404 for a path and 405 for a method that the description does not have", async () => {
    expect((await call(`${api}/books`)).status).toBe(404);
    expect((await send("PUT", branch, {})).status).toBe(405);
  });

  test("that only run change nothing, and are answered as the description says", async () => {
    const reply = await send("POST", `${branch}/ring`);
    expect([reply.status, reply.json]).toEqual([202, { rings: 3 }]);
  });
});

describe("what a description hides", () => {
  test("is taken and never shown, however deep; a null that may be is kept", async () => {
    const body = { name: "Bus", pin: "1", note: null, door: { code: "2", side: "left" } };
    const made = objectIn(await send("POST", `${api}/libraries/l/branches`, body));
    expect(made).toEqual({ id: made.id, libraryId: "l", name: "Bus", note: null, door: { side: "left" } });
    expect((await call(`${api}/branches/${made.id}`)).json).toEqual(made);
  });
});

describe("lists of a description", () => {
  const make = async (count: number) => {
    for (let index = 0; index < count; index += 1) {
      await send("POST", `${api}/libraries`, { name: `L${index}` });
      await send("POST", `${api}/libraries/l/branches`, { name: `B${index}` });
    }
  };
  const whole = async (first: string) => {
    const found: Json[] = [];
    const sizes: number[] = [];
    let path: string | undefined = first;
    while (path !== undefined) {
      const { json, headers } = await call(path);
      found.push(...names(json).map((each) => each ?? null));
      sizes.push(listOf(json).length);
      path = /<([^>]*)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
    }
    return { found, sizes };
  };

  test("are read page by page through Link, each item once", async () => {
    await make(6);
    expect((await whole(`${api}/libraries?perPage=3`)).sizes).toEqual([3, 3, 1]);
    const byOffset = await whole(`${api}/libraries/l/branches?limit=3`);
    expect(byOffset.found).toEqual(["Main", "B0", "B1", "B2", "B3", "B4", "B5"]);
    expect(byOffset.sizes).toEqual([3, 3, 1]);
  });

  test("come whole where there are no parameters for pages", async () => {
    expect((await call(`${branch}/lights`)).headers.get("link")).toBeNull();
  });
});

describe("limits and faults", () => {
  test("are those of every simulated interface", async () => {
    begin(beginning(library, world), { openapiRequestsPerSecond: 2 });
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await call(branch)).status);
    expect(statuses).toEqual([200, 200, 429]);
    pass(1000);
    edit((now) => ({ ...now, faults: [armed({ interface: "openapi", effect: { kind: "down" } }, 0)] }));
    expect((await call(branch)).status).toBe(503);
    expect((await call(branch)).status).toBe(200);
  });
});

describe("replies of a description", () => {
  const content = (a: Json) => ({ "application/json": { schema: { type: "object", properties: { a } } } });
  const thing = (sent: Json, shown: Json): Json => {
    const responses = { "200": { content: content(shown) } };
    return {
      openapi: "3.1.0",
      paths: {
        "/thing": { get: { responses }, put: { requestBody: { content: content(sent) }, responses } },
      },
    };
  };

  test("say so when they do not fit what it says of them", async () => {
    begin(beginning(thing({ type: "string" }, { type: "string", enum: ["b"] })));
    expect((await call("/thing")).headers.get("x-simulator-reply-faults")).toBeNull();
    const put = await send("PUT", "/thing", { a: "c" });
    expect([put.status, put.json]).toEqual([200, { a: "c" }]);
    expect(put.headers.get("x-simulator-reply-faults")).toContain("a must be one of");
  });

  test("show a number as a text, and a text as a number, where they have it so", async () => {
    begin(beginning(thing({ type: "integer" }, { type: "string" })));
    expect((await send("PUT", "/thing", { a: 7 })).json).toEqual({ a: "7" });
    begin(beginning(thing({ type: "string" }, { type: "integer" })));
    expect((await send("PUT", "/thing", { a: "7" })).json).toEqual({ a: 7 });
  });
});
