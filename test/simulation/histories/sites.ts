/** Buildings of a Catalyst Center. Each is in an area, and one list shows the buildings of all areas. */

import type { JsonObject } from "../../../src/model/json.ts";
import { type CatalystThing, freshCatalyst } from "../../../src/simulator/controller/catalyst/state.ts";
import { withEntry } from "../../../src/simulator/wire/entries.ts";
import type { Shelf } from "./shelves.ts";

/** The ids of the areas, by key in Git. */
const areas = { north: "area-north", south: "area-south" } as const;

const areaThings = Object.entries(areas).map(([name, id]): readonly [string, CatalystThing] => [
  id,
  { collection: "areas", value: { name, parentId: "site-global" } },
]);

/** Two areas that always exist, and the buildings in them. */
export const sites: Shelf = {
  target: "sites",
  kind: "building",
  targets: `  sites:
    interface: controller
    dialect: catalyst-center
    url: https://campus.example.net
    credential: { username: { secret: env:CONTROLLER_USER }, password: { secret: env:CONTROLLER_PASSWORD } }
`,
  places: ["north", "south"],
  notePath: "/country",
  isChangeable: true,
  isRemovable: false,
  isMovable: true,
  isUnique: true,
  // In this mode names are stored unchanged, and a create whose task has ended answers with the object.
  settings: { controllerMode: "catalyst-center", normalise: [], createAnswers: "whole" },
  documents: (things) => {
    const built = things.map(({ key, name, note, place }) => [key, { name, parent: place, country: note }]);
    const declared: JsonObject = {
      global: { name: "Global" },
      north: { name: "north", parent: "global" },
      south: { name: "south", parent: "global" },
    };
    return [{ target: "sites", areas: declared, buildings: Object.fromEntries(built) }];
  },
  emptied: (world) => {
    const catalyst = { ...freshCatalyst, things: new Map([...freshCatalyst.things, ...areaThings]) };
    return { ...world, controller: { ...world.controller, catalyst } };
  },
  live: ({ controller }) =>
    [...(controller.catalyst?.things ?? [])].flatMap(([id, { collection, value }]) => {
      if (collection !== "buildings") return [];
      const place = value.parentId === areas.south ? "south" : "north";
      return [{ id, name: String(value.name), note: String(value.country), place }];
    }),
  put: (world, id, thing) => {
    const { catalyst = freshCatalyst } = world.controller;
    const was = catalyst.things.get(id);
    const parentId = areas[thing?.place === "south" ? "south" : "north"];
    const value = thing && { ...was?.value, name: thing.name, country: thing.note, parentId };
    const things = withEntry(catalyst.things, id, value && { collection: "buildings", value });
    return { ...world, controller: { ...world.controller, catalyst: { ...catalyst, things } } };
  },
};
