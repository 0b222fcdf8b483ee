import type { FastifyRequest } from 'fastify'
import type { Caller, Database, Statement, TransactionOptions } from '../../database/database.ts'
import { takenBack } from '../../database/taken-back.ts'

/** What policies may ask for by `storage.operation()` (docs/wire/storage.md#who-is-calling). */
export type Operation =
  | `storage.${'object' | 'bucket' | 'tus.upload' | 's3'}.${string}`
  | `storage.render.${string}`
  | `object.${string}`

/** As long as a statement of theirs may take elsewhere: row policies are the project's code, and may be slow. */
const statementTimeout = ({ role }: Caller) => (role === 'anon' ? '3s' : '8s')

/** How a caller's statements run: as their role, and with the request in view of the policies. */
export function asCaller(request: FastifyRequest, operation: Operation, caller: Caller): TransactionOptions {
  const { cookie: _cookie, authorization: _authorization, 'x-amz-security-token': _token, ...headers } = request.headers
  return {
    caller,
    settings: {
      search_path: 'storage, public, extensions',
      statement_timeout: statementTimeout(caller),
      'storage.operation': operation,
      'storage.allow_delete_query': 'true',
      'request.method': request.method,
      'request.path': request.url.split('?', 1)[0] ?? '',
      // The address is the one we found out ourselves: what a caller wrote there must not reach SQL that counts by it.
      'request.headers': JSON.stringify({ ...headers, 'x-forwarded-for': request.ip }),
      'request.jwt.claim.sub': caller.claims.sub ?? '',
      'request.jwt.claim.role': caller.role,
    },
  }
}

/** How the engine's own statements run: past the row policies, and allowed to delete. */
export const asEngine: TransactionOptions = { settings: { 'storage.allow_delete_query': 'true' } }

/** Whether the row policies allow a statement: throws what Postgres says, else returns its rows, and nothing is kept. */
export const rehearse = (database: Database, options: TransactionOptions, { text, values }: Statement) =>
  takenBack(database, options, (tx) => tx.query(text, values))

/** Who owns what the caller makes: `owner_id` is any subject, the older `owner` only a UUID. */
export function ownerOf(sub: string | undefined): { owner: string | null; ownerId: string | null } {
  const isUuid = sub !== undefined && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(sub)
  return { owner: isUuid ? sub : null, ownerId: sub ?? null }
}
