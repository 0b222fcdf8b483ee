import type { DatabaseBusy, DatabaseUnreachable } from '../database/database.ts'
import { ApiError } from '../gateway/api-error.ts'

type Headers = Record<string, string>

/** An error body as PostgREST writes it: always these four keys (docs/wire/rest.md#errors). */
type ErrorBody = { code: string; message: string; details: unknown; hint: string | null }

/** Builds an error in PostgREST's shape; `Proxy-Status` repeats the code for proxies and HEAD requests. */
export function restError(
  status: number,
  {
    code,
    message,
    details = null,
    hint = null,
  }: { code: string; message: string; details?: unknown; hint?: string | null },
  headers: Headers = {},
): ApiError {
  const body: ErrorBody = { code, message, details, hint }
  // SQL may raise any text as a code, but a header value cannot hold every text.
  const proxyStatus = /^[\w.-]+$/.test(code) ? { 'proxy-status': `PostgREST; error=${code}` } : {}
  return new ApiError(status, body, { ...proxyStatus, ...headers })
}

const invalidToken = (message: string): Headers => ({
  'www-authenticate': `Bearer error="invalid_token", error_description="${message}"`,
})

/** Every error that does not come from Postgres itself. */
export const restErrors = {
  // Connection
  databaseBusy: ({ message, retryAfterSeconds }: DatabaseBusy) =>
    restError(503, { code: 'PGRST003', message }, { 'retry-after': String(retryAfterSeconds) }),
  databaseUnreachable: ({ retryAfterSeconds }: DatabaseUnreachable) =>
    restError(
      503,
      { code: 'PGRST000', message: 'Database connection error.' },
      { 'retry-after': String(retryAfterSeconds) },
    ),
  schemaCacheNotLoaded: () =>
    restError(
      503,
      { code: 'PGRST002', message: 'Could not query the database for the schema cache. Retrying.' },
      { 'retry-after': '1' },
    ),

  // Request
  unparsable: (kind: string, input: string, column: number, details: string) =>
    restError(400, {
      code: 'PGRST100',
      message: `"failed to parse ${kind} (${input})" (line 1, column ${column})`,
      details,
    }),
  methodNotAllowedOnFunction: (method: string) =>
    restError(405, { code: 'PGRST101', message: `Cannot use the ${method} method on RPC` }),
  invalidBody: (message: string) => restError(400, { code: 'PGRST102', message }),
  bodyTooLarge: (limit: number) =>
    restError(413, { code: 'PGRST102', message: `Payload is larger than ${limit} bytes` }),
  tooManyRows: (limit: number) =>
    restError(413, { code: 'PGRST102', message: `Payload holds more than ${limit} rows` }),
  invalidRange: (details: string) =>
    restError(416, { code: 'PGRST103', message: 'Requested range not satisfiable', details }),
  invalidPutFilters: () =>
    restError(405, {
      code: 'PGRST105',
      message: "Filters must include all and only primary key columns with 'eq' operators",
    }),
  schemaNotExposed: (schema: string, exposed: readonly string[]) =>
    restError(406, {
      code: 'PGRST106',
      message: `Invalid schema: ${schema}`,
      hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
    }),
  mediaTypesNotAvailable: (types: readonly string[]) =>
    restError(406, {
      code: 'PGRST107',
      message: `None of these media types are available: ${types.join(', ')}`,
    }),
  planNotShown: (type: string) =>
    restError(406, {
      code: 'PGRST107',
      message: `None of these media types are available: ${type.split(';', 1)[0]}`,
      details: 'A plan tells about rows that the caller may not see.',
      hint: 'Ask with a role that row security does not apply to, as service_role.',
    }),
  notEmbedded: (name: string) =>
    restError(400, {
      code: 'PGRST108',
      message: `'${name}' is not an embedded resource in this request`,
      hint: `Verify that '${name}' is included in the 'select' query parameter.`,
    }),
  badResponseHeaders: () =>
    restError(500, {
      code: 'PGRST111',
      message: 'response.headers guc must be a JSON array composed of objects with a single key and a string value',
    }),
  badResponseStatus: () =>
    restError(500, { code: 'PGRST112', message: 'response.status guc must be a valid status code' }),
  limitOnPut: () =>
    restError(400, {
      code: 'PGRST114',
      message: 'limit/offset querystring parameters are not allowed for PUT',
    }),
  putKeyMismatch: () =>
    restError(400, {
      code: 'PGRST115',
      message: 'Payload values do not match URL in primary key column(s)',
    }),
  notSingular: (rows: number) =>
    restError(406, {
      code: 'PGRST116',
      message: 'Cannot coerce the result to a single JSON object',
      details: `The result contains ${rows} rows`,
    }),
  unsupportedMethod: (method: string) =>
    restError(405, { code: 'PGRST117', message: `Unsupported HTTP method: ${method}` }),
  relatedOrderNotToOne: (origin: string, target: string) =>
    restError(400, {
      code: 'PGRST118',
      message: `A related order on '${target}' is not possible`,
      details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
    }),
  badRaise: (part: 'MESSAGE' | 'DETAIL', text: string | undefined) =>
    restError(500, {
      code: 'PGRST121',
      message: `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`,
      details:
        text === undefined ? 'DETAIL is missing in the RAISE statement' : `Invalid JSON value for ${part}: '${text}'`,
      hint:
        part === 'MESSAGE'
          ? "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'."
          : "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
    }),
  invalidPreferences: (preferences: readonly string[]) =>
    restError(400, {
      code: 'PGRST122',
      message: 'Invalid preferences given with handling=strict',
      details: `Invalid preferences: ${preferences.join(', ')}`,
    }),
  aggregatesNotAllowed: () =>
    restError(400, { code: 'PGRST123', message: 'Use of aggregate functions is not allowed' }),
  tooManyAffected: (rows: number) =>
    restError(400, {
      code: 'PGRST124',
      message: 'Query result exceeds max-affected preference constraint',
      details: `The query affects ${rows} rows`,
    }),
  invalidPath: () => restError(404, { code: 'PGRST125', message: 'Invalid path specified in request URL' }),
  rootDisabled: () => restError(404, { code: 'PGRST126', message: 'Root endpoint metadata is disabled' }),
  notImplemented: (details: string) =>
    restError(400, { code: 'PGRST127', message: 'Feature not implemented', details }),
  maxAffectedOnSingle: () =>
    restError(400, {
      code: 'PGRST128',
      message: 'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
    }),

  // Schema cache
  noRelationship: (
    origin: string,
    target: string,
    about: { schema: string; using?: string | undefined; suggestion?: string | undefined },
  ) =>
    restError(400, {
      code: 'PGRST200',
      message: `Could not find a relationship between '${origin}' and '${target}' in the schema cache`,
      details: `Searched for a foreign key relationship between '${origin}' and '${target}'${
        about.using === undefined ? '' : ` using the hint '${about.using}'`
      } in the schema '${about.schema}', but no matches were found.`,
      hint: about.suggestion ?? null,
    }),
  ambiguousRelationship: (origin: string, target: string, candidates: { details: unknown; hints: readonly string[] }) =>
    restError(300, {
      code: 'PGRST201',
      message: `Could not embed because more than one relationship was found for '${origin}' and '${target}'`,
      details: candidates.details,
      hint: `Try changing '${target}' to one of the following: ${candidates.hints.join(
        ', ',
      )}. Find the desired relationship in the 'details' key.`,
    }),
  noFunction: (message: string, details?: string, hint?: string) =>
    restError(404, { code: 'PGRST202', message, details: details ?? null, hint: hint ?? null }),
  ambiguousFunction: (signatures: readonly string[]) =>
    restError(300, {
      code: 'PGRST203',
      message: `Could not choose the best candidate function between: ${signatures.join(', ')}`,
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    }),
  noColumn: (table: string, column: string) =>
    restError(400, {
      code: 'PGRST204',
      message: `Could not find the '${column}' column of '${table}' in the schema cache`,
    }),
  noTable: (table: string, suggestion: string | undefined) =>
    restError(404, {
      code: 'PGRST205',
      message: `Could not find the table '${table}' in the schema cache`,
      hint: suggestion === undefined ? null : `Perhaps you meant the table '${suggestion}'`,
    }),

  // Token
  invalidToken: (message: string, details?: string) =>
    restError(401, { code: 'PGRST301', message, details }, invalidToken(message)),
  refusedClaims: (message: string) => restError(401, { code: 'PGRST303', message }, invalidToken(message)),

  // Errors of the hosted database's safeupdate extension, which the embedded database lacks.
  whereRequired: (statement: 'UPDATE' | 'DELETE') =>
    restError(400, { code: '21000', message: `${statement} requires a WHERE clause` }),

  internal: () => restError(500, { code: 'PGRSTX00', message: 'Something went wrong here. Please try again.' }),
}
