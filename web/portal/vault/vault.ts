import type { EntryTyped } from './entry-form.ts'
import type { Keys } from './keyring.ts'
import { Opener } from './opener.ts'

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
  /** How often it was unlocked: with another passphrase, what is known of the entries is found out anew. */
  readonly unlocks: number
  /** How often it was locked: whatever is typed or shown belongs to the time before the next. */
  readonly locks: number
  readonly isLockedByItself: boolean
  /** Something else needs the processor: no entry is tried meanwhile. */
  readonly isResting: boolean
  /** What is known so far, by the payload: an entry that is changed is an unknown one again. */
  readonly verdicts: ReadonlyMap<string, Verdict>
  /** Of the payloads that open, by what the same passwords are known (`Opener.print`). */
  readonly prints: ReadonlyMap<string, string>
}

const nothingKnown: Pick<VaultState, 'verdicts' | 'prints'> = { verdicts: new Map(), prints: new Map() }

export const LOCK_AFTER_MS = 10 * 60 * 1000

/** Where many entries share a salt, a thousand verdicts come in half a second, and each one draws the screen anew. */
export const TELLS_EVERY_MS = 50

/** Everything secret that one person has in this page, in its memory and nowhere else. Lock forgets all of it. */
export class Vault {
  #state: VaultState = {
    passphrase: '',
    unlocks: 0,
    locks: 0,
    isLockedByItself: false,
    isResting: false,
    ...nothingKnown,
  }
  readonly #drafts = new Map<string, EntryTyped>()
  readonly #listeners = new Set<() => void>()
  readonly #onLock: () => Promise<void>
  #opener = new Opener('')
  /** What was found out by it since it was told last. */
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
    this.use()
    this.#takeOpener(new Opener(passphrase))
    this.#change({ passphrase, unlocks: this.#state.unlocks + 1, isLockedByItself: false, ...nothingKnown })
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

  /** What opens payloads with the passphrase, or a `VaultLocked`. */
  opener(): Opener {
    this.passphrase()
    return this.#opener
  }

  /** The keys that are there already, if it is open with this passphrase. */
  async keysOf(passphrase: string): Promise<Keys> {
    return passphrase === this.#state.passphrase ? this.#opener.keys() : new Map()
  }

  /** Until it is called off. */
  readonly rest = () => {
    this.#change({ isResting: true })
    return () => this.#change({ isResting: false })
  }

  /** What stands in the field for the passphrase, while there is one: the vault is locked, or its passphrase opens nothing. */
  watchField(typed: () => string) {
    this.#typed = typed
    return () => {
      this.#typed = () => ''
    }
  }

  /** Who typed a passphrase and went straight on to what needs it meant to unlock the vault. */
  takeTyped() {
    const typed = this.#typed()
    if (typed.trim() !== '' && typed !== this.#state.passphrase) this.unlock(typed)
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

  /** What was found out about a payload by this opener; what opens has a print. It is told a moment later. */
  judge(opener: Opener, payload: string, verdict: Verdict, print?: string) {
    // A verdict of before belongs to another passphrase.
    if (opener !== this.#opener || this.#state.passphrase === '') return
    this.#untold.push({ payload, verdict, print })
    this.#telling ??= setTimeout(this.#tell, TELLS_EVERY_MS)
  }

  readonly #tell = () => {
    clearTimeout(this.#telling)
    this.#telling = undefined
    if (this.#untold.length === 0) return
    const [verdicts, prints] = [new Map(this.#state.verdicts), new Map(this.#state.prints)]
    for (const { payload, verdict, print } of this.#untold.splice(0)) {
      verdicts.set(payload, verdict)
      if (print !== undefined) prints.set(payload, print)
    }
    this.#change({ verdicts, prints })
  }

  /** What was found out about payloads that are no longer there would count as a second use of their passwords. */
  forgetAllBut(payloads: ReadonlySet<string>) {
    this.#tell()
    const { verdicts, prints } = this.#state
    const gone = [...verdicts.keys()].filter((payload) => !payloads.has(payload))
    if (gone.length === 0) return
    const without = <Found>(found: ReadonlyMap<string, Found>) => {
      const kept = new Map(found)
      for (const payload of gone) kept.delete(payload)
      return kept
    }
    this.#change({ verdicts: without(verdicts), prints: without(prints) })
  }

  draft = (name: string) => this.#drafts.get(name)
  keepDraft = (name: string, typed: EntryTyped) => void this.#drafts.set(name, typed)
  dropDraft = (name: string) => void this.#drafts.delete(name)

  #lock(isLockedByItself: boolean) {
    clearTimeout(this.#timer)
    this.#drafts.clear()
    this.#takeOpener(new Opener(''))
    this.#change({ passphrase: '', locks: this.#state.locks + 1, isLockedByItself, ...nothingKnown })
    return this.#onLock()
  }

  #takeOpener(opener: Opener) {
    this.#opener = opener
    this.#untold.length = 0
  }

  #change(change: Partial<VaultState>) {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}
