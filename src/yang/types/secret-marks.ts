/** Marks of secret values in modules: typedef names, and extensions of statements. */

import { type Statement, secretMark } from "../syntax/statement.ts";

/**
 * Matches typedefs of standards and vendors for passwords, hashes and encrypted texts, by their names without hyphens.
 */
const typedefs = new RegExp(
  [
    "crypthash|encrypted(?:string|leaf|text|password|key)?(?:type)?$",
    "password(?:type|extend|string|text)?$|passphrase(?:type)?$|secret(?:type|string)?$",
    "digeststring$|unreadable$|obfuscated(?:string)?$|hashedvalue$",
  ].join("|"),
);

/** True for a typedef whose values are secrets. */
export function isSecretTypedef(typedef: Statement): boolean {
  return typedefs.test(typedef.argument.replaceAll(/[-_.]/g, "").toLowerCase()) || isMarkedSecret(typedef);
}

/** True for a statement whose extensions restrict who may see it. */
export function isMarkedSecret({ children }: Statement): boolean {
  return children.some(({ keyword, argument }) => keyword === secretMark && argument !== "false");
}
