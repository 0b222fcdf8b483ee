import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Metrics } from './metrics.ts'

/**
 * Gauges of the server itself, taken from the parts of /health, which answers within a second even where a part hangs.
 */
export function addEngineGauges({ health, config }: FastifyInstance, metrics: Metrics) {
  const report = async () => Object.entries((await health.report()).parts)
  const count = async (part: string, name: string) => {
    const found = (await report()).find(([known]) => known === part)?.[1][name]
    return typeof found === 'number' ? found : undefined
  }
  metrics.gauge({
    name: 'engine_part_is_well',
    help: 'Whether a part of /health works.',
    label: 'part',
    read: async () => Object.fromEntries((await report()).map(([name, { status }]) => [name, status === 'ok' ? 1 : 0])),
  })
  metrics.gauge({
    name: 'engine_is_serving',
    help: 'Whether requests can be served.',
    read: async () => ((await health.report()).status === 'unavailable' ? 0 : 1),
  })
  const mails = ['waiting', 'undelivered']
  metrics.gauge({
    name: 'engine_mails',
    help: 'Mails in the queue, and mails that could not be delivered.',
    label: 'state',
    read: async () =>
      Object.fromEntries(await Promise.all(mails.map(async (state) => [state, (await count('mails', state)) ?? 0]))),
  })
  metrics.gauge({
    name: 'engine_backup_age_seconds',
    help: 'Age of the last good backup, in whole hours.',
    read: async () => {
      const hours = await count('backup', 'hours')
      return hours === undefined ? undefined : hours * 3600
    },
  })
  const disk = (name: string, help: string, read: (disk: StatsFs) => number) =>
    metrics.gauge({ name, help, read: async () => read(await statfs(config.dataDir)) })
  disk('engine_disk_free_bytes', 'On the disk of DATA_DIR.', ({ bavail, bsize }) => bavail * bsize)
  disk('engine_disk_size_bytes', 'Of the disk of DATA_DIR.', ({ blocks, bsize }) => blocks * bsize)
}
