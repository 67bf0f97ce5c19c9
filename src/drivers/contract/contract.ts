/** The contract of drivers: interfaces, sessions, kinds, dialects, and what each must and must not do. */

import type { z } from "zod";
import type { Kept } from "../../kept/kept.ts";
import type { Collection, ReadRequest } from "../../model/collection.ts";
import type { Scope } from "../../model/desired.ts";
import type { Json } from "../../model/json.ts";
import type { Item, ReadReply } from "../../model/live/snapshot.ts";
import type { TokenStore } from "../../model/login.ts";
import type { GuardedFields, KindPlace, NotedFields, TouchedThing, WriteOrder } from "../../model/place.ts";
import type { Operation } from "../../model/plan/step.ts";
import type { Problem } from "../../model/problem.ts";
import type { InterfaceName, ProductLimits, Target } from "../../model/project.ts";
import type { Milliseconds, Reply } from "../../model/reply.ts";
import type { ReplyRule } from "../../model/reply-rule.ts";
import type { Secret, SecretReference, ShownSecrets } from "../../model/secret.ts";
import type { Wire, WireRequest } from "../../model/wire.ts";
import type { ChangedSince } from "./change-log.ts";
import type {
  ActivationCapability,
  ActivationFacts,
  BatchCapability,
  CatalogCapability,
  ChangeLogCapability,
  ChangeLogFacts,
  CloseCapability,
  ConversationCapability,
  DeclarationFacts,
  DependenceCapability,
  DeviceModelCapability,
  DialectWriteFacts,
  FilledInCapability,
  HealthCapability,
  KindWriteFacts,
  LoginCapability,
  LookupCapability,
  MessagingCapability,
  ModuleSourceCapability,
  NoticeFacts,
  PostCapability,
  TargetCheckCapability,
  TaskCapability,
  ValidationCapability,
  WriteDetailCapability,
} from "./groups.ts";
import type { LiveSecrets } from "./live-secrets.ts";
import type { Optional } from "./optional.ts";
import type { Write } from "./write.ts";

/** A type of resource. Data and pure functions only: nothing here can wait, retry or log (law 6). */
export interface Kind
  extends GuardedFields,
    NotedFields,
    WriteOrder,
    Optional<DeclarationFacts>,
    Optional<ValidationCapability>,
    Optional<DependenceCapability>,
    Optional<KindWriteFacts>,
    Optional<FilledInCapability> {
  /** camelCase, unique over all interfaces that share a section: `network`, `deviceInterface`. */
  readonly name: string;
  /** For people, in the singular: `network`, `device interface`. */
  readonly title: string;
  readonly place: KindPlace;
  /** What it is in a plan's blast radius. Absent: none of these. */
  readonly touched?: TouchedThing | undefined;
  /** True: names that differ in case, blanks or Unicode form alone are names of different things. */
  readonly caseSensitive?: boolean | undefined;
  /** A sentence: what people can do where several have one identity. */
  readonly alike?: string | undefined;
  /** What people write, own fields only (sections of other kinds inside it are added by the loader). Strict. */
  readonly schema: z.ZodType;
  readonly collection: Collection;
  /** One spelling of each value, sets sorted. Total on what the schema accepts; idempotent; keeps unknown fields. */
  canonical(value: Json): Json;
  /** What the live side is matched by; of what is `below` something, its name there. `value` is canonical. */
  identity(of: { readonly key: string; readonly value: Json; readonly scope: Scope }): string;
}

/**
 * An entry that is not a resource itself but holds some: a device of a fleet. Its fields become words of the
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
export interface Dialect
  extends Optional<DialectWriteFacts>,
    Optional<ChangeLogFacts>,
    Optional<ActivationFacts>,
    Optional<NoticeFacts> {
  readonly name: string;
  /** The kinds as this product has them, all of them; absent: as the driver does. */
  readonly kinds?: readonly Kind[];
  /** What a product has of its own instead of what its interface has. Absent: as the driver. */
  readonly instead?: Partial<Driver>;
  /** Kind → operation → support. Every kind has a row. */
  readonly operations: Readonly<Record<string, Readonly<Record<"read" | Operation, Support>>>>;
  readonly limits: ProductLimits;
  readonly replies: readonly ReplyRule[];
}

