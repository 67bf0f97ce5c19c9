/** The contract of drivers: interfaces, sessions, kinds, dialects, and what each must and must not do. */

import type { z } from "zod";
import type { Channels } from "../model/channel.ts";
import type { Collection, ReadRequest } from "../model/collection.ts";
import type { Resource, Scope } from "../model/desired.ts";
import type { DeviceStatus, SiteHealth } from "../model/health.ts";
import type { Json } from "../model/json.ts";
import type { Authorization, TokenStore } from "../model/login.ts";
import type { GuardedFields, KindPlace, NotedFields, WayIn, WriteOrder } from "../model/place.ts";
import type { Operation } from "../model/plan.ts";
import type { Pointer } from "../model/pointer.ts";
import type { DriverProblem, KindProblem, Problem } from "../model/problem.ts";
import type { InterfaceName, ProductLimits, Target } from "../model/project.ts";
import type { Milliseconds, Reply, Task, TaskReply } from "../model/reply.ts";
import type { ReplyRule } from "../model/reply-rule.ts";
import type { Secret, SecretReference, ShownSecrets } from "../model/secret.ts";
import type { Item, ReadReply } from "../model/snapshot.ts";
import type { OpenWire, Wire, WireRequest } from "../model/wire.ts";
import type { BatchFacts, BatchSession } from "./batch-session.ts";
import type { Write } from "./write.ts";

/** A type of resource. Data and pure functions only: nothing here can wait, retry or log (law 6). */
export interface Kind extends GuardedFields, NotedFields, WriteOrder {
  /** camelCase, unique over all interfaces that share a section: `network`, `deviceInterface`. */
  readonly name: string;
  /** For people, in the singular: `network`, `device interface`. */
  readonly title: string;
  readonly place: KindPlace;
  /** What people write, own fields only (sections of other kinds inside it are added by the loader). Strict. */
  readonly schema: z.ZodType;
  /** What a key must look like; undefined: any text of 1 to 255 characters. */
  readonly keys?: z.ZodType<string>;
  /** True: it is read and matched, never written. */
  readonly observed?: boolean;
  /** True: an import writes all of them into one file, called like the section. Else each gets its own. */
  readonly gathered?: boolean;
  readonly collection: Collection;
  /** One spelling of each value, sets sorted. Total on what the schema accepts; idempotent; keeps unknown fields. */
  canonical(value: Json): Json;
  /** A live value without what the product fills in anyway, where that is known: for imports. */
  withoutDefaults?(value: Json): Json;
  /** What the live side is matched by. `value` is canonical. */
  identity(of: { readonly key: string; readonly value: Json; readonly scope: Scope }): string;
  /** Fields of its identity that name other resources (`refersTo`): a live identity has their ids. Absent: none. */
  readonly identifiedBy?: readonly Pointer[];
  /** The own key of what has this identity, where keys are not free: undoes `identity`. Absent: any key will do. */
  keyOf?(of: { readonly identity: string; readonly scope: Scope }): string;
  /** Checks that need more than one field; messages with pointers relative to the value. */
  check?(of: { readonly key: string; readonly value: Json; readonly scope: Scope }): readonly KindProblem[];
  /** Same text: never written at the same time. `["host"]`: one at a time per device. No word of its scope: itself. */
  readonly exclusive?: readonly string[] | undefined;
  /** Whether a live value is what a removal leaves of what always exists. Absent: nothing is left. */
  isSetBack?(value: Json): boolean;
  /** True: a create puts it where its path says, so that one which arrives twice makes one thing. */
  readonly createdByPath?: true;
  /** True: an exclusive write sends the value as it is, so that a field is unset by leaving it out. */
  readonly sentWhole?: boolean;
  /** Identities of other kinds on the same target that must exist before it: a managed object's ancestors. */
  prerequisites?(of: { readonly identity: string; readonly scope: Scope }): readonly string[];
}

/**
 * An entry that is no resource itself but holds some: a device of a fleet. Its fields become words of the
 * scope of everything in it. `lists` and `ownership` fields, where the schema has them, apply to what it holds.
 */
