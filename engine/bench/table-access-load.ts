import { percentile } from '../testing/measuring/percentile.ts'
import { countRepetitions } from './count-repetitions.ts'
import { HttpConnection, headerOf } from './http-connection.ts'
import type { Contestant } from './table-access-contestants.ts'
import { type BenchRequest, clientId } from './table-access-requests.ts'

/**
 * The figures of one turn: processor time per request in the server and in PostgreSQL, requests per second, and the
 * 99th percentile of the duration.
 */
export type Measured = { cpuMs: number; databaseMs: number; perSecond: number; p99Ms: number }

export interface Load {
  /** The answer to a request, for comparison. */
  answer(ask: BenchRequest): Promise<unknown>
  /** Measures with this many clients, each over a connection of its own. */
  measure(ask: BenchRequest, atOnce: number, ms: number): Promise<Measured>
}

const MOST_AT_ONCE = 16

export function loadOn(contestant: Contestant, opened: AsyncDisposableStack): Load {
  const { server, name, databaseMs } = contestant
  const connections = Array.from({ length: MOST_AT_ONCE }, () => new HttpConnection(server.url))
  opened.defer(() => {
    for (const connection of connections) connection.close()
  })
  const idle = [...connections]
  const written = new Map<string, Buffer>()

  async function send(ask: BenchRequest, number: number) {
    const id = clientId(number)
    const key = `${ask.name}/${id}`
    const request = written.get(key) ?? requestBytes(contestant, ask, id, key)
    written.set(key, request)
    const connection = idle.pop()
    if (!connection) throw new Error(`At most ${MOST_AT_ONCE} requests can be sent at once.`)
    const answer = await connection.ask(request, ask.method !== 'HEAD')
    idle.push(connection)
    if (answer.status < 300) return answer
    throw new Error(`${name} answers "${ask.name}" with ${answer.status}: ${answer.body}`)
  }

  let sent = 0
  return {
    async answer(ask) {
      const { head, body } = await send(ask, 0)
      const total = (headerOf(head, 'content-range') ?? '*').split('/').at(1)
      return body.length === 0 ? { total } : { total, rows: JSON.parse(String(body), timesAlike) }
    },

    async measure(ask, atOnce, ms) {
      const before = [await server.cpuMs(), await databaseMs()] as const
      const { took, times, perSecond } = await countRepetitions(atOnce, ms, () => send(ask, sent++))
      return {
        cpuMs: ((await server.cpuMs()) - before[0]) / times,
        databaseMs: ((await databaseMs()) - before[1]) / times,
        perSecond,
        p99Ms: percentile(took, 99),
      }
    },
  }
}

function requestBytes({ headers, server }: Contestant, ask: BenchRequest, id: string, key: string): Buffer {
  const body = ask.body?.(id) ?? ''
  const all = {
    host: new URL(server.url).host,
    ...headers,
    ...ask.headers,
    'x-ask': key,
    ...(body !== '' && { 'content-length': String(Buffer.byteLength(body)) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from([`${ask.method} ${ask.path(id)} HTTP/1.1`, ...lines, '', body].join('\r\n'))
}

/** On PGlite `@supabase/lite` writes times as Postgres' text instead of JSON's format. */
const timesAlike = (_key: string, value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d[ T]\d/.test(value) ? new Date(value).toJSON() : value
