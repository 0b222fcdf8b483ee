import { setTimeout as sleep } from 'node:timers/promises'
import type { Person } from './agencies.ts'
import { DEEDS_IN_AN_HOUR, nextDeed } from './hour-script.ts'
import { Diary, PortalTab } from './portal-tab.ts'

const HOUR_MS = 3_600_000
const OPENED_AT_ONCE = 20

/** People at their tabs, each of whom does something and thinks, so that an hour has as many deeds as the script. */
export class PortalCrowd {
  diary = new Diary()
  readonly #url: string
  readonly #anonKey: string
  readonly #people: readonly Person[]
  readonly #tabs: PortalTab[] = []
  readonly #closing = new AbortController()

  constructor(url: string, anonKey: string, people: readonly Person[]) {
    this.#url = url
    this.#anonKey = anonKey
    this.#people = people
  }

  get size(): number {
    return this.#tabs.length
  }

  /** What is noticed from now on. */
  startDiary(): void {
    this.diary = new Diary()
  }

  async growTo(count: number): Promise<void> {
    while (this.size < count) {
      const more = this.#people.slice(this.size, Math.min(count, this.size + OPENED_AT_ONCE))
      const tabs = more.map((me) => new PortalTab(this.#url, this.#anonKey, me, () => this.diary))
      await Promise.all(tabs.map((tab) => tab.open()))
      this.#tabs.push(...tabs)
      for (const tab of tabs) void this.#work(tab)
    }
  }

  leave(): void {
    this.#closing.abort()
    for (const tab of this.#tabs) tab.close()
  }

  async #work(tab: PortalTab): Promise<void> {
    const { signal } = this.#closing
    // Short pauses are frequent and long ones rare, as where somebody is interrupted now and then.
    const think = () => sleep((-Math.log(1 - Math.random()) * HOUR_MS) / DEEDS_IN_AN_HOUR, undefined, { signal })
    while (!signal.aborted) {
      await think().catch(() => undefined)
      if (signal.aborted) return
      const { does, how } = nextDeed()
      await how(tab).catch((error: Error) => !signal.aborted && this.diary.fail(`${does}: ${error.message}`))
    }
  }
}
