import type { FastifyRequest } from 'fastify'
import type { Caller, Database, Statement, TransactionOptions } from '../../database/database.ts'
import { withRollback } from '../../database/with-rollback.ts'
import { isUuid } from '../../kernel/uuid.ts'

/** The operations that policies can distinguish by `storage.operation()` (docs/wire/storage.md#who-is-calling). */
export type Operation =
  | `storage.${'object' | 'bucket' | 'tus.upload' | 's3'}.${string}`
  | `storage.render.${string}`
  | `object.${string}`

/**
 * The statement timeout of the caller's role, as for other requests: row policies are the project's code and may be
 * slow.
 */
const statementTimeout = ({ role }: Caller) => (role === 'anon' ? '3s' : '8s')

/** Transaction options for a caller's statements: their role, and the request for policies to read. */
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
      // The address comes from the connection, not from the caller's header: SQL that counts requests by address must
      // not be given a forged one.
      'request.headers': JSON.stringify({ ...headers, 'x-forwarded-for': request.ip }),
      'request.jwt.claim.sub': caller.claims.sub ?? '',
      'request.jwt.claim.role': caller.role,
    },
  }
}

/** Transaction options for the engine's own statements: without row policies, and allowed to delete. */
export const asEngine: TransactionOptions = { settings: { 'storage.allow_delete_query': 'true' } }

/**
 * Runs a statement and rolls it back, to check whether the row policies allow it. Throws Postgres' error, else returns
 * the rows.
 */
export const checkPolicies = (database: Database, options: TransactionOptions, { text, values }: Statement) =>
  withRollback(database, options, (tx) => tx.query(text, values))

/** The owner of what a caller creates: `owner_id` is any subject, the older `owner` only a UUID. */
export function ownerOf(sub: string | undefined): { owner: string | null; ownerId: string | null } {
  return { owner: sub !== undefined && isUuid(sub) ? sub : null, ownerId: sub ?? null }
}
