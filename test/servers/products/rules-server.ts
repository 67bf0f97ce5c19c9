/** Sections of rules: the query of a create names the section, and each list of rules shows it. */

import { isArray, isObject, type Json, type JsonObject } from "../../../src/model/json.ts";
import type { Answer, ClientServer } from "./client-server.ts";

type Asked = Parameters<ClientServer["answer"]>[0];

/** As a manager spells them. */
const sections: Readonly<Record<string, string>> = {
  mandatory: "Mandatory",
  default: "Default",
  before_auto: "BEFORE_AUTO",
  after_auto: "AFTER_AUTO",
};

/** A server whose rules have sections. */
export class RulesServer {
  readonly #server: ClientServer;
  /** By rule id. */
  readonly #sections = new Map<string, string>();

  constructor(server: ClientServer) {
    this.#server = server;
  }

  answer(request: Asked): Answer {
    const answer = this.#server.answer(request);
    const section = sections[request.query.get("section") ?? ""];
    const { body } = answer;
    if (request.method === "POST" && section !== undefined && isObject(body))
      this.#sections.set(String(body.id), section);
    return { ...answer, body: this.#shown(body) };
  }

  tellMore(member: string): void {
    this.#server.tellMore(member);
  }

  #shown(body: Json): Json {
    if (!isObject(body) || body.items === undefined || !isArray(body.items)) return body;
    const items = body.items.map((each): Json => (isObject(each) ? this.#withSection(each) : each));
    return { ...body, items };
  }

  #withSection(record: JsonObject): JsonObject {
    const section = this.#sections.get(String(record.id));
    return section === undefined ? record : { ...record, metadata: { section } };
  }
}
