/** Where an import looks for secrets: in fields, and in the objects and lists of a live value. */

import { expect, test } from "vitest";
import { secretPlaces } from "../../src/import/secret-places.ts";
import type { Json } from "../../src/model/json.ts";

const secrets = ["/key", "/radius/secret", "/users/*/password", "/peers/*/keys/*/text", "/variables/*"];
const lists = { "/users": ["name"] };

test.each<readonly [string, Json, readonly string[]]>([
  ["a field of the resource, also if nothing else is there", {}, ["/key"]],
  ["one in an object that is there", { radius: { port: 1 } }, ["/key", "/radius/secret"]],
  [
    "one of each element",
    { users: [{ name: "a" }, { name: "b" }] },
    ["/key", "/users/0/password", "/users/1/password"],
  ],
  ["one in lists of lists", { peers: [{}, { keys: [{ id: 1 }] }] }, ["/key", "/peers/1/keys/0/text"]],
  ["none that has a value: the name of a variable", { key: "{{key}}", users: [{ password: "{{p}}" }] }, []],
  ["none where there is a list instead of an object", { radius: [] }, ["/key"]],
])("%s", (_, value, places) => {
  expect(secretPlaces({ secrets, lists }, value, undefined)).toEqual(places);
});

test("if it is known which are set, only these, by the identity of elements", () => {
  const value = { users: [{ name: "a" }, { name: "b" }] };
  expect(secretPlaces({ secrets, lists }, value, ["/users/b/password"])).toEqual(["/users/1/password"]);
});
