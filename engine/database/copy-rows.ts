import pg from 'pg'

/**
 * COPY over node-postgres' own connection. Libraries for it wait for an answer between the statement and its rows; the
 * embedded database reads no further than the message it is given, so here the rows are sent with the statement.
 */

/** Returns what `copy … to stdout` writes, in PostgreSQL's text format, and the number of rows. */
export function copyOut(client: pg.Client, statement: string): Promise<{ bytes: Buffer; rows: number }> {
  const pieces: Buffer[] = []
  const copying = new Copying((rows) => ({ bytes: Buffer.concat(pieces), rows }), {
    begin: (connection) => connection.query(statement),
    onData: (piece) => pieces.push(piece),
  })
  client.query(copying)
  return copying.over
}

/** Sends these bytes to `copy … from stdin`; returns the number of rows. */
export function copyIn(client: pg.Client, statement: string, bytes: Buffer): Promise<number> {
  const copying = new Copying((rows) => rows, {
    begin(connection) {
      connection.stream.cork()
      connection.query(statement)
      for (let begin = 0; begin < bytes.length; begin += MAX_MESSAGE_BYTES) {
        connection.stream.write(message(COPY_DATA, bytes.subarray(begin, begin + MAX_MESSAGE_BYTES)))
      }
      connection.stream.write(message(COPY_DONE))
      connection.stream.uncork()
    },
    onData: () => undefined,
  })
  client.query(copying)
  return copying.over
}

const COPY_DATA = 0x64
const COPY_DONE = 0x63
const MAX_MESSAGE_BYTES = 64 * 1024

function message(kind: number, body: Buffer = Buffer.alloc(0)) {
  const head = Buffer.alloc(5)
  head.writeUInt8(kind)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

/** A query of node-postgres' own kind, since it takes no other while it sends statements without waiting (`pipeline`). */
class Copying<Result> extends pg.Query {
  readonly #result = Promise.withResolvers<Result>()
  readonly over = this.#result.promise
  readonly #finish: (rows: number) => Result
  readonly #steps: { begin: (connection: pg.Connection) => void; onData: (piece: Buffer) => void }
  #rows = 0
  /** Called with the answer, as that of a batch is. */
  callback?: () => void

  constructor(
    finish: (rows: number) => Result,
    steps: { begin: (connection: pg.Connection) => void; onData: (piece: Buffer) => void },
  ) {
    super({ text: '' })
    this.#finish = finish
    this.#steps = steps
  }

  override readonly submit = (connection: pg.Connection) => this.#steps.begin(connection)

  handleCopyData({ chunk }: { chunk: Buffer }) {
    // Copied, because node-postgres reuses the buffer for the next messages.
    this.#steps.onData(Buffer.from(chunk))
  }

  handleCommandComplete({ text }: { text: string }) {
    this.#rows = Number(/^COPY (\d+)$/.exec(text)?.[1] ?? 0)
  }

  handleError(error: unknown) {
    this.callback?.()
    this.#result.reject(error)
  }

  handleReadyForQuery() {
    this.callback?.()
    this.#result.resolve(this.#finish(this.#rows))
  }

  handleCopyInResponse() {}
  handleEmptyQuery() {}
  handleRowDescription() {}
  handleDataRow() {}
  handlePortalSuspended() {}
}
