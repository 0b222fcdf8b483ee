import type { Job, RunningEngine } from 'engine'
import { dueWorkJob } from './due-work-job.ts'

/** The delay that a person on the street accepts. */
const INTERVAL_MS = 10_000

/** Sends the notices that devices are to show. On hosted Supabase `supabase/hosted/due-pushes.sql` does the same. */
export const duePushesJob = (engine: RunningEngine): Job =>
  dueWorkJob(engine, {
    name: 'The notices for devices',
    everyMs: INTERVAL_MS,
    isDue: 'has_due_pushes',
    work: 'send-pushes',
  })
