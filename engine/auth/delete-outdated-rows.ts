import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { AuthSettings } from './auth-settings.ts'
import { existingTables } from './existing-tables.ts'

const INTERVAL_MS = 5 * 60_000
/** Small enough that no statement holds its locks for long. */
const BATCH_ROWS = 500
/** Rows beyond this are left to the next round. */
const BATCHES_PER_ROUND = 20

/** Deletes outdated rows, a few at a time, every few minutes. Several processes on one database share the work. */
export const outdatedRowDeletion = fp(
  async function cleaningUp(app: FastifyInstance) {
    const stopped = new AbortController()
    let running: Promise<void> = Promise.resolve()

    app.addHook('onListen', async () => {
      running = deleteOutdatedRowsRepeatedly(app, stopped.signal)
    })
    app.addHook('onClose', async () => {
      stopped.abort()
      await running
    })
  },
  { name: 'cleaning-up', dependencies: ['auth-basics'] },
)

async function deleteOutdatedRowsRepeatedly(app: FastifyInstance, signal: AbortSignal) {
  while (!signal.aborted) {
    await sleep(INTERVAL_MS, undefined, { signal, ref: false }).catch(() => undefined)
    if (signal.aborted) return
    await deleteOutdatedRows(app).catch((error: unknown) =>
      app.log.error(error, 'Old sessions and codes could not be removed.'),
    )
  }
}

/** Runs one round. */
export async function deleteOutdatedRows({ database, authSettings, authFeatures }: FastifyInstance) {
  const ofFeatures: Record<string, string> = Object.assign({}, ...authFeatures.always('outdated'))
  const here = await database.transaction({}, (tx) => existingTables(tx, Object.keys(ofFeatures)))
  const tables = [
    ...Object.entries(outdatedConditions(authSettings)),
    ...here.map((table) => [table, ofFeatures[table]] as const),
  ]
  for (const [table, isOver] of tables) {
    for (let batch = 0; batch < BATCHES_PER_ROUND; batch++) {
      const removed = await database.run(
        {},
        {
          text: `delete from auth.${table} where ctid = any (array(
                   select t.ctid from auth.${table} t where ${isOver} limit ${BATCH_ROWS} for update skip locked))
                 returning 1`,
        },
      )
      if (removed.length < BATCH_ROWS) break
    }
  }
}

/** The condition on rows `t` of each table that are outdated. */
function outdatedConditions({
  sessionTimeboxMs,
  sessionInactivityMs,
  invitationExpiryMs,
}: AuthSettings): Record<string, string> {
  return {
    sessions: [
      // Stored without a time zone, in UTC. A device that has not been used for this long does not need its session.
      `${lastUse} < now() - interval '1 year'`,
      `t.not_after < now() - interval '72 hours'`,
      sessionTimeboxMs && `t.created_at < ${timeAgoSql(sessionTimeboxMs)}`,
      sessionInactivityMs && `${lastUse} < ${timeAgoSql(sessionInactivityMs)}`,
    ]
      .filter(Boolean)
      .join(' or '),
    // The parent of the active token is kept: a client that never got the answer to its refresh sends the parent again.
    refresh_tokens: `t.revoked and t.updated_at < now() - interval '24 hours' and not exists (
      select from auth.refresh_tokens child where child.parent = t.token and not coalesce(child.revoked, false))`,
    // Links expire within a day, except invitations, and the flows behind them within minutes.
    one_time_tokens: `t.created_at < localtimestamp - interval '48 hours'
      and (t.token_type <> 'confirmation_token'
        or t.created_at < localtimestamp - make_interval(secs => ${invitationExpiryMs / 1000}))`,
    flow_state: `t.created_at < now() - interval '48 hours'`,
    mfa_challenges: `t.created_at < now() - interval '24 hours'`,
    audit_log_entries: `t.created_at < now() - interval '1 year'`,
  }
}

/** Three days longer than the limit itself, so that a late refresh is told the reason. */
const lastUse = `coalesce(t.refreshed_at at time zone 'utc', t.created_at)`
const timeAgoSql = (ms: number) => `now() - interval '72 hours' - make_interval(secs => ${ms / 1000})`
