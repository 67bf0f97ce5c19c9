/** What a driver may have besides what every driver has, and when each is called. Pure, but for `converse`. */

import type { DeclaredSides, MovedPlaces } from "../../model/change.ts";
import type { Channels } from "../../model/channel.ts";
import type { ReadRequest } from "../../model/collection.ts";
import type { Resource } from "../../model/desired.ts";
import type { DeviceStatus, SiteHealth } from "../../model/health.ts";
import type { Authorization } from "../../model/login.ts";
import type { DriverProblem, KindProblem } from "../../model/problem.ts";
import type { InterfaceName } from "../../model/project.ts";
import type { Item } from "../../model/snapshot.ts";
import type { OpenWire } from "../../model/wire.ts";
import type {
  DeclaredKeys,
  EditorForms,
  NameHint,
  ResourceParts,
  ResourceReferences,
  SchemaSource,
} from "./target-model.ts";
import type { SentChange } from "./write.ts";

/** Health of sites and devices. Called before each wave of an apply, and by `trueup status`. */
export interface HealthCapability {
  /** Lists of sites and devices whose records tell of health. */
  readonly health: {
    readonly sites: { readonly request: ReadRequest; of(item: Item): SiteHealth };
    readonly devices: { readonly request: ReadRequest; of(item: Item): DeviceStatus };
  };
  /** What a device reports of itself: a read for each report; all of them, where its record does not say which. */
  reports(device: Item): readonly ReadRequest[];
}

/** Rooms that messages can be posted to. Called when the project file names one. */
export interface MessagingCapability<D> {
  /** What to do before messages can be posted in a dialect; undefined: they can. */
  cannotPost(dialect: D): string | undefined;
}

/** People log in to a target. Called by `trueup login`. */
export interface LoginCapability<D> {
  /** Where they do, for a target of this URL. */
  authorization(url: string, dialect: D): Authorization;
}

/** An interface that is not HTTP. Called once for each target, when the project is opened. */
export interface ConversationCapability<D> {
  /** Its wire, made of conversations of another kind. */
  converse(on: { readonly target: string; readonly dialect: D; readonly channels: Channels }): OpenWire;
}

/** Reads besides those of collections, and other ways to them. Read while live is observed. */
export interface LookupCapability {
  /** A read that succeeds whenever the target works, for absences that rest on an item's 404. */
  readonly probe: ReadRequest;
  /** Reads that list all of a kind where its own collection lists none. For import: absences never rest on them. */
  readonly discover: readonly { readonly kind: string; readonly request: ReadRequest }[];
  /** True when its servers may send requests on to the target's `hosts`. */
  readonly sharded: boolean;
  /** The interface that shows the same kinds of the same devices, so that they can be read through it. */
  readonly readVia: InterfaceName;
}

/** Dialects that are catalogs. Read when the project file is checked, and for the schemas of editors. */
export interface CatalogCapability {
  /** Their names, which a list of all dialects leaves out. */
  readonly products: readonly string[];
  /** Where targets name a folder instead of a dialect: by folder the product; undefined: it has a fault. */
  readonly ownCatalogs: Readonly<Record<string, string | undefined>>;
}

/** Checks and counts over several resources or requests of a target, that no kind can make alone. */
export interface TargetCheckCapability<D> {
  /** Two declarations of one path, say. Called once for each target, with all that is declared for it. */
  check(resources: readonly Resource[], dialect: D, hint?: NameHint): readonly DriverProblem[];
  /** How many requests a write takes, one after the other. Called when a plan is costed. Default 1. */
  requestsOf(change: SentChange, dialect: D): number;
}

/**
 * Targets that bring types of their own: the YANG modules of their devices, and mappings of sections to them. Called
 * while desired state is loaded; `movedPlaces` before sides are compared, `references` for the order of steps.
 */
export interface DeviceModelCapability<D> {
  /** The dialect, knowing a folder of modules (`settings.yang`). Called when the project's drivers are put together. */
  withSchema(dialect: D, schema: SchemaSource): D;
  /** A declared resource in the one spelling that these types give it, with its lists by their keys. */
  modelled(resource: Resource, dialect: D): Resource;
  /** The resources that what is declared stands for, where that is several: entries of a list. Undefined: it is one. */
  partsOf(resource: Resource, dialect: D, keys: DeclaredKeys): ResourceParts | undefined;
  /** What is wrong with the keys of lists that people declare, by pointers into these. */
  keyProblems(keys: DeclaredKeys, dialect: D, hint: NameHint): readonly KindProblem[];
  /** What base and desired declare of the same places by different resources: that is a move, and not a removal. */
  movedPlaces(sides: DeclaredSides, dialect: D): MovedPlaces;
  /** References by value: leafrefs of modules, names of a mapping. Undefined: nothing of this target tells of any. */
  references(resource: Resource, dialect: D): ResourceReferences | undefined;
  /** What editors complete its files by, as far as what is declared makes use of; undefined: it brings no types. */
  editorForms(resources: readonly Resource[], dialect: D): EditorForms | undefined;
  /** True: sections of its devices may come of a mapping (`settings.mapping`). */
  readonly takesMappings: true;
  /** The names of the mappings that there are. */
  readonly mappings: readonly string[];
}
