import type { Keys } from '../keyring.ts'
import { Sealer } from '../sealer.ts'
import { type Opening, Rewrapper, type Secrets } from './rewrapper.ts'

/** The tasks of a worker. The second uses the keys of the first, since both have the same entries. */
export type Task =
  | { kind: 'open'; entries: readonly Secrets[]; passphrase: string; known: Keys }
  | { kind: 'rewrap'; entries: readonly Secrets[]; passphrase: string; salt: Uint8Array<ArrayBuffer> }

export type Done = { kind: 'opened'; id: string; opening: Opening } | { kind: 'rewrapped'; secrets: Secrets }

export type Told = Done | { kind: 'finished' } | { kind: 'failed'; message: string }

let rewrapper: Rewrapper | undefined

addEventListener('message', ({ data: task }: MessageEvent<Task>) => {
  work(task).then(
    () => tell({ kind: 'finished' }),
    (error: unknown) => tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
  )
})

async function work(task: Task) {
  if (task.kind === 'open') {
    rewrapper = new Rewrapper(task.passphrase, task.known)
    for (const entry of task.entries) tell({ kind: 'opened', id: entry.id, opening: await rewrapper.open(entry) })
    return
  }
  if (!rewrapper) throw new Error('Nothing was opened.')
  const sealer = new Sealer(task.passphrase, task.salt)
  for (const entry of task.entries) tell({ kind: 'rewrapped', secrets: await rewrapper.rewrap(entry, sealer) })
}

const tell = (told: Told) => postMessage(told)
