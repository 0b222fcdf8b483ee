import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Job, LOW_MEMORY_FLAGS, type RunningEngine } from 'engine'
import { openPlace } from 'engine/maintenance'
import { z } from 'zod'
import { keepReceipts } from '../erasure/erasure-receipts.ts'
import { serviceClient } from '../service-client.ts'
import { isDue } from './is-backup-due.ts'

const CHECK_INTERVAL_MS = 10 * 60_000

const states = z.tuple([
  z.object({
    last_good_at: z.coerce.date().nullable(),
    last_begun_at: z.coerce.date().nullable(),
    is_under_way: z.boolean(),
  }),
])

/** Makes and trial-restores a backup each night, in a process of its own, whose memory is freed afterwards. */
export const nightlyBackupJob = (engine: RunningEngine): Job => ({
  name: 'The nightly backup',
  everyMs: CHECK_INTERVAL_MS,
  async run(signal) {
    const { data, error } = await serviceClient(engine).rpc('backup_state').abortSignal(signal)
    if (error) throw error
    const [{ last_good_at, last_begun_at, is_under_way }] = states.parse(data)
    // A record without a process would hold back the next backup; the next check reads what became of it.
    if (is_under_way) await endAbandoned(engine, signal)
    if (!isDue(new Date(), { lastGood: last_good_at, lastBegun: last_begun_at, isUnderWay: is_under_way })) return
    const { backupUrl } = engine.config
    // The attempt is recorded even if the place of the backups cannot be written; /health reports it.
    try {
      await runBackup(new URL(engine.ownUrl).port, signal)
    } finally {
      if (backupUrl !== undefined && !signal.aborted)
        await keepReceipts(serviceClient(engine), () => openPlace(backupUrl))
    }
  },
})

async function endAbandoned({ ownUrl, serviceRoleKey }: RunningEngine, signal: AbortSignal) {
  const headers = { apikey: serviceRoleKey, authorization: `Bearer ${serviceRoleKey}` }
  const answer = await fetch(`${ownUrl}/backup/v1/backups/abandoned`, { method: 'POST', headers, signal })
  if (!answer.ok) throw new Error(`The records of backups could not be read: ${answer.status}`)
}

/** The JSON output of the command. */
const outcome = z.union([z.object({ notes: z.array(z.string()) }), z.object({ error: z.string() })])

async function runBackup(port: string, signal: AbortSignal) {
  const program = join(import.meta.dirname, '../../cli/main.ts')
  const child = spawn(process.execPath, [...LOW_MEMORY_FLAGS, program, 'backup', '--verify', '--prune', '--json'], {
    env: { ...process.env, PORT: port, RUN_BY_SERVER: 'yes' },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  })
  const [said, besides, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  const result = outcome.safeParse(jsonOf(said)).data ?? { error: besides.trim().split('\n').at(-1) }
  if (code !== 0 || 'error' in result) throw new Error(('error' in result && result.error) || `It ended with ${code}.`)
  for (const note of result.notes) console.warn(`The nightly backup: ${note}`)
}

function jsonOf(said: string): unknown {
  try {
    return JSON.parse(said)
  } catch {
    return undefined
  }
}
