import type { Keys } from '../keyring.ts'
import { freshSalt } from '../sealer.ts'
import type { Done, Task, Told } from './rewrap-worker.ts'
import type { Opening, Secrets } from './rewrapper.ts'

const WORKERS = 2

/**
 * Two workers beside the page, which stays free meanwhile. Each keeps the keys of its own half of the entries; what it
 * holds goes with it when it is dismissed.
 */
export class Crew {
  readonly #workers = Array.from(
    { length: WORKERS },
    () => new Worker(new URL('./rewrap-worker.ts', import.meta.url), { type: 'module' }),
  )
  /** Which worker opened an entry. */
  readonly #places = new Map<string, number>()
  #giveUp: (reason: Error) => void = () => {}

  /** With the keys that are `known` already, of this passphrase. */
  async open(
    entries: readonly Secrets[],
    { passphrase, known }: { passphrase: string; known: Keys },
    onOpened: (id: string, opening: Opening) => void,
  ) {
    for (const [index, { id }] of entries.entries()) this.#places.set(id, index % WORKERS)
    await this.#share(
      entries,
      (half) => ({ kind: 'open', entries: half, passphrase, known }),
      (done) => {
        if (done.kind === 'opened') onOpened(done.id, done.opening)
      },
    )
  }

  /** Of entries that were opened before; all with one salt. */
  async rewrap(entries: readonly Secrets[], passphrase: string, onRewrapped: (secrets: Secrets) => void) {
    const salt = freshSalt()
    await this.#share(
      entries,
      (half) => ({ kind: 'rewrap', entries: half, passphrase, salt }),
      (done) => {
        if (done.kind === 'rewrapped') onRewrapped(done.secrets)
      },
    )
  }

  /** Ends the workers at once, and what they were asked for with `Dismissed`. */
  dismiss() {
    for (const worker of this.#workers) worker.terminate()
    this.#giveUp(new Dismissed())
  }

  async #share(entries: readonly Secrets[], taskOf: (half: Secrets[]) => Task, onDone: (done: Done) => void) {
    const givenUp = new Promise<never>((_, reject) => {
      this.#giveUp = reject
    })
    const halves = this.#workers.map((worker, place) => {
      const half = entries.filter(({ id }) => this.#places.get(id) === place)
      // Only what is encrypted is theirs to see.
      const secrets = half.map(({ id, encrypted_password, encrypted_notes }) => {
        return { id, encrypted_password, encrypted_notes }
      })
      return workOff(worker, taskOf(secrets), onDone)
    })
    await Promise.race([givenUp, Promise.all(halves)])
  }
}

/** The person left before it was done. */
export class Dismissed extends Error {
  override name = 'Dismissed'
}

function workOff(worker: Worker, task: Task, onDone: (done: Done) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.onerror = () => reject(new Error('The browser could not start what encrypts beside the page.'))
    worker.onmessage = ({ data: told }: MessageEvent<Told>) => {
      if (told.kind === 'finished') resolve()
      else if (told.kind === 'failed') reject(new Error(told.message))
      else onDone(told)
    }
    worker.postMessage(task)
  })
}