export interface Container {
  readonly name: string;
  readonly title: string;
  readonly section: string;
  readonly schema: z.ZodType;
  readonly keys?: z.ZodType<string>;
}

/** A field at the top of a file that applies to every entry in it: `organization`. */
interface FileField {
  readonly name: string;
  readonly schema: z.ZodType<string>;
  readonly required: boolean;
  /** The observed kind that it implies: `organization: Acme` implies the resource `cloud/organization/Acme`. */
  readonly implies?: string;
}

/** shown: in the specification. assumed: follows from its REST principle. none: no way to do it. */
type Support = "shown" | "assumed" | "none";

/** What every dialect says, whatever its interface. A dialect is data: one file each. */
export interface Dialect {
  readonly name: string;
  /** The kinds as this product has them, all of them; absent: as the driver does. */
  readonly kinds?: readonly Kind[];
  /** What a product has of its own in the place of what its interface has. Absent: as the driver. */
  readonly instead?: Partial<Driver>;
  /** Kind → operation → support. Every kind has a row. */
  readonly operations: Readonly<Record<string, Readonly<Record<"read" | Operation, Support>>>>;
  readonly limits: ProductLimits;
  readonly replies: readonly ReplyRule[];
  /** Kinds whose writes put, or take away, more than is declared, and which writes: see `plan/replacing.ts`. */
  readonly replaces?: Readonly<Record<string, "all" | "exclusive" | Pointer>>;
  /** How many requests one write takes at most. Default 1. */
  readonly requestsPerWrite?: number;
  /** Kinds, and which of their writes become tasks, which are asked for; which are answered with what is stored. */
  readonly tasks?: Readonly<Record<string, readonly Operation[]>>;
  readonly stored?: Readonly<Record<string, readonly Operation[]>>;
  /** Writes that may go in one request with others: by kind, and by the word of a scope that they must share. */
  readonly batches?: BatchFacts | undefined;
  /** Kinds of which everything live is to be declared: what is not is reported as unexpected. */
  readonly complete?: readonly string[];
  /** Things, of any kind, by whose change somebody could lock himself out. */
  readonly waysIn?: readonly WayIn[] | undefined;
  /** Why an operation is `none`, and what to do instead: kind → operation → half a sentence for plans. */
  readonly reasons?: Readonly<Record<string, Readonly<Partial<Record<"read" | Operation, string>>>>>;
}

export type { Item, ReadReply, ReadRequest, Write };

/**
 * A conversation with one target. Obligations: sends through the wire it was given and no other way; never
 * retries, waits or logs; a read that fails in any part is `unknown`; an error is never an absence.
 */
export interface Session {
  read(request: ReadRequest, signal: AbortSignal): Promise<ReadReply>;
  write(write: Write, signal: AbortSignal): Promise<Reply>;
  /** Asks once what became of a task of this run or an earlier one: where `write` may answer `pending`. */
  readonly askTask?: ((task: Task, signal: AbortSignal) => Promise<TaskReply>) | undefined;
  /** Where several writes go in one request. */
  readonly batching?: BatchSession | undefined;
  /** True: the server itself refuses this write once what it is about has changed (`If-Match`). Sends nothing. */
  readonly guards?: ((write: Write) => boolean) | undefined;
  /** The request that `write` would send, without sending it: for `plan --requests`. Pure. */
  preview(write: Write): WireRequest;
  /** Posts a text to the room of that name, where `Driver.cannotPost` lets it; refused when there is no such room. */
  readonly post?:
    | ((message: { readonly room: string; readonly text: string }, signal: AbortSignal) => Promise<Reply>)
    | undefined;
  /** Ends the conversation where the dialect needs it. */
  readonly close?: ((signal: AbortSignal) => Promise<void>) | undefined;
}

