import type { AnsweredPage, RunningEngine } from 'engine'
import { type DataClient, serviceClient } from '../service-client.ts'
import { type Counted, countsOfPage, type KnownSite } from './page-counts.ts'

/** A killed process loses at most this much. */
const WRITE_INTERVAL_MS = 30_000
/** An unresponsive database must not delay the shutdown. */
const WRITE_TIMEOUT_MS = 5_000

type DailyCount = Counted & { day: string }

/**
 * Counts page views of the site and adds them to the database twice a minute and at shutdown. Several servers add to
 * the same counts. No visitor is identified, here or there.
 */
export class VisitCounter {
  readonly #site: KnownSite
  #waiting = new Map<string, DailyCount>()
  #database: DataClient | undefined
  #timer: NodeJS.Timeout | undefined
  #written = Promise.resolve()
  #isTroubled = false

  constructor(site: KnownSite) {
    this.#site = site
  }

  readonly see = (page: AnsweredPage): void => {
    const day = new Date().toISOString().slice(0, 10)
    for (const counted of countsOfPage(page, this.#site)) this.#add({ day, ...counted })
  }

  start(engine: Pick<RunningEngine, 'ownUrl' | 'serviceRoleKey'>): void {
    this.#database = serviceClient(engine)
    this.#timer = setInterval(() => void this.write(), WRITE_INTERVAL_MS).unref()
  }

  readonly stop = async (): Promise<void> => {
    clearInterval(this.#timer)
    await this.write()
  }

  /** Writes are queued one after the other. Counts that could not be written are kept for the next time. */
  write(): Promise<void> {
    this.#written = this.#written.then(() => this.#writeAll())
    return this.#written
  }

  async #writeAll() {
    if (!this.#database || this.#waiting.size === 0) return
    const counts = [...this.#waiting.values()]
    this.#waiting = new Map()
    const { error } = await this.#database
      .rpc('count_pages', { counts })
      .abortSignal(AbortSignal.timeout(WRITE_TIMEOUT_MS))
    if (error) for (const count of counts) this.#add(count)
    if (error && !this.#isTroubled) console.warn(`The visits of the site wait to be counted: ${error.message}`)
    this.#isTroubled = error !== null
  }

  #add({ day, page, service, plan, ...more }: DailyCount) {
    const key = JSON.stringify([day, page, service, plan])
    const { visits, views, calls } = this.#waiting.get(key) ?? { visits: 0, views: 0, calls: 0 }
    this.#waiting.set(key, {
      day,
      page,
      service,
      plan,
      visits: visits + more.visits,
      views: views + more.views,
      calls: calls + more.calls,
    })
  }
}