export type { Item, ReadReply, ReadRequest, Write };

/**
 * A conversation with one target. Obligations: sends through the wire it was given and no other way; never
 * retries, waits or logs; a read that fails in any part is `unknown`; an error is never an absence.
 */
export interface Session
  extends Optional<TaskCapability>,
    Optional<BatchCapability>,
    Optional<ChangeLogCapability>,
    Optional<ActivationCapability>,
    Optional<WriteDetailCapability>,
    Optional<PostCapability>,
    Optional<CloseCapability>,
    Optional<ModuleSourceCapability> {
  read(request: ReadRequest, signal: AbortSignal): Promise<ReadReply>;
  write(write: Write, signal: AbortSignal): Promise<Reply>;
  /** The request that `write` would send, without sending it: for `plan --requests`. Pure. */
  preview(write: Write): WireRequest;
}

/** What a driver needs to open a session: the dialect is the one with the target's settings laid over it. */
export interface OpenSessionOptions<D extends Dialect> {
  readonly target: Target;
  readonly dialect: D;
  readonly wire: Wire;
  /** The credential's fields, revealed only on the wire. */
  readonly credential: Readonly<Record<string, Secret>>;
  /** Those of devices that have their own, by host. */
  readonly deviceCredentials?: ReadonlyMap<string, Readonly<Record<string, Secret>>> | undefined;
  /** Opens a reference from desired state; the loader has checked that it may be opened. */
  readonly secret: (reference: SecretReference) => Secret;
  /** What becomes of secrets that the product shows. Absent: nobody compares them, and nothing learns of them. */
  readonly shown?: ShownSecrets | undefined;
  /** Where what is live and secret is kept while it is hidden; the sessions of a run share it. Absent: its own. */
  readonly live?: LiveSecrets | undefined;
  /** For tokens: monotonic milliseconds, by which nothing waits; and where the target's refresh token is kept. */
  readonly now: () => Milliseconds;
  readonly tokens: TokenStore;
  /** What earlier sessions have read in answers: the same text is read once. Absent: each answer is read anew. */
  readonly kept?: Kept | undefined;
}

/** An interface of the specification: kinds, dialects and how to talk to it. */
export interface Driver<D extends Dialect = Dialect>
  extends Optional<HealthCapability>,
    Optional<MessagingCapability<D>>,
    Optional<LoginCapability<D>>,
    Optional<ConversationCapability<D>>,
    Optional<LookupCapability>,
    Optional<CatalogCapability>,
    Optional<TargetCheckCapability<D>>,
    Optional<DeviceModelCapability<D>> {
  readonly interface: InterfaceName;
  readonly kinds: readonly Kind[];
  readonly holders: readonly Container[];
  readonly fileFields: readonly FileField[];
  /** By name; `neutral` always exists. Those of `products` are made when they are asked for. */
  readonly dialects: Readonly<Record<string, D>>;
  /** The settings of a dialect that a target may override: strict, every field optional. */
  readonly settings: z.ZodType;
  /** The forms of credential it takes: a strict object, or a union of them. */
  readonly credential: z.ZodType;
  /** True when the target's URL must have `{host}`: a fleet. */
  readonly fleet: boolean;
  /** One read for each thing a credential may be allowed: what `trueup check` asks. */
  readonly checks: readonly { readonly title: string; readonly request: ReadRequest }[];
  /** The dialect with a target's settings laid over it. Settings are already checked. */
  dialect(name: string, settings: Json): D;
  open(options: OpenSessionOptions<D>): Session;
}

/** A target with its session, ready to be talked to. The session is paced: callers need no rate limiting. */
export interface OpenTarget {
  readonly target: Target;
  readonly driver: Driver;
  /** With the target's settings laid over it. */
  readonly dialect: Dialect;
  readonly session: Session;
  /** Requests that have left for this target so far. */
  requests(): number;
  /** What was read earlier and is unchanged by the change log, where the target has `changedSince`. */
  readonly changes?: ChangedSince | undefined;
  /** What is said of it once its answers together were too much: none of them counts then. Absent: never too much. */
  excess?(): Problem | undefined;
}
