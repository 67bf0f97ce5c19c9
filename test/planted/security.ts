/** Bugs of security: a credential goes elsewhere (law 5), or something is shown that must not be. */

import { type Bug, edit } from "./bug.ts";

const liars = "test/cli/lying-servers.test.ts";
const doubt = "test/cli/apply/base-doubt.test.ts";
const oracle = "test/security/oracle.test.ts";
const trusted = "test/security/trusted-inputs.test.ts";
const definitions = "test/security/proposed-definitions.test.ts";
const planted = "test/security/planted-repositories.test.ts";

/** Bugs because of which secret data is sent or shown. */
export const ofSecurity: readonly Bug[] = [
  {
    name: "a next page at another origin is followed",
    edits: [
      edit(
        "drivers/http/pagination/next-request.ts",
        "next === null || !sameOrigin(next, first.url)",
        'next === null || (next.href === "" && !sameOrigin(next, first.url))',
      ),
      edit("runtime/http/http.ts", "if (unlisted) return", 'if (unlisted?.code === "") return'),
    ],
    first: { file: liars, test: "a next page elsewhere" },
  },
  {
    name: "redirects are followed",
    edits: [
      edit(
        "runtime/http/connection.ts",
        "const dispatcher = leaving ? agent.compose(telling(leaving)) : agent;",
        `const { interceptors } = await import("undici");
  const following = agent.compose(interceptors.redirect({ maxRedirections: 3 }));
  const dispatcher = leaving ? following.compose(telling(leaving)) : following;`,
      ),
    ],
    first: { file: liars, test: "is not followed, for reads and for writes" },
  },
  {
    name: "a certificate of anybody will do",
    edits: [
      edit("runtime/http/connection.ts", "rejectUnauthorized: !insecure", "rejectUnauthorized: insecure"),
    ],
    first: { file: liars, test: "a certificate that no known authority has signed" },
  },
  {
    name: "secrets stay in texts",
    edits: [
      edit(
        "runtime/secrets/redactor.ts",
        "done += text.slice(kept, found.index) + shown;",
        "done += text.slice(kept, end);",
      ),
    ],
    first: { file: liars, test: "a credential that a server echoes" },
  },
  {
    name: "secrets are redacted only where they stand as they are",
    edits: [
      edit(
        "runtime/secrets/redactor.ts",
        "opened(longestFirst.flatMap(secretForms))",
        "opened(longestFirst.map((value) => secretForms(value)[0] ?? []))",
      ),
    ],
    first: { file: liars, test: "a credential that a server echoes" },
  },
  {
    name: "most of a secret counts as the secret",
    edits: [
      edit(
        "runtime/secrets/redactor.ts",
        "opened(longestFirst.flatMap(secretForms))",
        "opened(longestFirst.flatMap((value) => [...secretForms(value), ...secretForms(value.slice(0, -1))]))",
      ),
    ],
    first: { file: oracle, test: "the parts of a secret are like any other text" },
  },
  {
    name: "what a server says is cut, and then its secrets are looked for",
    edits: [
      edit(
        "drivers/http/replies/replies.ts",
        'texts.map(shownOf(reply)).join(": ")',
        'texts.map((text) => shownOf(reply)(text.slice(0, maxTextShown))).join(": ")',
      ),
    ],
    first: { file: oracle, test: "what a server says is cut after" },
  },
  {
    name: "a secret that is a word is taken out of our own words",
    edits: [
      edit(
        "runtime/secrets/redactor.ts",
        "filter((one) => !isOrdinary(one))",
        "filter((one) => isOrdinary(one) || one)",
      ),
    ],
    first: { file: oracle, test: "a secret that is a word of ours" },
  },
  {
    name: "control characters reach the terminal",
    edits: [
      edit(
        "report/text/characters.ts",
        'if (character === "\\t") return "\\\\t";',
        'if (character !== "\\n") return character;',
      ),
    ],
    first: { file: "test/cli/bad-input.test.ts", test: "control characters from a live system" },
  },
  {
    name: "git looks for its repository in the project's folder first",
    edits: [edit("runtime/files/work-tree.ts", 'join(top, ".git")', 'join(top, "HEAD")')],
    first: { file: planted, test: "in the project's folder" },
  },
  {
    name: "a submodule says what its proposal is to be believed",
    edits: [edit("git/provenance.ts", "if (tracked) return", "if (tracked === top) return")],
    first: { file: planted, test: "a submodule" },
  },
  {
    name: "git runs the hooks of the work tree",
    edits: [edit("git/git.ts", '  "core.hooksPath=/dev/null",\n', "")],
    first: { file: planted, test: "nothing that git's configuration" },
  },
  {
    name: "a proposal may change the authority that its controller is believed by",
    edits: [edit("project/trust-inputs.ts", '  "/targets/*/tls/ca": "file",\n', "")],
    first: { file: trusted, test: "has every field of trueup.yaml" },
  },
  {
    name: "a proposal's mapping says what its own plan means",
    edits: [
      edit(
        "project/own-folder.ts",
        "const trusted = await trustedFiles(of);",
        'const trusted = of.folder === "" ? await trustedFiles(of) : undefined;',
      ),
    ],
    first: { file: definitions, test: "does not count in its plan" },
  },
  {
    name: "a review counts whatever its words mean by now",
    edits: [
      edit(
        "engine/recorded-apply/reviewed-plans.ts",
        "return origin.definitions?.[target] !== plan.origin?.definitions?.[target];",
        'return target === "" && origin.definitions?.[target] !== plan.origin?.definitions?.[target];',
      ),
    ],
    first: { file: definitions, test: "makes no plan count that was reviewed before it" },
  },
  {
    name: "programs run among the proposal's files",
    edits: [
      edit(
        "project/protected-files.ts",
        "cwd: await scratchFolder(files)",
        "cwd: (await scratchFolder(files), trusted.workTree.top)",
      ),
    ],
    first: { file: trusted, test: "is the branch's with all that is beside it" },
  },
  {
    name: "programs get all variables that there are",
    edits: [
      edit(
        "runtime/secrets/command.ts",
        "const env = { ...place.env,",
        "const env = { ...JSON.parse(JSON.stringify(variables)), ...place.env,",
      ),
    ],
    first: { file: "test/cli/isolation.test.ts", test: "a program that prints a secret" },
  },
  {
    name: "variables of the environment add authorities",
    edits: [
      edit(
        "runtime/http/connection.ts",
        "createSecureContext({ ca: [...rootCertificates] })",
        "createSecureContext(rootCertificates.length === 0 ? { ca: [] } : {})",
      ),
    ],
    first: { file: "test/security/tls.test.ts", test: "no variable of the environment" },
  },
  {
    name: "the applied ref is believed, whatever commit it points at",
    edits: [
      edit(
        "plan/trusted-base.ts",
        'if (lineage === "behind") return undefined;',
        'if (lineage !== "unknown") return undefined;',
      ),
    ],
    first: { file: doubt, test: "has nothing removed: the plan says so first" },
  },
  {
    name: "a renamed network is whatever the applied ref calls it",
    edits: [edit("plan/trusted-base.ts", "desired.identity !== base.identity", "desired.key !== base.key")],
    first: { file: doubt, test: "has no other network renamed or written to" },
  },
  {
    name: "a shallow clone is not deepened",
    edits: [
      edit(
        "git/ancestry.ts",
        "if (remote === undefined || unreachable || !(await isShallow(git)))",
        'if (remote === undefined || unreachable || head !== "" || !(await isShallow(git)))',
      ),
    ],
    first: { file: doubt, test: "is found behind a squash merge" },
  },
  {
    name: "a link among the secrets leads to any file of the machine",
    edits: [edit("runtime/secrets/secret-file.ts", "matches(glob, real))", "matches(glob, whole))")],
    first: { file: "test/security/secret-files.test.ts", test: "is refused, in the same words" },
  },
  {
    name: "a merge takes the plan that was made for another branch",
    edits: [
      {
        file: "action/action.yml",
        find: "select(.number == ($number | tonumber) and .base.ref == $branch and .head.sha == $head)",
        put: "select(.number == ($number | tonumber) and .head.sha == $head)",
      },
    ],
    first: {
      file: "test/workflows/story.test.ts",
      test: "a plan counts for its own proposal and base alone",
    },
  },
];
