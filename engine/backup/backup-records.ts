import type pg from 'pg'
import { z } from 'zod'
import type { Database } from '../database/database.ts'
import { statementsOn } from '../database/offline/statements-on.ts'

/** The endpoint that copies the embedded database of a running server, and its answer. */
export const BACKUPS_PATH = '/backup/v1/backups'
export const begunAnswer = z.object({ id: z.string(), folder: z.string() })

/** How a backup ended. */
export const outcome = z.union([
  z.object({ failure: z.string() }),
  z.object({
    name: z.string(),
    place: z.string(),
    bytes: z.number(),
    rows: z.number(),
    files: z.number(),
    /** Whether a trial restore of it has succeeded since. */
    isProven: z.boolean(),
  }),
])
export type BackupOutcome = z.infer<typeof outcome>

/** Records that a backup is running, so that no file is removed meanwhile, and how it ended. */
export type BackupRecords = {
  /** Records the start; returns the backup's id. */
  begin(): Promise<string>
  end(id: string, outcome: BackupOutcome): Promise<void>
  /** Records that a trial restore of this archive succeeded. */
  recordVerified(name: string): Promise<void>
  /** Ends the records of backups whose process was killed; those with the ids in `running` are known to run. */
  endAbandoned(running?: readonly string[]): Promise<void>
}

/** Older records are deleted. */
const RECORD_RETENTION = '400 days'

/** The time in which a backup that has begun opens its copy. */
const START_TIME = '10 minutes'
const LOCK = 'hashtextextended(id::text, 0)'

export const recordsIn = (database: Pick<Database, 'run'>): BackupRecords => ({
  async begin() {
    // A record of the future was written while the clock ran ahead, and would remain the last one until then.
    await database.run({}, { text: "delete from engine.backups where began_at > now() + interval '1 hour'" })
    const [begun] = await database.run<{ id: string }>(
      {},
      // The lock shows others that the backup runs: PostgreSQL releases it when the process is gone.
      { text: `insert into engine.backups default values returning id, pg_advisory_lock(${LOCK})::text` },
    )
    if (!begun) throw new Error('The database could not record that a backup has begun.')
    return begun.id
  },
  async end(id, ended) {
    const { failure, name, place, bytes, rows, files, isProven } = { ...noRecords, ...ended }
    await database.run(
      {},
      {
        text: `
          update engine.backups
          set ended_at = now(), failure = $2, name = $3, place = $4, bytes = $5, rows = $6, files = $7,
            proven_at = case when $8 then now() end
          where id = $1`,
        values: [id, failure, name, place, bytes, rows, files, isProven],
      },
    )
    await database.run(
      {},
      { text: `delete from engine.backups where began_at < now() - interval '${RECORD_RETENTION}'` },
    )
  },
  async recordVerified(name) {
    await database.run({}, { text: 'update engine.backups set proven_at = now() where name = $1', values: [name] })
  },
  async endAbandoned(running = []) {
    await database.run(
      {},
      {
        text: `
          update engine.backups set ended_at = now(), failure = 'Its process was stopped.'
          where ended_at is null and began_at < now() - interval '${START_TIME}' and id <> all ($1::uuid[])
            and pg_try_advisory_xact_lock(${LOCK})`,
        values: [running],
      },
    )
  },
})

/** The records, through a connection without an open transaction. */
export const recordsOf = (client: pg.Client): BackupRecords => recordsIn(statementsOn(client))

const noRecords = { failure: null, name: null, place: null, bytes: null, rows: null, files: null, isProven: false }
