import type { Job, RunningEngine } from 'engine'
import { serviceClient } from './service-client.ts'

interface DueWork {
  name: string
  everyMs: number
  /** The database function that says whether there is something to do. */
  isDue: string
  /** The Edge Function that does it. */
  work: string
}

/**
 * A job that calls an Edge Function while there is something to do. It asks the database first, because loading a function
 * costs memory and there is rarely anything to do.
 */
export const dueWorkJob = (engine: RunningEngine, { name, everyMs, isDue, work }: DueWork): Job => ({
  name,
  everyMs,
  async run(signal) {
    const db = serviceClient(engine)
    const due = await db.rpc(isDue).abortSignal(signal)
    if (due.error) throw due.error
    if (!due.data) return
    const done = await db.functions.invoke(work, { body: {}, signal })
    if (done.error) throw done.error
  },
})
