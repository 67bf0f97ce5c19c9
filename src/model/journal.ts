/** The journal of a run: what it was about to send and what came of it. A hint for the next run, never a state. */

import type { Address } from "./address.ts";
import type { FieldForm } from "./memory.ts";
import type { Operation, StepId } from "./plan/step.ts";
import type { Outcome, Reply, Task } from "./reply.ts";

/** A write that is about to leave. */
export interface Intent {
  readonly kind: "intent";
  readonly step: StepId;
  readonly operation: Operation;
  readonly address: Address;
  /** How often this step has been sent, with this one. Counts from 1. */
  readonly attempt: number;
  /** True: it takes back what the same run had applied. */
  readonly back?: true;
  /** When it was about to leave, ISO 8601 in UTC by the wall clock. Journals of 0.1.0 have none. */
  readonly time?: string;
  /** The server made this task of it. Such a record repeats its intent, and is made before the task is waited for. */
  readonly task?: Task;
}

/** What is to be done once for a target after its last success, and is about to be asked for. */
export interface FinishIntent {
  readonly kind: "finishing";
  readonly target: string;
  readonly verb: string;
  /** What it is about: names as the product has them, no values. */
  readonly names: readonly string[];
  /** ISO 8601 in UTC. */
  readonly time: string;
  /** The server made this task of it. Such a record repeats its intent. */
  readonly task?: Task;
}

/** How that ended. */
interface FinishEnd {
  readonly kind: "finished";
  readonly target: string;
  readonly state: "done" | "failed" | "unknown";
  /** What it was about. Absent: all that was asked for last. */
  readonly names?: readonly string[];
}

/** That a create was accepted which must not be sent again: what its answer said of it. */
export interface Acceptance {
  /** ISO 8601 in UTC. Absent: it was no such create. */
  readonly since?: string;
  /** The live id, where the answer gave one. */
  readonly id?: string;
  /** What it was matched by when it was sent. Journals of 0.2.0 and before have none. */
  readonly sent?: string;
  /** The name under which the answer showed it, where it did. */
  readonly stored?: string;
}

/** The answer to a write. */
interface ReplyNote extends Acceptance {
  readonly kind: "reply";
  readonly step: StepId;
  readonly meaning: Reply["meaning"];
}

/** How a step ended; once more, with `seen`, when a look has shown what it made. */
interface OutcomeNote extends Acceptance {
  readonly kind: "outcome";
  readonly step: StepId;
  readonly state: Outcome["state"];
  readonly seen?: true;
  /** The commit that declares what was created, where that is another than the run's own. */
  readonly commit?: string;
  /** What its server has made of some of its fields; further ones may follow. Digests, no values. */
  readonly forms?: readonly FieldForm[];
}

/** One record. None holds a value of a field but the name of what was created, so none can hold a secret. */
export type JournalRecord =
  | {
      readonly kind: "begun";
      readonly environment: string;
      readonly fingerprint: string;
      /** The commit that is applied, where there is one. */
      readonly commit?: string;
    }
  | Intent
  | ReplyNote
  | OutcomeNote
  | FinishIntent
  | FinishEnd
  /** The run ended in good order; what it does not know has an outcome that says so. */
  | { readonly kind: "ended" };

/** Where a run records what it does. */
export interface Journal {
  /** Resolves once the record, and all before it, are durable. Rejects when they are not, and from then on always. */
  write(record: JournalRecord): Promise<void>;
  /** Records without waiting. The next `write` reports what goes wrong. */
  note(record: JournalRecord): void;
}

/** What a journal is kept on: real, or simulated and forgetful. */
export interface JournalDisk {
  /** Adds text at the end. It may be lost until `flush` has resolved. */
  append(text: string): void;
  /** Resolves once all that was appended before is durable; rejects when any of it is not. */
  flush(): Promise<void>;
}
