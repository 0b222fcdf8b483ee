import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Installation } from '../../../supabase/isolation/test-accounts.ts'

/** How long the database may stay silent, and how often it is polled. */
export type WatchdogLimits = { quietMs: number; everyMs: number }

const LIMITS: WatchdogLimits = { quietMs: 60_000, everyMs: 5_000 }

/** The trial was aborted. The type keeps callers from trying again. */
export class TrialAborted extends Error {
  override name = 'AbortError'
}

/**
 * Aborts a trial if the database or the server stops answering; otherwise hundreds of requests would each wait for
 * their own timeout. `signal` aborts every waiting step, and `fetch` is for all requests.
 */
export class Watchdog {
  readonly signal: AbortSignal
  readonly #over = new AbortController()
  readonly #installation: Installation
  readonly #limits: WatchdogLimits
  #stage = ''

  constructor(installation: Installation, limits = LIMITS) {
    this.signal = this.#over.signal
    // Hundreds of listeners wait on the signal, which is not a leak.
    setMaxListeners(0, this.signal)
    this.#installation = installation
    this.#limits = limits
    void this.#watch()
  }

  /** Names the current step, for the message of an abort. */
  enterStage(stage: string) {
    this.#stage = stage
  }

  fetch: typeof fetch = async (input, init) => {
    const { quietMs } = this.#limits
    const path = new URL(input instanceof Request ? input.url : input).pathname
    const late = setTimeout(() => this.#giveUp(`${path} has not answered for ${seconds(quietMs)}`), quietMs)
    try {
      return await fetch(input, {
        ...init,
        signal: AbortSignal.any([this.signal, ...(init?.signal ? [init.signal] : [])]),
      })
    } finally {
      clearTimeout(late)
    }
  }

  /** Returns the result of the work, or throws as soon as the trial is aborted. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const given = Promise.withResolvers<never>()
    const giveUp = () => given.reject(this.signal.reason)
    this.signal.addEventListener('abort', giveUp)
    try {
      return await Promise.race([work().catch(this.#whyFailed), given.promise])
    } finally {
      this.signal.removeEventListener('abort', giveUp)
      // Cancels the requests that are still pending.
      this.#over.abort(new TrialAborted('The trial is over.'))
    }
  }

  /** Explains a step that failed because nothing answers. */
  #whyFailed = async (error: unknown): Promise<never> => {
    const said = await this.#ask()
    if (said !== undefined) this.#giveUp(`the database behind ${this.#installation.url} does not answer (${said})`)
    throw this.signal.aborted ? this.signal.reason : error
  }

  /** Polls with a tiny request whose answer needs the database. */
  async #watch() {
    const { quietMs, everyMs } = this.#limits
    for (let heardAt = performance.now(); !this.signal.aborted; ) {
      const said = await this.#ask()
      if (said === undefined) heardAt = performance.now()
      else if (performance.now() - heardAt >= quietMs) {
        this.#giveUp(`the database behind ${this.#installation.url} has not answered for ${seconds(quietMs)} (${said})`)
      }
      await pause(everyMs, undefined, { signal: this.signal }).catch(() => undefined)
    }
  }

  /** Why there was no answer; undefined if there was one. */
  async #ask(): Promise<string | undefined> {
    const { url, serviceRoleKey } = this.#installation
    const headers = { apikey: serviceRoleKey, authorization: `Bearer ${serviceRoleKey}` }
    const signal = AbortSignal.any([this.signal, AbortSignal.timeout(this.#limits.everyMs)])
    return fetch(`${url}/rest/v1/agencies?select=id&limit=1`, { headers, signal }).then(
      ({ ok, status }) => (ok ? undefined : `the last answer was ${status}`),
      () => 'nothing came back',
    )
  }

  #giveUp(why: string) {
    const where = this.#stage && ` Tried last: ${this.#stage}.`
    this.#over.abort(
      new TrialAborted(
        `The trial was ended, because ${why}.${where} This says nothing about who may do what. Some of its people and ` +
          'agencies, "… (isolation trial)", may still be there: the next run takes them away.',
      ),
    )
  }
}

const seconds = (ms: number) => `${Math.round(ms / 1000)} seconds`
