import type { Job, RunningEngine } from 'engine'
import { dueWorkJob } from './due-work-job.ts'

const INTERVAL_MS = 15_000

/** Delivers the events that webhooks are to tell. On hosted Supabase `supabase/hosted/webhooks.sql` does the same. */
export const webhooksJob = (engine: RunningEngine): Job =>
  dueWorkJob(engine, {
    name: 'The webhooks that are due',
    everyMs: INTERVAL_MS,
    isDue: 'has_due_webhooks',
    work: 'webhooks',
  })
