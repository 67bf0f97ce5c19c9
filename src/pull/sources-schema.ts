/** The schema of `sources.yaml`, for checks and for editors. */

import { z } from "zod";

const name = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/,
    "must be at most 63 letters, digits, `.`, `_` and `-`, beginning with a letter or digit",
  )
  .describe("The source's name, for `trueup pull NAME`.");

const column = z
  .string()
  .regex(/^[A-Za-z_]\w{0,99}$/, "must be letters, digits and `_`, and must not begin with a digit")
  .refine((text) => text !== "__proto__", "cannot be the name of a column");

const plainValue = z.union([z.string(), z.number(), z.boolean()]);

const graphqlVariable: z.ZodType = z.union([
  plainValue,
  z.null(),
  z.array(z.unknown()),
  z.record(z.string(), z.unknown()),
]);

const file = z
  .strictObject({
    list: z
      .string()
      .min(1)
      .max(2000)
      .exactOptional()
      .describe(
        "A list over REST: for NetBox or Nautobot `dcim/sites`, for others a path below the URL such as `/v1/sites`.",
      ),
    filters: z
      .record(z.string().min(1).max(200), z.union([plainValue, z.array(plainValue).min(1)]))
      .exactOptional()
      .describe("Parameters of the list: `{ status: active, tag: [branch, retail] }`."),
    graphql: z
      .string()
      .min(1)
      .max(50_000)
      .exactOptional()
      .describe(
        "A GraphQL query instead of a list, with the variables `$offset` and `$limit` for its pages.",
      ),
    variables: z
      .record(z.string(), graphqlVariable)
      .exactOptional()
      .describe("Additional variables of the query."),
    rows: z
      .string()
      .regex(/^\w+(?:\.\w+)*$/, "must be names separated by dots")
      .exactOptional()
      .describe(
        "The path of the rows: for a query below `data`, such as `site_list`; for type rest, such as `items`.",
      ),
    columns: z
      .record(column, z.string().min(1).max(2000))
      .refine((all) => Object.keys(all).length > 0, "needs at least one column")
      .describe(
        "Columns by name. Each is a path in the row such as `site.slug`, or a text such as `${row.vlan.vid}`.",
      ),
    key: z
      .union([column, z.array(column).min(1)])
      .describe("The column, or columns, that identify a row. Rows are sorted by them."),
    allowEmpty: z
      .boolean()
      .exactOptional()
      .describe("If true, a list without rows is accepted, and the file becomes empty. Default: false."),
    maxRemoved: z
      .union([
        z.int().min(0),
        z.string().regex(/^(?:100|\d{1,2})%$/, "must be a number of rows or a share, `30%`"),
      ])
      .exactOptional()
      .describe(
        "The number or share of rows that a pull may remove without a consent. Default: 30%, for 10 rows or more.",
      ),
    plainText: z
      .array(column)
      .exactOptional()
      .describe("Columns that contain no secret although their names suggest it."),
  })
  .describe("A file of rows, by its path: a .csv or .json file in a desired-state folder.");

const source = z
  .strictObject({
    type: z
      .enum(["netbox", "nautobot", "infrahub", "graphql", "rest"])
      .describe("The product. Use graphql or rest for any other server."),
    url: z
      .string()
      .min(1)
      .describe("The source's URL, without the path of its API: https://netbox.example.net."),
    token: z
      .strictObject({ secret: z.string().regex(/^(?:env|file):./, "must be env:NAME or file:PATH") })
      .exactOptional()
      .describe(
        "The source's token, by reference: `{ secret: env:NETBOX_TOKEN }`. Default: requests have no token.",
      ),
    header: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, "must be the name of a header")
      .exactOptional()
      .describe(
        "Sends the token in this header, without a word such as Bearer before it: `X-API-Key`. Default: the " +
          "usual header of the type.",
      ),
    branch: z
      .string()
      .min(1)
      .max(250)
      .exactOptional()
      .describe("The branch of Infrahub to read. Default: Infrahub's default branch."),
    tls: z
      .strictObject({
        ca: z
          .string()
          .min(1)
          .describe(
            "A PEM bundle beside this file, with the authority that signed the server's certificate.",
          ),
      })
      .exactOptional()
      .describe("TLS settings. By default, the public authorities are trusted."),
    limits: z
      .strictObject({
        requestsPerSecond: z
          .number()
          .gt(0)
          .max(1000)
          .exactOptional()
          .describe("The maximum number of requests per second. Default: 5."),
        timeoutSeconds: z
          .int()
          .min(1)
          .max(600)
          .exactOptional()
          .describe("The timeout of a request, in seconds. Default: 30."),
        pageSize: z
          .int()
          .min(1)
          .max(10_000)
          .exactOptional()
          .describe("The number of rows to request per page. Default: 250."),
      })
      .exactOptional()
      .describe("Limits of requests to the source."),
    files: z
      .record(z.string().min(1), file)
      .refine((all) => Object.keys(all).length > 0, "needs at least one file")
      .describe("The files that are written from the source's rows, by path: `desired-state/sites.csv`."),
  })
  .describe("A server from which rows are read.");

/** The schema of `sources.yaml`. */
export const sourcesSchema = z.strictObject({
  version: z.literal(1).describe("The version of this format."),
  sources: z
    .record(name, source)
    .refine((all) => Object.keys(all).length > 0, "needs at least one source")
    .describe("Servers from which rows are read, by name."),
});

/** The content of the file, as its schema accepts it. */
export type SourcesFile = z.infer<typeof sourcesSchema>;

/** A source, as written in `sources.yaml`. */
export type WrittenSource = SourcesFile["sources"][string];

/** A file of a source, as written in `sources.yaml`. */
export type WrittenFile = WrittenSource["files"][string];