/** What a driver needs to open a session: the dialect is the one with the target's settings laid over it. */
export interface OpenSessionOptions<D extends Dialect> {
  readonly target: Target;
  readonly dialect: D;
  readonly wire: Wire;
  /** The credential's fields, revealed only on the wire. */
  readonly credential: Readonly<Record<string, Secret>>;
  /** Opens a reference from desired state; the loader has checked that it may be opened. */
  readonly secret: (reference: SecretReference) => Secret;
  /** What becomes of secrets that the product shows. Absent: nobody compares them, and nothing learns of them. */
  readonly shown?: ShownSecrets | undefined;
  /** For tokens: monotonic milliseconds, by which nothing waits; and where the target's refresh token is kept. */
  readonly now: () => Milliseconds;
  readonly tokens: TokenStore;
}

/** An interface of the specification: kinds, dialects and how to talk to it. */
export interface Driver<D extends Dialect = Dialect> {
  readonly interface: InterfaceName;
  readonly kinds: readonly Kind[];
  readonly holders: readonly Container[];
  readonly fileFields: readonly FileField[];
  /** By name; `neutral` always exists. Those of `products` are made when they are asked for. */
  readonly dialects: Readonly<Record<string, D>>;
  /** Dialects that are catalogs, by name: whoever goes over all dialects leaves these out. Absent: none. */
  readonly products?: readonly string[];
  /** The settings of a dialect that a target may override: strict, every field optional. */
  readonly settings: z.ZodType;
  /** The forms of credential it takes: a strict object, or a union of them. */
  readonly credential: z.ZodType;
  /** True when the target's URL must have `{host}`: a fleet. */
  readonly fleet: boolean;
  /** True when its servers may send requests on to the target's `hosts`. */
  readonly sharded?: boolean;
  /** The interface that shows the same kinds of the same devices, so that they can be read through it. */
  readonly readVia?: InterfaceName | undefined;
  /** A read that succeeds whenever the target works, for absences that rest on an item's 404. */
  readonly probe?: ReadRequest;
  /** Reads that list all of a kind where its own collection lists none. For import: absences never rest on them. */
  readonly discover?: readonly { readonly kind: string; readonly request: ReadRequest }[];
  /** One read for each thing a credential may be allowed: what `trueup check` asks. */
  readonly checks: readonly { readonly title: string; readonly request: ReadRequest }[];
  /** What to do before messages can be posted in a dialect; undefined: they can. Absent: there are no rooms. */
  cannotPost?(dialect: D): string | undefined;
  /** How records tell of health, where the interface has lists of sites and devices. Pure. */
  readonly health?:
    | {
        readonly sites: { readonly request: ReadRequest; of(item: Item): SiteHealth };
        readonly devices: { readonly request: ReadRequest; of(item: Item): DeviceStatus };
      }
    | undefined;
  /** One read for each thing that a device reports of itself; all there are, where its record does not say which. */
  readonly reports?: ((device: Item) => readonly ReadRequest[]) | undefined;
  /** Where a person logs in to a target of this URL (`trueup login`). Absent: nobody does. */
  authorization?(url: string, dialect: D): Authorization;
  /** The dialect with a target's settings laid over it. Settings are already checked. */
  dialect(name: string, settings: Json): D;
  open(options: OpenSessionOptions<D>): Session;
  /** For an interface that is not HTTP: its wire, made of conversations of another kind. */
  converse?(on: { readonly target: string; readonly dialect: D; readonly channels: Channels }): OpenWire;
  /** Checks over all declared resources of one target that no kind can make alone: two declarations of one path. */
  check?(resources: readonly Resource[], dialect: D): readonly DriverProblem[];
}

/** A target with its session, ready to be talked to. The session it holds is paced: whoever calls it may just call. */
export interface OpenTarget {
  readonly target: Target;
  readonly driver: Driver;
  /** With the target's settings laid over it. */
  readonly dialect: Dialect;
  readonly session: Session;
  /** Requests that have left for this target so far. */
  requests(): number;
  /** What is said of it once its answers together were too much: none of them counts then. Absent: never too much. */
  excess?(): Problem | undefined;
}
