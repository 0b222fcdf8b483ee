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
  #opener = new Decryptor('')
  /** Verdicts that were not published yet. */
  readonly #untold: { payload: string; verdict: Verdict; print: string | undefined }[] = []
  #telling: ReturnType<typeof setTimeout> | undefined
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
    this.#takeOpener(new Decryptor(passphrase))
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
    return this.#opener
  }

  /** Returns the keys derived so far, if the vault is unlocked with this passphrase. */
  async keysOf(passphrase: string): Promise<DerivedKeys> {
    return passphrase === this.#state.passphrase ? this.#opener.keys() : new Map()
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
  recordVerdict(opener: Decryptor, payload: string, verdict: Verdict, print?: string) {
    // A late verdict belongs to another passphrase.
    if (opener !== this.#opener || this.#state.passphrase === '') return
    this.#untold.push({ payload, verdict, print })
    this.#telling ??= setTimeout(this.#tell, PUBLISH_EVERY_MS)
  }

  readonly #tell = () => {
    clearTimeout(this.#telling)
    this.#telling = undefined
    if (this.#untold.length === 0) return
    const [verdicts, prints] = [new Map(this.#state.verdicts), new Map(this.#state.fingerprints)]
    for (const { payload, verdict, print } of this.#untold.splice(0)) {
      verdicts.set(payload, verdict)
      if (print !== undefined) prints.set(payload, print)
    }
    this.#change({ verdicts, fingerprints: prints })
  }

  /** Drops verdicts of payloads that no longer exist: they would count as second uses of their passwords. */
  keepOnly(payloads: ReadonlySet<string>) {
    this.#tell()
    const { verdicts, fingerprints: prints } = this.#state
    const gone = [...verdicts.keys()].filter((payload) => !payloads.has(payload))
    if (gone.length === 0) return
    const without = <Found>(found: ReadonlyMap<string, Found>) => {
      const kept = new Map(found)
      for (const payload of gone) kept.delete(payload)
      return kept
    }
    this.#change({ verdicts: without(verdicts), fingerprints: without(prints) })
  }

  draft = (name: string) => this.#drafts.get(name)
  keepDraft = (name: string, typed: EntryTyped) => void this.#drafts.set(name, typed)
  dropDraft = (name: string) => void this.#drafts.delete(name)

  #lock(isLockedByItself: boolean) {
    clearTimeout(this.#timer)
    this.#drafts.clear()
    this.#takeOpener(new Decryptor(''))
    this.#change({ passphrase: '', locks: this.#state.locks + 1, isLockedByItself, ...nothingKnown })
    return this.#onLock()
  }

  #takeOpener(opener: Decryptor) {
    this.#opener = opener
    this.#untold.length = 0
  }

  #change(change: Partial<VaultState>) {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}
