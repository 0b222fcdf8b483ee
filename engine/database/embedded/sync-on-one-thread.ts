import { fsyncSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { isErrno } from '../../kernel/errno.ts'
import { mapLimit } from '../../kernel/map-limit.ts'

export type SyncRequest = { paths: string[]; answer: Int32Array<SharedArrayBuffer> }
export const SYNCED = 1
export const FAILED = 2

/**
 * The function that Postgres calls as fsync. A checkpoint flushes up to a hundred files of tables one after the other,
 * each waiting for the disk; only the log's own flush must come after all of them. Flushes of tables therefore wait for
 * the next flush of any other file and then run in parallel. `port` leads to `serveSyncs`.
 */
export function syncThrough(port: Pick<MessagePort, 'postMessage'>): (path: string, descriptor: number) => void {
  const waiting = new Set<string>()
  return (path, descriptor) => {
    if (TABLE_FILE.test(path)) {
      waiting.add(path)
      return
    }
    if (waiting.size > 0) {
      const answer = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
      port.postMessage({ paths: [...waiting], answer } satisfies SyncRequest)
      Atomics.wait(answer, 0, 0)
      if (Atomics.load(answer, 0) !== SYNCED) throw new Error('Files of tables could not be flushed to the disk.')
      waiting.clear()
    }
    fsyncSync(descriptor)
  }
}

const TABLE_FILE = /[\\/]base[\\/]\d+[\\/]\d+(_[a-z]+)?(\.\d+)?$/

/** A port for a thread that can do only one thing at a time: this thread flushes the files for it, many at once. */
export function serveSyncs(): MessagePort {
  const { port1: here, port2: there } = new MessageChannel()
  here.on('message', ({ paths, answer }: SyncRequest) => {
    mapLimit(paths, sync)
      .then(
        () => SYNCED,
        () => FAILED,
      )
      .then((result) => {
        Atomics.store(answer, 0, result)
        Atomics.notify(answer, 0)
      })
  })
  here.unref()
  return there
}

async function sync(path: string) {
  // The table may have been dropped meanwhile.
  const file = await open(path).catch((error) => {
    if (!isErrno(error, 'ENOENT')) throw error
  })
  try {
    await file?.sync()
  } finally {
    await file?.close()
  }
}
