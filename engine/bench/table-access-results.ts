import { median } from '../testing/measuring/percentile.ts'
import type { Kind, Name } from './table-access-contestants.ts'
import type { Measured } from './table-access-load.ts'
import type { BenchRequest } from './table-access-requests.ts'

/** The results of each contestant for one request and one number of clients. */
export class RequestResults {
  readonly ask: BenchRequest
  readonly atOnce: number
  readonly #measured: Record<Name, Measured[]> = { engine: [], wire: [], lite: [] }

  constructor(ask: BenchRequest, atOnce: number) {
    this.ask = ask
    this.atOnce = atOnce
  }

  add(name: Name, measured: Measured) {
    this.#measured[name].push(measured)
  }

  of(name: Name): Measured {
    const ofAll = (figure: keyof Measured) => median(this.#measured[name].map((measured) => measured[figure]))
    return {
      cpuMs: ofAll('cpuMs'),
      databaseMs: ofAll('databaseMs'),
      perSecond: ofAll('perSecond'),
      p99Ms: ofAll('p99Ms'),
    }
  }

  /** The engine's ratio to a contestant, compared round by round, because other load on the machine affects both. */
  engineOver(name: Name, figure: keyof Measured = 'perSecond'): number {
    const { engine, [name]: other } = this.#measured
    return median(engine.map((measured, round) => measured[figure] / (other[round]?.[figure] ?? Number.NaN)))
  }
}

/** Processor time comes first: unlike the rest it hardly depends on what else the machine does. */
export function row(cell: RequestResults, kind: Kind) {
  const [engine, wire, lite] = [cell.of('engine'), cell.of('wire'), cell.of('lite')]
  return {
    request: cell.ask.name,
    'at once': String(cell.atOnce),
    'server CPU ms, engine / wire': `${engine.cpuMs.toFixed(3)} / ${wire.cpuMs.toFixed(3)}`,
    'server CPU, ratio': cell.engineOver('wire', 'cpuMs').toFixed(2),
    ...(kind === 'PostgreSQL' && {
      'Postgres CPU ms, engine / wire': `${engine.databaseMs.toFixed(3)} / ${wire.databaseMs.toFixed(3)}`,
      'Postgres CPU, ratio': cell.engineOver('wire', 'databaseMs').toFixed(2),
    }),
    'engine, req/s': engine.perSecond.toFixed(0),
    'wire, req/s': wire.perSecond.toFixed(0),
    'lite, req/s': lite.perSecond.toFixed(0),
    'engine / wire': cell.engineOver('wire').toFixed(2),
    'engine / lite': cell.engineOver('lite').toFixed(1),
    'p99, engine / wire': cell.engineOver('wire', 'p99Ms').toFixed(2),
  }
}

/** The average of ratios, which is the geometric mean. */
export function average(cells: readonly RequestResults[], atOnce: number) {
  const rows = cells.filter((cell) => cell.atOnce === atOnce)
  const over = (name: Name) =>
    Math.exp(rows.reduce((sum, cell) => sum + Math.log(cell.engineOver(name)), 0) / rows.length)
  return {
    request: 'average',
    'at once': String(atOnce),
    'engine / wire': over('wire').toFixed(2),
    'engine / lite': over('lite').toFixed(1),
  }
}
