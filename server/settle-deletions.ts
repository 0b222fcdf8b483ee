import type { Job, RunningEngine } from 'engine'
import { dueWorkJob } from './due-work-job.ts'

const INTERVAL_MS = 60_000

/**
 * Moves the files of deleted rows, where no browser did it, and erases what was deleted thirty days ago. On hosted
 * Supabase `supabase/hosted/deletions.sql` does the same.
 */
export const settleDeletionsJob = (engine: RunningEngine): Job =>
  dueWorkJob(engine, {
    name: 'What was deleted',
    everyMs: INTERVAL_MS,
    isDue: 'has_deletions_to_settle',
    work: 'settle-deleted',
  })
