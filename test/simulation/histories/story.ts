/** The state of a history, and the events that are drawn between two runs. */

import { storedName } from "../../../src/simulator/wire/spelling.ts";
import type { World } from "../../../src/simulator/world.ts";
import { type Draw, maybe, pick, under } from "../draw.ts";
import { keptNext, tell } from "../reduced/parts.ts";
import type { Habits } from "../server-habits.ts";
import type { DeclaredThing, LiveThing, Shelf } from "./shelves.ts";

/** What is true about the resource that trueup has created or adopted for a key, whether or not trueup knows it. */
export interface OwnThing {
  /** The id; undefined if neither an answer nor a list has shown it yet. */
  readonly id?: string;
  /** The name as the server stores it. */
  readonly stored: string;
  /** True if no list has shown the resource yet. */
  readonly isUnseen?: true;
}

/** The state of a history. */
export interface Story {
  readonly shelf: Shelf;
  readonly habits: Habits;
  readonly draw: Draw;
  readonly declared: ReadonlyMap<string, DeclaredThing>;
  readonly own: ReadonlyMap<string, OwnThing>;
  readonly world: World;
  /** A counter from which new keys, names and ids are made. */
  readonly count: number;
}

const spellings = [
  (number: number) => `Lab ${number}`,
  (number: number) => `Zu\u0308rich ${number}`,
  (number: number) => `Haus  ${number} `,
  (number: number) => `kleines-haus ${number}`,
] as const;

/** Draws what Git declares at first, and sometimes a resource of somebody else. */
export function begun(story: Story): Story {
  const { draw } = story;
  let now = story;
  for (let count = 1 + under(draw, 4); count > 0; count -= 1) now = perhaps(added)(now);
  if (maybe(draw, 0.3)) now = perhaps(foreign)(now);
  return now;
}

type Happening = (story: Story) => Story;

/** Draws up to two events before the next run, and makes them happen. */
export function happened(story: Story): Story {
  const { draw } = story;
  let now = story;
  for (let count = under(draw, 3); count > 0; count -= 1) now = perhaps(pick(draw, happenings))(now);
  return now;
}

/** Draws what people do in the user interface of the product. */
export function happenedByHand(story: Story): Story {
  const { draw } = story;
  return maybe(draw, 0.6) ? perhaps(pick(draw, byHand))(story) : story;
}

/** Makes an event optional. Its draws are made even if it is left out, so that later draws stay the same. */
function perhaps(happens: Happening): Happening {
  return (story) => {
    const now = happens(story);
    if (!keptNext("happening")) return story;
    tell("happens", () => `${happens.name}: ${namesOf(now)}`);
    return now;
  };
}

function namesOf({ declared, shelf, world }: Story): string {
  const git = [...declared.values()].map(({ key, name, place }) => `${key} "${name}" in ${place}`);
  const live = shelf.live(world).map(({ id, name, place }) => `${id} "${name}" in ${place}`);
  return `Git declares ${git.join(", ") || "nothing"}; live ${live.join(", ") || "nothing"}`;
}

/** Returns a name that no resource has had so far. */
function named({ draw, count }: Story): string {
  return pick(draw, spellings)(count);
}

function added(story: Story): Story {
  const { draw, shelf, declared, count } = story;
  const place = pick(draw, shelf.places);
  const note = shelf.notePath === undefined ? "" : pick(draw, ["one", "two"]);
  const thing = { key: `k${count}`, name: named(story), note, place };
  return { ...story, declared: new Map(declared).set(thing.key, thing), count: count + 1 };
}

/** Somebody creates a new resource, or one that Git declares and that does not exist. */
function foreign(story: Story): Story {
  const { draw, shelf, declared, world, count } = story;
  const [id, place] = [`by-hand-${count}`, pick(draw, shelf.places)];
  const free = [...declared.values()].filter(
    ({ name, place: own }) => !shelf.live(world).some((one) => one.place === own && one.name === name),
  );
  const like = maybe(draw, 0.5) ? drawn(draw, free) : undefined;
  const thing = like ?? { name: named(story), note: "three", place };
  return { ...put(story, id, thing), count: count + 1 };
}

function renamedInGit(story: Story): Story {
  const thing = drawn(story.draw, [...story.declared.values()]);
  if (!thing) return story;
  const name = maybe(story.draw, 0.4) ? `${thing.name.trim()}0` : named(story);
  const declared = new Map(story.declared).set(thing.key, { ...thing, name });
  return { ...story, declared, count: story.count + 1 };
}

