/** Brings a file to the disk; throws where that fails. */
export type Sync = (path: string, descriptor: number) => void

type Stream = { nfd: number; node: object }
type Operation = (...args: unknown[]) => unknown
/** Emscripten's file system on the disk's own, as far as it changes that. */
export type NodeFs = {
  node_ops: Record<(typeof CHANGES)[number], Operation>
  stream_ops: {
    write(stream: Stream, ...what: unknown[]): unknown
    close(stream: Stream): void
    setattr: Operation
    fsync?: (stream: Stream) => number
  }
  realPath(node: object): string
}

const CHANGES = ['setattr', 'mknod', 'rename', 'unlink', 'rmdir', 'symlink'] as const
const SEGMENT = /[\\/]pg_wal[\\/][0-9A-F]{24}$/

/**
 * Brings the write-ahead log to the disk once for all who are answered together. Postgres asks for it at each commit, and
 * is told that it is done; it is done before anybody is answered, and before anything but the log changes on the disk. So
 * that holds at each moment what it could hold if every commit had waited for it (docs/decisions/0002-durable-pglite.md).
 */
export class LogSync {
  readonly #sync: Sync
  readonly #onFailed: (error: unknown) => void
  /** Files of the log that have been written to since they were brought to the disk, by their descriptors. */
  readonly #putOff = new Map<number, string>()

  /** Postgres believes that the log is on the disk: where it does not get there, `onFailed` has to end it at once. */
  constructor(sync: Sync, onFailed: (error: unknown) => void) {
    this.#sync = sync
    this.#onFailed = onFailed
  }

  /** What is to be done before anybody is answered. */
  settle() {
    try {
      for (const [descriptor, path] of this.#putOff) this.#sync(path, descriptor)
      this.#putOff.clear()
    } catch (error) {
      this.#onFailed(error)
      throw error
    }
  }

  /** What Postgres calls fsync in this file system, all changes to which wait for the log from now on. */
  of({ node_ops, stream_ops, realPath }: NodeFs): Sync {
    const { setattr, write, close } = stream_ops
    for (const name of CHANGES) node_ops[name] = this.#settled(node_ops[name])
    stream_ops.setattr = this.#settled(setattr)
    stream_ops.write = (stream, ...what) => {
      if (this.#putOff.size > 0 && !SEGMENT.test(realPath(stream.node))) this.settle()
      return write(stream, ...what)
    }
    stream_ops.close = (stream) => {
      if (this.#putOff.has(stream.nfd)) this.settle()
      close(stream)
    }
    return (path, descriptor) => {
      if (SEGMENT.test(path)) {
        this.#putOff.set(descriptor, path)
        return
      }
      this.settle()
      this.#sync(path, descriptor)
    }
  }

  #settled(change: Operation): Operation {
    return (...args) => {
      this.settle()
      return change(...args)
    }
  }
}
