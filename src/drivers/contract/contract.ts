/** The contract of drivers: interfaces, sessions, kinds, dialects, and what each must and must not do. */

import type { z } from "zod";
import type { KeptResults } from "../../kept/kept.ts";
import type { Collection, ReadRequest } from "../../model/collection.ts";
import type { Scope } from "../../model/desired.ts";
import type { Json } from "../../model/json.ts";
import type { Item, ReadReply } from "../../model/live/snapshot.ts";
import type { TokenStore } from "../../model/login.ts";
import type {
  GuardedFields,
  KindPlace,
  NotedFields,
  ReachedKind,
  TouchedThing,
  WriteOrder,
} from "../../model/place.ts";
import type { Operation } from "../../model/plan/step.ts";
import type { Problem } from "../../model/problem.ts";
import type { InterfaceName, ProductLimits, Target } from "../../model/project.ts";
import type { Milliseconds, Reply } from "../../model/reply.ts";
import type { ReplyRule } from "../../model/reply-rule.ts";
import type { Secret, SecretReference, ShownSecrets } from "../../model/secret.ts";
import type { Wire, WireRequest } from "../../model/wire.ts";
import type { ChangedSince } from "./change-log.ts";
import type {
  ActivationFacts,
  CatalogCapability,
  ChangeLogFacts,
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
  NoticeFacts,
  TargetCheckCapability,
  ValidationCapability,
} from "./groups.ts";
import type { LiveSecrets } from "./live-secrets.ts";
import type { Optional } from "./optional.ts";
import type {
  ActivationCapability,
  BatchCapability,
  ChangeLogCapability,
  CloseCapability,
  ModuleSourceCapability,
  PostCapability,
  TaskCapability,
  WriteDetailCapability,
} from "./session-groups.ts";
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
  /** The name in camelCase, such as `deviceInterface`. It is unique over all interfaces that share a section. */
  readonly name: string;
  /** The name for people, in the singular: `network`, `device interface`. */
  readonly title: string;
  readonly place: KindPlace;
  /** How a change of the kind counts in a plan's blast radius. Absent: the change does not count. */
  readonly touched?: TouchedThing | undefined;
  /** The live resources that a change affects, declared or not. Absent: a change affects no other resources. */
  readonly reaches?: ReachedKind | undefined;
  /**
   * The field of a live value that counts or lists the devices that use the resource. Absent: there is no such field.
   */
  readonly attached?: string | undefined;
  /** True: names that differ only in case, blanks or Unicode form belong to different resources. */
  readonly caseSensitive?: boolean | undefined;
  /** A sentence: what to do if several resources have the same identity. */
  readonly alike?: string | undefined;
  /** The strict schema of an entry in files. It has only the kind's own fields: the loader adds inner sections. */
  readonly schema: z.ZodType;
  readonly collection: Collection;
  /**
   * Canonicalizes each value and sorts sets. Accepts every value that the schema accepts; idempotent; keeps unknown
   * fields.
   */
  canonical(value: Json): Json;
  /**
   * Returns the value by which declared and live resources are matched. In a hierarchy, it is the name below the
   * parent. `value` is canonical.
   */
  identity(of: { readonly key: string; readonly value: Json; readonly scope: Scope }): string;
}

/**
 * An entry that only contains resources, such as a device of a fleet. Its fields become part of the scope of every
 * resource in it. If the schema has the fields `lists` and `ownership`, these apply to the entry's contents.
 */
export interface Container {
  readonly name: string;
  readonly title: string;
  readonly section: string;
  readonly schema: z.ZodType;
  readonly keys?: z.ZodType<string>;
}

/** A field at the top of a file, such as `organization`, that applies to every entry in the file. */
interface FileField {
  readonly name: string;
  readonly schema: z.ZodType<string>;
  readonly required: boolean;
  /**
   * The kind of an observed resource that the field implies: `organization: Acme` implies `cloud/organization/Acme`.
   * Absent: the field implies no resource.
   */
  readonly implies?: string;
}

/**
 * `shown`: the specification describes the operation. `assumed`: the operation follows from the REST principle of the
 * interface. `none`: the operation is impossible.
 */
type Support = "shown" | "assumed" | "none";

