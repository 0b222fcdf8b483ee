import type { FastifyRequest } from 'fastify'
import type { Caller, Database, Statement, Transaction, TransactionOptions } from '../../database/database.ts'

/** What policies may ask for by `storage.operation()` (storage.md §1). */
export type Operation =
  | `storage.${'object' | 'bucket' | 'tus.upload' | 'iceberg' | 's3'}.${string}`
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

/** Tries a statement and takes it back: whether the row policies allow it. Throws what Postgres says, else returns its rows. */
export const rehearse = (database: Database, options: TransactionOptions, { text, values }: Statement) =>
  rehearseAll(database, options, (tx) => tx.query(text, values))

/** As `rehearse`, for work of several statements. */
export async function rehearseAll<T>(
  database: Database,
  options: TransactionOptions,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const takenBack = new Error('rehearsed')
  let done: { result: T } | undefined
  try {
    return await database.transaction(options, async (tx) => {
      done = { result: await work(tx) }
      throw takenBack
    })
  } catch (error) {
    if (error !== takenBack || !done) throw error
    return done.result
  }
}

/** Who owns what the caller makes: `owner_id` is any subject, the older `owner` only a UUID. */
export function ownerOf(sub: string | undefined): { owner: string | null; ownerId: string | null } {
  const isUuid = sub !== undefined && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(sub)
  return { owner: isUuid ? sub : null, ownerId: sub ?? null }
}
