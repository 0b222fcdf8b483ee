import { median } from './percentile.ts'
import type { Ask } from './table-access-asks.ts'
import type { Name } from './table-access-contestants.ts'
import type { Measured } from './table-access-load.ts'

/** What each contestant reached for one request, so many at a time. */
export class Cell {
  readonly ask: Ask
  readonly atOnce: number
  readonly #measured: Record<Name, Measured[]> = { engine: [], driver: [], lite: [] }

  constructor(ask: Ask, atOnce: number) {
    this.ask = ask
    this.atOnce = atOnce
  }

  add(name: Name, measured: Measured) {
    this.#measured[name].push(measured)
  }

  of(name: Name): Measured {
    const measured = this.#measured[name]
    return {
      perSecond: median(measured.map(({ perSecond }) => perSecond)),
      cpuMs: median(measured.map(({ cpuMs }) => cpuMs)),
    }
  }

  /** How many times as quick the engine is, round by round: what else the machine did meanwhile, it did to both. */
  engineOver(name: Name): number {
    const { engine, [name]: other } = this.#measured
    return median(engine.map(({ perSecond }, round) => perSecond / (other[round]?.perSecond ?? Number.NaN)))
  }
}

export function row(cell: Cell) {
  const [engine, driver, lite] = [cell.of('engine'), cell.of('driver'), cell.of('lite')]
  return {
    request: cell.ask.name,
    'at once': String(cell.atOnce),
    'engine, req/s': engine.perSecond.toFixed(0),
    'driver, req/s': driver.perSecond.toFixed(0),
    'lite, req/s': lite.perSecond.toFixed(0),
    'engine / driver': cell.engineOver('driver').toFixed(2),
    'engine / lite': cell.engineOver('lite').toFixed(2),
    'engine, CPU ms': engine.cpuMs.toFixed(2),
    'driver, CPU ms': driver.cpuMs.toFixed(2),
    'lite, CPU ms': lite.cpuMs.toFixed(2),
  }
}

/** What the ratios are on average; the geometric mean, since they are ratios. */
export function average(cells: readonly Cell[], atOnce: number) {
  const rows = cells.filter((cell) => cell.atOnce === atOnce)
  const over = (name: Name) =>
    Math.exp(rows.reduce((sum, cell) => sum + Math.log(cell.engineOver(name)), 0) / rows.length).toFixed(2)
  return {
    request: 'average',
    'at once': String(atOnce),
    'engine / driver': over('driver'),
    'engine / lite': over('lite'),
  }
}
