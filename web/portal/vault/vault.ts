import type { EntryTyped } from './entry-form.ts'

/** The vault has no passphrase, or has had none for too long. */
export class VaultLocked extends Error {
  override name = 'VaultLocked'
  constructor() {
    super('Unlock the vault with a passphrase first.')
  }
}

/** What the passphrase does with an entry: opens it, does not, or cannot because the payload is damaged. */
export type Verdict = 'opens' | 'shut' | 'invalid'

export type VaultState = {
  /** Empty while the vault is locked. */
  readonly passphrase: string
  /** How often it was locked: whatever is typed or shown belongs to the time before the next. */
  readonly locks: number
  readonly isLockedByItself: boolean
  /** What is known so far, by the payload: an entry that is changed is an unknown one again. */
  readonly verdicts: ReadonlyMap<string, Verdict>
}

export const LOCK_AFTER_MS = 10 * 60 * 1000

/** Everything secret that one person has in this page, in its memory and nowhere else. Lock forgets all of it. */
export class Vault {
  #state: VaultState = { passphrase: '', locks: 0, isLockedByItself: false, verdicts: new Map() }
  readonly #drafts = new Map<string, EntryTyped>()
  readonly #listeners = new Set<() => void>()
  readonly #onLock: () => Promise<void>
  #typed = () => ''
  #lastUse = Date.now()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(onLock: () => Promise<void>) {
    this.#onLock = onLock
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly state = () => this.#state

  unlock(passphrase: string) {
    this.use()
    this.#change({ passphrase, isLockedByItself: false, verdicts: new Map() })
  }

  /** Everything is forgotten at once; what comes back says when the clipboard is seen to as well. */
  readonly lock = () => this.#lock(false)

  /** The passphrase, or a `VaultLocked`. */
  passphrase(): string {
    this.lockIfUnused()
    this.takeTyped()
    if (this.#state.passphrase === '') throw new VaultLocked()
    return this.#state.passphrase
  }

  /** What stands in the field for the passphrase while the vault is locked. */
  watchField(typed: () => string) {
    this.#typed = typed
    return () => {
      this.#typed = () => ''
    }
  }

  /** Who typed a passphrase and went straight on to what needs it meant to unlock the vault. */
  takeTyped() {
    const typed = this.#typed()
    if (this.#state.passphrase === '' && typed.trim() !== '') this.unlock(typed)
  }

  /** Somebody is there. */
  readonly use = () => {
    this.lockIfUnused()
    this.#lastUse = Date.now()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.lockIfUnused, LOCK_AFTER_MS)
  }

  /** Asked by the timer, and again whenever the page is looked at: timers stand still while a computer sleeps. */
  readonly lockIfUnused = () => {
    const holdsSomething = this.#state.passphrase !== '' || this.#drafts.size > 0
    if (holdsSomething && Date.now() - this.#lastUse >= LOCK_AFTER_MS) void this.#lock(true)
  }

  judge(payload: string, verdict: Verdict) {
    // A verdict of before belongs to another passphrase.
    if (this.#state.passphrase === '') return
    this.#change({ verdicts: new Map(this.#state.verdicts).set(payload, verdict) })
  }

  draft = (name: string) => this.#drafts.get(name)
  keepDraft = (name: string, typed: EntryTyped) => void this.#drafts.set(name, typed)
  dropDraft = (name: string) => void this.#drafts.delete(name)

  #lock(isLockedByItself: boolean) {
    clearTimeout(this.#timer)
    this.#drafts.clear()
    this.#change({ passphrase: '', locks: this.#state.locks + 1, isLockedByItself, verdicts: new Map() })
    return this.#onLock()
  }

  #change(change: Partial<VaultState>) {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}
