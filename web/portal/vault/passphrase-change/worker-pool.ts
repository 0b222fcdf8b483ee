import type { DerivedKeys } from '../keyring.ts'
import { freshSalt } from '../sealer.ts'
import type { WorkerMessage, WorkerResult, WorkerTask } from './rewrap-worker.ts'
import type { EncryptedEntry, OpeningResult } from './rewrapper.ts'

const WORKERS = 2

/**
 * A pool of two workers, which keep the page responsive. Each keeps the keys of its half of the entries; they are gone
 * when the pool is dismissed.
 */
export class WorkerPool {
  readonly #workers = Array.from(
    { length: WORKERS },
    () => new Worker(new URL('./rewrap-worker.ts', import.meta.url), { type: 'module' }),
  )
  /** The worker that opened an entry, by the id of the entry. */
  readonly #workerOf = new Map<string, number>()
  #rejectAll: (reason: Error) => void = () => {}

  /** Opens the entries, starting with keys of this passphrase that are `known` already. */
  async open(
    entries: readonly EncryptedEntry[],
    { passphrase, known }: { passphrase: string; known: DerivedKeys },
    onOpened: (id: string, opening: OpeningResult) => void,
  ) {
    for (const [index, { id }] of entries.entries()) this.#workerOf.set(id, index % WORKERS)
    await this.#share(
      entries,
      (half) => ({ kind: 'open', entries: half, passphrase, known }),
      (done) => {
        if (done.kind === 'opened') onOpened(done.id, done.opening)
      },
    )
  }

  /** Encrypts entries that were opened before with another passphrase, all with one salt. */
  async rewrap(entries: readonly EncryptedEntry[], passphrase: string, onRewrapped: (secrets: EncryptedEntry) => void) {
    const salt = freshSalt()
    await this.#share(
      entries,
      (half) => ({ kind: 'rewrap', entries: half, passphrase, salt }),
      (done) => {
        if (done.kind === 'rewrapped') onRewrapped(done.secrets)
      },
    )
  }

  /** Terminates the workers at once and rejects their tasks with `Dismissed`. */
  dismiss() {
    for (const worker of this.#workers) worker.terminate()
    this.#rejectAll(new PoolDismissed())
  }

  async #share(
    entries: readonly EncryptedEntry[],
    taskOf: (half: EncryptedEntry[]) => WorkerTask,
    onDone: (done: WorkerResult) => void,
  ) {
    const givenUp = new Promise<never>((_, reject) => {
      this.#rejectAll = reject
    })
    const halves = this.#workers.map((worker, place) => {
      const half = entries.filter(({ id }) => this.#workerOf.get(id) === place)
      // Workers get the encrypted columns only.
      const secrets = half.map(({ id, encrypted_password, encrypted_notes, encrypted_two_step_key }) => {
        return { id, encrypted_password, encrypted_notes, encrypted_two_step_key }
      })
      return workOff(worker, taskOf(secrets), onDone)
    })
    await Promise.race([givenUp, Promise.all(halves)])
  }
}

/** The pool was dismissed before the task was done. */
export class PoolDismissed extends Error {
  override name = 'Dismissed'
}

function workOff(worker: Worker, task: WorkerTask, onDone: (done: WorkerResult) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.onerror = () => reject(new Error('The browser could not start the encryption workers.'))
    worker.onmessage = ({ data: message }: MessageEvent<WorkerMessage>) => {
      if (message.kind === 'finished') resolve()
      else if (message.kind === 'failed') reject(new Error(message.message))
      else onDone(message)
    }
    worker.postMessage(task)
  })
}
