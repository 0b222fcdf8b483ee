import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { PGlite } from '@electric-sql/pglite'
import { DatabaseError, serialize } from 'pg-protocol'
import type { Statement } from '../database/database.ts'

/** The statements of one transaction, each with a name under which it is prepared once. */
export type Batch = readonly (Statement & { name: string })[]

/**
 * A connection that speaks the bare wire protocol: it sends a batch in one piece and returns the first column of the
 * last row.
 */
export type Wire = { run(batch: Batch): Promise<Buffer | undefined>; close(): Promise<void> }

/** Opens connections to PostgreSQL, each of which runs one batch at a time. */
export async function wireTo(url: string, connections: number): Promise<Wire> {
  const all = await Promise.all(Array.from({ length: connections }, () => openConnection(new URL(url))))
  const idle = [...all]
  const waiting: ((connection: Connection) => void)[] = []
  return {
    async run(batch) {
      const connection = idle.pop() ?? (await new Promise<Connection>((resolve) => waiting.push(resolve)))
      try {
        return await connection.run(batch)
      } finally {
        const next = waiting.shift()
        if (next) next(connection)
        else idle.push(connection)
      }
    },
    async close() {
      for (const { socket } of all) socket.end(serialize.end())
    },
  }
}

type Connection = { socket: Socket; run(batch: Batch): Promise<Buffer | undefined> }

async function openConnection({ hostname, port, username, pathname }: URL): Promise<Connection> {
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.setNoDelay()
  const answers: ReturnType<typeof Promise.withResolvers<Buffer | undefined>>[] = []
  let received: Buffer<ArrayBufferLike> = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const { end, column, error } = read(received)
    if (end === undefined) return
    received = received.subarray(end)
    if (error) answers.shift()?.reject(error)
    else answers.shift()?.resolve(column)
  })
  const answered = (bytes: Buffer) => {
    const answer = Promise.withResolvers<Buffer | undefined>()
    answers.push(answer)
    socket.write(bytes)
    return answer.promise
  }
  await answered(serialize.startup({ user: username, database: pathname.slice(1) }))
  const write = writer()
  return { socket, run: (batch) => answered(write(batch)) }
}

/** Runs PGlite in this process without waiting for the disk. */
export async function wireInProcess(folder: string): Promise<Wire> {
  const pglite = await PGlite.create(folder)
  const write = writer()
  return {
    async run(batch) {
      const { column, error } = read(Buffer.from(await pglite.execProtocolRaw(write(batch))))
      if (error) throw error
      return column
    },
    close: () => pglite.close(),
  }
}

/** The writer of one session, which remembers the prepared statements. */
function writer() {
  const prepared = new Set<string>()
  return (batch: Batch): Buffer => {
    const messages = batch.flatMap(({ name, text, values = [] }) => {
      const parse = prepared.has(name) ? [] : [serialize.parse({ name, text })]
      prepared.add(name)
      return [...parse, serialize.bind({ statement: name, values: [...values] }), serialize.execute()]
    })
    return Buffer.concat([...messages, serialize.sync()])
  }
}

const [DATA_ROW, ERROR, READY] = [0x44, 0x45, 0x5a]

/** The result of a batch and the end of its answer, once it is complete. */
function read(bytes: Buffer): { end?: number; column?: Buffer; error?: Error } {
  let column: Buffer | undefined
  let error: Error | undefined
  for (let at = 0; at + 5 <= bytes.length; ) {
    const end = at + 1 + bytes.readUInt32BE(at + 1)
    if (end > bytes.length) break
    const kind = bytes[at]
    if (kind === DATA_ROW) column = bytes.subarray(at + 11, at + 11 + Math.max(0, bytes.readInt32BE(at + 7)))
    if (kind === ERROR) error ??= new DatabaseError(bytes.toString('utf8', at + 5, end), end - at, 'error')
    if (kind === READY) return { end, ...(column && { column }), ...(error && { error }) }
    at = end
  }
  return {}
}
