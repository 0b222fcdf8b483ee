/** Flushes a file to the disk; throws where that fails. */
export type Sync = (path: string, descriptor: number) => void

type Stream = { nfd: number; node: object }
type Operation = (...args: unknown[]) => unknown
/** The methods of Emscripten's file system on disk (NODEFS) that change files. */
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
 * Flushes the write-ahead log once for all commits that are answered together. Postgres calls fsync at each commit and
 * is told at once that it succeeded; the real fsync runs before any commit is answered and before anything but the log
 * changes on the disk. The disk is therefore never in a state that it could not be in if every commit had waited
 * (docs/decisions/0002-durable-pglite.md).
 */
export class LogSync {
  readonly #sync: Sync
  readonly #onFailed: (error: unknown) => void
  /** Files of the log that were written to and not flushed yet, by their descriptors. */
  readonly #putOff = new Map<number, string>()

  /** Postgres believes that the log is on the disk, so `onFailed` must end it at once when flushing fails. */
  constructor(sync: Sync, onFailed: (error: unknown) => void) {
    this.#sync = sync
    this.#onFailed = onFailed
  }

  /** Flushes the log. Must be called before any commit is answered. */
  settle() {
    try {
      for (const [descriptor, path] of this.#putOff) this.#sync(path, descriptor)
      this.#putOff.clear()
    } catch (error) {
      this.#onFailed(error)
      throw error
    }
  }

  /**
   * The function that Postgres calls as fsync in this file system, all other changes to which wait for the log from now
   * on.
   */
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