/** The members that dialects of all interfaces share. A dialect is data, in a file of its own. */
export interface Dialect
  extends Optional<DialectWriteFacts>,
    Optional<ChangeLogFacts>,
    Optional<ActivationFacts>,
    Optional<NoticeFacts> {
  readonly name: string;
  /** All kinds of this product. Absent: the product has the driver's kinds. */
  readonly kinds?: readonly Kind[];
  /** The members of the driver that this product overrides. Absent: the product overrides no members. */
  readonly instead?: Partial<Driver>;
  /** How far each operation is supported: kind → operation → support. Every kind has a row. */
  readonly operations: Readonly<Record<string, Readonly<Record<"read" | Operation, Support>>>>;
  readonly limits: ProductLimits;
  readonly replies: readonly ReplyRule[];
}

export type { Item, ReadReply, ReadRequest, Write };

/**
 * A session with one target. It sends only through its wire, and never retries, waits or logs. A read that fails in any
 * part is `unknown`: an error is never an absence.
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
  /** Returns the request that `write` would send, without sending it: for `plan --requests`. Pure. */
  preview(write: Write): WireRequest;
}

/** The inputs for opening a session. The target's settings are already applied to the dialect. */
export interface OpenSessionOptions<D extends Dialect> {
  readonly target: Target;
  readonly dialect: D;
  readonly wire: Wire;
  /** The credential's fields, revealed only on the wire. */
  readonly credential: Readonly<Record<string, Secret>>;
  /** Credentials of single devices, by host; all other devices get `credential`. */
  readonly deviceCredentials?: ReadonlyMap<string, Readonly<Record<string, Secret>>> | undefined;
  /** Resolves a secret reference from desired state. The loader has checked that the reference is allowed. */
  readonly secret: (reference: SecretReference) => Secret;
  /** Receives secrets that the product returns. Absent: returned secrets are neither compared nor registered. */
  readonly shown?: ShownSecrets | undefined;
  /** The hidden live secrets. All sessions of a run share them. Absent: the session has its own. */
  readonly live?: LiveSecrets | undefined;
  /** A monotonic clock in milliseconds for the lifetimes of tokens. It is never used for waiting. */
  readonly now: () => Milliseconds;
  /** The store of the target's refresh token. */
  readonly tokens: TokenStore;
  /** A cache of parsed replies of earlier sessions, by text. Absent: every reply is parsed. */
  readonly kept?: KeptResults | undefined;
}

/** An interface of the specification: its kinds, its dialects, and how sessions with its targets are opened. */
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
  /** The dialects by name; `neutral` always exists. Dialects of `products` are built lazily. */
  readonly dialects: Readonly<Record<string, D>>;
  /** The settings of a dialect that a target may override: strict, every field optional. */
  readonly settings: z.ZodType;
  /** The accepted credential forms: a strict object, or a union of them. */
  readonly credential: z.ZodType;
  /** True for a fleet: the target's URL must contain `{host}`. */
  readonly fleet: boolean;
  /** One read per permission that a credential may have, for `trueup check`. */
  readonly checks: readonly { readonly title: string; readonly request: ReadRequest }[];
  /** Returns the dialect with a target's validated settings applied. */
  dialect(name: string, settings: Json): D;
  open(options: OpenSessionOptions<D>): Session;
}

/** A target with its session, ready to use. The session is paced: callers need no rate limiting. */
export interface OpenTarget {
  readonly target: Target;
  readonly driver: Driver;
  /** The dialect with the target's settings applied. */
  readonly dialect: Dialect;
  readonly session: Session;
  /** Returns the number of requests sent to this target so far. */
  requests(): number;
  /**
   * The number of addresses from which requests to this target are currently sent. Each address has its own limit.
   * Absent: requests are sent from one address.
   */
  readonly addresses?: (() => number) | undefined;
  /** Cached reads that are unchanged according to the change log, if the target has `changedSince`. */
  readonly changes?: ChangedSince | undefined;
  /**
   * Returns the problem once the target's replies have exceeded the memory limit. Then none of the replies may be used
   * any more. Undefined: the limit is not exceeded. If this function is absent, there is no limit.
   */
  excess?(): Problem | undefined;
}