function notedInGit(story: Story): Story {
  const thing = drawn(story.draw, [...story.declared.values()]);
  if (!thing || story.shelf.notePath === undefined) return story;
  const note = thing.note === "one" ? "two" : "one";
  return { ...story, declared: new Map(story.declared).set(thing.key, { ...thing, note }) };
}

function dropped(story: Story): Story {
  const thing = drawn(story.draw, [...story.declared.values()]);
  const left = [...story.declared].filter(([key]) => key !== thing?.key);
  return { ...story, declared: new Map(left) };
}

function renamedByHand(story: Story): Story {
  const { draw, declared, shelf } = story;
  const one = ofOurs(story);
  if (!one) return story;
  const other = drawn(
    draw,
    // If names are unique, no resource gets the name of another declared one: each of the two would wait until the
    // other has its own name back.
    shelf.isUnique ? [] : [...declared.values()].filter(({ place }) => place === one.place),
  );
  const name = pick(draw, [named(story), named(story), one.name.toUpperCase(), other?.name ?? named(story)]);
  return { ...put(story, one.id, { ...one, name }), count: story.count + 1 };
}

function exchangedByHand(story: Story): Story {
  const [one, other] = [ofOurs(story), ofOurs(story)];
  if (!one || !other || one.id === other.id || one.place !== other.place) return story;
  // If names are unique, trueup cannot swap two names back with two writes.
  if (story.shelf.isUnique) return story;
  return put(put(story, one.id, { ...one, name: other.name }), other.id, { ...other, name: one.name });
}

/** Somebody renames one of trueup's resources, and creates another with the former name. */
function takenByHand(story: Story): Story {
  const one = ofOurs(story);
  if (!one) return story;
  const renamed = put(story, one.id, { ...one, name: named(story) });
  return { ...put(renamed, `by-hand-${story.count}`, one), count: story.count + 1 };
}

function notedByHand(story: Story): Story {
  const one = ofOurs(story);
  if (!one || story.shelf.notePath === undefined) return story;
  return put(story, one.id, { ...one, note: pick(story.draw, ["one", "two", "three"]) });
}

/** Somebody moves one of trueup's resources to another place. Its id stays. */
function movedByHand(story: Story): Story {
  const one = ofOurs(story);
  const place = drawn(
    story.draw,
    story.shelf.places.filter((other) => other !== one?.place),
  );
  return one && place !== undefined ? put(story, one.id, { ...one, place }) : story;
}

function removedByHand(story: Story): Story {
  const one = ofOurs(story);
  return one ? put(story, one.id, undefined) : story;
}

/** Somebody removes one of trueup's resources and creates it again, with another id. */
function remadeByHand(story: Story): Story {
  const one = ofOurs(story);
  if (!one) return story;
  const gone = put(story, one.id, undefined);
  return { ...put(gone, `by-hand-${story.count}`, one), count: story.count + 1 };
}

const byHand: readonly [Happening, ...Happening[]] = [
  renamedByHand,
  ...[renamedByHand, renamedByHand, renamedByHand, exchangedByHand, notedByHand, takenByHand],
  ...[removedByHand, remadeByHand, remadeByHand, movedByHand, movedByHand],
];
const happenings: readonly [Happening, ...Happening[]] = [
  added,
  ...[renamedInGit, renamedInGit, notedInGit, dropped, dropped, foreign, ...byHand],
];

/** Draws one of the resources that trueup has created or adopted, in its current state; undefined if there is none. */
function ofOurs({ draw, shelf, own, world }: Story): LiveThing | undefined {
  const ids = new Set([...own.values()].map(({ id }) => id));
  return drawn(
    draw,
    shelf.live(world).filter(({ id }) => ids.has(id)),
  );
}

function put(story: Story, id: string, thing: Omit<LiveThing, "id"> | undefined): Story {
  const { shelf, world, habits } = story;
  const spelled = thing && { ...thing, name: storedName(thing.name, habits) };
  const isTwin = (other: LiveThing) =>
    other.id !== id && other.name === spelled?.name && other.place === spelled.place;
  if (shelf.isUnique && shelf.live(world).some(isTwin)) return story;
  return { ...story, world: shelf.put(world, id, spelled) };
}

function drawn<T>(draw: Draw, all: readonly T[]): T | undefined {
  return all[under(draw, all.length)];
}
