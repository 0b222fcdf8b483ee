import { readStoredEntries } from '../export/stored-entries.ts'
import type { Vault } from '../vault.ts'
import { type ChangePlan, changeOf, isTooLarge, planOf, type VaultChange } from './plan.ts'
import type { EncryptedEntry, OpeningResult } from './rewrapper.ts'
import { PoolDismissed, WorkerPool } from './worker-pool.ts'

export type ChangeState =
  | { step: 'asking'; problem?: string }
  | { step: 'opening'; count: number; done: number; opening: number }
  | { step: 'deciding'; plan: ChangePlan }
  | { step: 'encrypting'; count: number; done: number }
  | { step: 'storing'; plan: ChangePlan }

/**
 * A change of the passphrase up to the moment when it is stored by one request (`storeChange`). Nothing here writes, so
 * it can be cancelled at any time.
 */
export class PassphraseChange {
  #state: ChangeState = { step: 'asking' }
  #pool: WorkerPool | undefined
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly state = () => this.#state

  /** Reads everything as it is stored now, and tries it with the present passphrase. */
  async open(passphrase: string, vault: Vault, myId: string) {
    try {
      this.#change({ step: 'opening', count: 0, done: 0, opening: 0 })
      const entries = await readStoredEntries()
      const openings = new Map<string, OpeningResult>()
      let opens = 0
      this.#change({ step: 'opening', count: entries.length, done: 0, opening: opens })
      const known = await vault.keysOf(passphrase)
      await this.#newCrew().open(entries, { passphrase, known }, (id, opening) => {
        openings.set(id, opening)
        if (opening === 'opens') opens += 1
        this.#change({ step: 'opening', count: entries.length, done: openings.size, opening: opens })
      })
      const plan = planOf(entries, openings, myId)
      const problem = problemWith(plan)
      if (problem === undefined) this.#change({ step: 'deciding', plan })
      else this.begin(problem)
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Encrypts the opened entries again and returns what to store; undefined after a failure or a cancellation. */
  async encrypt(plan: ChangePlan, passphrase: string): Promise<VaultChange | undefined> {
    const rewrapped = new Map<string, EncryptedEntry>()
    const count = plan.entries.length
    try {
      this.#change({ step: 'encrypting', count, done: 0 })
      await this.#pool?.rewrap(plan.entries, passphrase, (secrets) => {
        rewrapped.set(secrets.id, secrets)
        this.#change({ step: 'encrypting', count, done: rewrapped.size })
      })
      const change = changeOf(plan, rewrapped)
      this.#change({ step: 'storing', plan })
      this.#pool?.dismiss()
      return change
    } catch (error) {
      this.#fail(error)
      return undefined
    }
  }

  /** Starts over and drops everything that was opened or encrypted. */
  readonly begin = (problem?: string) => {
    this.#pool?.dismiss()
    this.#pool = undefined
    this.#change({ step: 'asking', ...(problem !== undefined && { problem }) })
  }

  #newCrew() {
    this.#pool?.dismiss()
    this.#pool = new WorkerPool()
    return this.#pool
  }

  #fail(error: unknown) {
    if (error instanceof PoolDismissed) return
    this.begin(error instanceof Error ? error.message : String(error))
  }

  #change(state: ChangeState) {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

function problemWith(plan: ChangePlan): string | undefined {
  if (plan.entries.length > 0) {
    return isTooLarge(plan) ? 'Your notes are too long to be stored at once, which takes at most 10 MB.' : undefined
  }
  if (plan.leftOut.length > 0) return 'None of your entries opens with this passphrase.'
  return 'You have no entries of your own yet, and so no passphrase to change.'
}
