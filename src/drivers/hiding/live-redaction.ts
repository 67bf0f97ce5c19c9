/** Redacts live secrets from device messages, which may quote them. Pure. */

import { type Problem, problem, type Sentence } from "../../model/problem.ts";
import type { Reply } from "../../model/reply.ts";
import type { BatchReply } from "../contract/batch-session.ts";
import type { ReadReply } from "../contract/contract.ts";
import type { LiveSecrets } from "../contract/live-secrets.ts";
import { withoutStandIns } from "./stand-ins.ts";

/** Shorter secrets would match parts of ordinary words. */
const shortest = 4;

/** Redacts live secrets in messages about one device. */
export class LiveRedaction {
  readonly #live: LiveSecrets;

  constructor(live: LiveSecrets) {
    this.#live = live;
  }

  read(reply: ReadReply): ReadReply {
    if (reply.state === "unknown") return { ...reply, problem: this.#problem(reply.problem) };
    if (reply.state !== "whole" || reply.warnings === undefined) return reply;
    return { ...reply, warnings: reply.warnings.map((each) => this.#problem(each)) };
  }

  reply<T extends Reply | BatchReply>(reply: T): T {
    if ("problem" in reply) return { ...reply, problem: this.#problem(reply.problem) };
    return "detail" in reply ? { ...reply, detail: this.#text(reply.detail) } : reply;
  }

  batch(reply: BatchReply): BatchReply {
    if (reply.meaning === "over") return { ...reply, replies: reply.replies.map((each) => this.reply(each)) };
    return this.reply(reply);
  }

  /** Messages consist of trueup's words and the device's words. Only the device's words are searched. */
  #problem(found: Problem): Problem {
    const { code, sentence, message, ...more } = found;
    const said = sentence ? this.#sentence(sentence) : this.#text(message);
    return problem(code, said, more);
  }

  #sentence({ words, values }: Sentence): Sentence {
    return { words: words.map(withoutStandIns), values: values.map((each) => this.#text(each)) };
  }

  #text(text: string): string {
    let rest = withoutStandIns(text);
    for (const value of this.#live.all)
      if (value.length >= shortest && rest.includes(value)) rest = rest.replaceAll(value, "[hidden]");
    return rest;
  }
}
