import type { Histogram, Registry } from 'prom-client'
import type { Database } from '../database/database.ts'
import { version } from '../kernel/version.ts'
import type { AnsweredRequest } from './answered-request.ts'
import { measuredDatabase } from './measured-database.ts'

type Prometheus = typeof import('prom-client')

/**
 * The value of a gauge: one number, or one for each value of its label. A value that is unknown at the moment is left
 * out.
 */
export type GaugeReading = number | Readonly<Record<string, number>> | undefined

type GaugeDescription = { name: string; help: string; label?: string; read: () => GaugeReading | Promise<GaugeReading> }

/** In seconds: from unnoticeable to longer than anyone waits. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const DATABASE_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]

/** The metrics of this process for Prometheus. A service adds its own gauges. */
export class Metrics {
  readonly #prometheus: Prometheus
  readonly #registry: Registry
  readonly #requests: Histogram<'method' | 'route' | 'status'>

  /** Loads the library, which is needed only here. */
  static async open(): Promise<Metrics> {
    return new Metrics(await import('prom-client'))
  }

  private constructor(prometheus: Prometheus) {
    this.#prometheus = prometheus
    this.#registry = new prometheus.Registry()
    prometheus.collectDefaultMetrics({ register: this.#registry })
    this.#requests = new prometheus.Histogram({
      name: 'http_request_duration_seconds',
      help: 'Duration from the arrival of a request until its answer was sent or its caller disconnected.',
      labelNames: ['method', 'route', 'status'],
      buckets: REQUEST_BUCKETS,
      registers: [this.#registry],
    })
    this.gauge({ name: 'engine_info', help: 'Its version.', label: 'version', read: () => ({ [version]: 1 }) })
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  observe({ method, route, status, ms }: AnsweredRequest): void {
    this.#requests.observe({ method, route, status }, ms / 1000)
  }

  /** The gauge is read each time the metrics are requested. */
  gauge({ name, help, label, read }: GaugeDescription): void {
    const labelNames = label === undefined ? [] : [label]
    const registers = [this.#registry]
    new this.#prometheus.Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        this.reset()
        const reading = await readGauge(read)
        if (label === undefined && reading === undefined) return this.remove()
        if (typeof reading === 'number') return this.set(reading)
        for (const [value, figure] of Object.entries(reading ?? {})) if (label) this.set({ [label]: value }, figure)
      },
    })
  }

  /** Wraps a database to measure its transactions. */
  measure(database: Database): Database {
    const histogram = (name: string, help: string) =>
      new this.#prometheus.Histogram({ name, help, buckets: DATABASE_BUCKETS, registers: [this.#registry] })
    const work = histogram('engine_database_work_seconds', 'For how long the database was at one transaction.')
    const wait = histogram('engine_database_wait_seconds', 'For how long a transaction was not being worked on.')
    let underWay = 0
    this.gauge({ name: 'engine_database_transactions', help: 'Transactions in progress.', read: () => underWay })
    const { pool } = database
    if (pool) {
      const read = () => ({ ...pool() })
      this.gauge({ name: 'engine_database_connections', help: 'Of the pool.', label: 'state', read })
    }
    return measuredDatabase(database, {
      onBegin: () => {
        underWay++
      },
      onEnd: ({ totalMs, workMs }) => {
        underWay--
        work.observe(workMs / 1000)
        wait.observe(Math.max(0, totalMs - workMs) / 1000)
      },
    })
  }

  /** The metrics in the Prometheus text format. */
  text(): Promise<string> {
    return this.#registry.metrics()
  }
}

async function readGauge(read: GaugeDescription['read']): Promise<GaugeReading> {
  try {
    return await read()
  } catch {
    return undefined
  }
}
