import { Decryptor } from './decryptor.ts'
import type { EntryTyped } from './entry-form.ts'
import type { DerivedKeys } from './keyring.ts'

/** The vault has no passphrase, or was locked after a period without use. */
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
  /** Counts unlockings: a new passphrase starts all verdicts anew. */
  readonly unlocks: number
  /** Counts lockings: whatever is typed or shown is dropped at the next one. */
  readonly locks: number
  readonly isLockedByItself: boolean
  /** True while something else needs the processor: no entry is tried then. */
  readonly isPaused: boolean
  /** The verdicts so far, by payload, so that a changed entry is unknown again. */
  readonly verdicts: ReadonlyMap<string, Verdict>
  /** The keyed hashes of opened passwords, by payload; equal passwords have equal hashes. */
  readonly fingerprints: ReadonlyMap<string, string>
}

const nothingKnown: Pick<VaultState, 'verdicts' | 'fingerprints'> = { verdicts: new Map(), fingerprints: new Map() }

export const LOCK_AFTER_MS = 10 * 60 * 1000

/**
 * Verdicts are published together: entries with a common salt give a thousand within half a second, and each would render
 * the screen.
 */
export const PUBLISH_EVERY_MS = 50

/** Everything secret of one person in this page, in memory only. Locking drops all of it. */
export class Vault {
  #state: VaultState = {
    passphrase: '',
    unlocks: 0,
    locks: 0,
    isLockedByItself: false,
    isPaused: false,
    ...nothingKnown,
  }
  readonly #drafts = new Map<string, EntryTyped>()
  readonly #listeners = new Set<() => void>()
  readonly #onLock: () => Promise<void>
  #decryptor = new Decryptor('')
  /** Verdicts that were not published yet. */
  readonly #unpublished: { payload: string; verdict: Verdict; fingerprint: string | undefined }[] = []
  #publishTimer: ReturnType<typeof setTimeout> | undefined
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
    this.postponeLocking()
    this.#setDecryptor(new Decryptor(passphrase))
    this.#change({ passphrase, unlocks: this.#state.unlocks + 1, isLockedByItself: false, ...nothingKnown })
  }

  /** Drops everything at once; the returned promise also covers the clipboard. */
  readonly lock = () => this.#lock(false)

  /** Returns the passphrase or throws `VaultLocked`. */
  passphrase(): string {
    this.lockIfUnused()
    this.unlockTyped()
    if (this.#state.passphrase === '') throw new VaultLocked()
    return this.#state.passphrase
  }

  /** Returns the object that decrypts with the passphrase, or throws `VaultLocked`. */
  decryptor(): Decryptor {
    this.passphrase()
    return this.#decryptor
  }

  /** Returns the keys derived so far, if the vault is unlocked with this passphrase. */
  async keysOf(passphrase: string): Promise<DerivedKeys> {
    return passphrase === this.#state.passphrase ? this.#decryptor.keys() : new Map()
  }

  /** Pauses trying entries until the returned function is called. */
  readonly pauseTrying = () => {
    this.#change({ isPaused: true })
    return () => this.#change({ isPaused: false })
  }

  /** Registers the field for the passphrase, while the vault is locked or its passphrase opens nothing. */
  watchField(typed: () => string) {
    this.#typed = typed
    return () => {
      this.#typed = () => ''
    }
  }

  /** Unlocks with a typed passphrase: a person who went straight on to an action meant to unlock the vault. */
  unlockTyped() {
    const typed = this.#typed()
    if (typed.trim() !== '' && typed !== this.#state.passphrase) this.unlock(typed)
  }

  /** Postpones locking, since the person is there. */
  readonly postponeLocking = () => {
    this.lockIfUnused()
    this.#lastUse = Date.now()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.lockIfUnused, LOCK_AFTER_MS)
  }

  /** Called by the timer, and whenever the page becomes visible: timers stand still while a computer sleeps. */
  readonly lockIfUnused = () => {
    const holdsSomething = this.#state.passphrase !== '' || this.#drafts.size > 0
    if (holdsSomething && Date.now() - this.#lastUse >= LOCK_AFTER_MS) void this.#lock(true)
  }

  /**
   * Records the verdict for a payload, published a moment later. A payload that opens comes with the hash of its
   * password.
   */
  recordVerdict(decryptor: Decryptor, payload: string, verdict: Verdict, fingerprint?: string) {
    // A late verdict belongs to another passphrase.
    if (decryptor !== this.#decryptor || this.#state.passphrase === '') return
    this.#unpublished.push({ payload, verdict, fingerprint })
    this.#publishTimer ??= setTimeout(this.#publish, PUBLISH_EVERY_MS)
  }

  readonly #publish = () => {
    clearTimeout(this.#publishTimer)
    this.#publishTimer = undefined
    if (this.#unpublished.length === 0) return
    const [verdicts, fingerprints] = [new Map(this.#state.verdicts), new Map(this.#state.fingerprints)]
    for (const { payload, verdict, fingerprint } of this.#unpublished.splice(0)) {
      verdicts.set(payload, verdict)
      if (fingerprint !== undefined) fingerprints.set(payload, fingerprint)
    }
    this.#change({ verdicts, fingerprints })
  }

  /** Drops verdicts of payloads that no longer exist: they would count as second uses of their passwords. */
  keepOnly(payloads: ReadonlySet<string>) {
    this.#publish()
    const { verdicts, fingerprints } = this.#state
    const gone = [...verdicts.keys()].filter((payload) => !payloads.has(payload))
    if (gone.length === 0) return
    const without = <Found>(found: ReadonlyMap<string, Found>) => {
      const kept = new Map(found)
      for (const payload of gone) kept.delete(payload)
      return kept
    }
    this.#change({ verdicts: without(verdicts), fingerprints: without(fingerprints) })
  }

  draft = (name: string) => this.#drafts.get(name)
  keepDraft = (name: string, typed: EntryTyped) => void this.#drafts.set(name, typed)
  dropDraft = (name: string) => void this.#drafts.delete(name)

  #lock(isLockedByItself: boolean) {
    clearTimeout(this.#timer)
    this.#drafts.clear()
    this.#setDecryptor(new Decryptor(''))
    this.#change({ passphrase: '', locks: this.#state.locks + 1, isLockedByItself, ...nothingKnown })
    return this.#onLock()
  }

  #setDecryptor(decryptor: Decryptor) {
    this.#decryptor = decryptor
    this.#unpublished.length = 0
  }

  #change(change: Partial<VaultState>) {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}
