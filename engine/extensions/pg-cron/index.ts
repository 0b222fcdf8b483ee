import type { StandIn } from '../stand-in.ts'

export const pgCron: StandIn = {
  extension: 'pg_cron',
  folder: import.meta.dirname,
  load: async () => (await import('./jobs.ts')).runJobs,
}
