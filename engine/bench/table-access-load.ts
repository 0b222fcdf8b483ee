import { Pool } from 'undici'
import { percentile } from '../testing/measuring/percentile.ts'
import { countRepetitions } from './count-repetitions.ts'
import type { Contestant } from './table-access-contestants.ts'
import { type BenchRequest, clientId } from './table-access-requests.ts'

/**
 * The figures of one turn: requests per second, processor time per request in the server and in PostgreSQL, and the
 * 99th percentile of the duration.
 */
export type Measured = { perSecond: number; cpuMs: number; databaseMs: number; p99Ms: number }

export interface Load {
  /** The answer to a request, for comparison. */
  answer(ask: BenchRequest): Promise<unknown>
  /** Measures with this many clients, each over a connection of its own. */
  measure(ask: BenchRequest, atOnce: number, ms: number): Promise<Measured>
}

export function loadOn({ server, headers, name, databaseMs }: Contestant, opened: AsyncDisposableStack): Load {
  const pool = new Pool(server.url, { connections: 16, pipelining: 1 })
  opened.defer(() => pool.destroy())

  async function send(ask: BenchRequest, number: number) {
    const id = clientId(number)
    const answer = await pool.request({
      method: ask.method,
      path: ask.path(id),
      headers: { ...headers, ...ask.headers, 'x-ask': `${ask.name}/${id}` },
      body: ask.body?.(id) ?? null,
    })
    if (answer.statusCode < 300) return answer
    throw new Error(`${name} answers "${ask.name}" with ${answer.statusCode}: ${await answer.body.text()}`)
  }

  let sent = 0
  return {
    async answer(ask) {
      const { headers, body } = await send(ask, 0)
      const text = await body.text()
      const total = String(headers['content-range'] ?? '*')
        .split('/')
        .at(1)
      return text === '' ? { total } : { total, rows: JSON.parse(text, timesAlike) }
    },

    async measure(ask, atOnce, ms) {
      const before = [await server.cpuMs(), await databaseMs()] as const
      const { took, times, perSecond } = await countRepetitions(atOnce, ms, async () => {
        const { body } = await send(ask, sent++)
        await body.dump()
      })
      return {
        perSecond,
        cpuMs: ((await server.cpuMs()) - before[0]) / times,
        databaseMs: ((await databaseMs()) - before[1]) / times,
        p99Ms: percentile(took, 99),
      }
    },
  }
}

/** On PGlite `@supabase/lite` writes times as Postgres' text instead of JSON's format. */
const timesAlike = (_key: string, value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d[ T]\d/.test(value) ? new Date(value).toJSON() : value
