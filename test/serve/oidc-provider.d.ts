/** Types for the part of `oidc-provider` that tests use. The package itself has no types. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  /** A login server. */
  class Provider {
    constructor(issuer: string, configuration: object);
    callback(): (incoming: IncomingMessage, outgoing: ServerResponse) => void;
    interactionDetails(
      incoming: IncomingMessage,
      outgoing: ServerResponse,
    ): Promise<{
      readonly prompt: {
        readonly name: string;
        readonly details: { readonly missingOIDCScope?: readonly string[] };
      };
      readonly params: Readonly<Record<string, string>>;
      readonly session?: { readonly accountId: string };
      readonly grantId?: string;
    }>;
    interactionFinished(
      incoming: IncomingMessage,
      outgoing: ServerResponse,
      result: object,
      options?: object,
    ): Promise<void>;
    readonly Grant: new (of: {
      accountId: string;
      clientId: string;
    }) => {
      addOIDCScope(scope: string): void;
      save(): Promise<string>;
    };
    on(event: string, listener: (...all: readonly unknown[]) => void): this;
  }

  export { Provider };
}
