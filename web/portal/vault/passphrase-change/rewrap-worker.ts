import type { DerivedKeys } from '../keyring.ts'
import { Sealer } from '../sealer.ts'
import { type EncryptedEntry, type OpeningResult, Rewrapper } from './rewrapper.ts'

/** The tasks of a worker. The second uses the keys of the first, since both have the same entries. */
export type WorkerTask =
  | { kind: 'open'; entries: readonly EncryptedEntry[]; passphrase: string; known: DerivedKeys }
  | { kind: 'rewrap'; entries: readonly EncryptedEntry[]; passphrase: string; salt: Uint8Array<ArrayBuffer> }

export type WorkerResult =
  | { kind: 'opened'; id: string; opening: OpeningResult }
  | { kind: 'rewrapped'; secrets: EncryptedEntry }

export type WorkerMessage = WorkerResult | { kind: 'finished' } | { kind: 'failed'; message: string }

let rewrapper: Rewrapper | undefined

addEventListener('message', ({ data: task }: MessageEvent<WorkerTask>) => {
  work(task).then(
    () => send({ kind: 'finished' }),
    (error: unknown) => send({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
  )
})

async function work(task: WorkerTask) {
  if (task.kind === 'open') {
    rewrapper = new Rewrapper(task.passphrase, task.known)
    for (const entry of task.entries) send({ kind: 'opened', id: entry.id, opening: await rewrapper.open(entry) })
    return
  }
  if (!rewrapper) throw new Error('Nothing was opened.')
  const sealer = new Sealer(task.passphrase, task.salt)
  for (const entry of task.entries) send({ kind: 'rewrapped', secrets: await rewrapper.rewrap(entry, sealer) })
}

const send = (message: WorkerMessage) => postMessage(message)
