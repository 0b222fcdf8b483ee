import type { Socket } from 'node:net'
import type { Database, SendMessages } from 'engine/feature'
import { isSameSecret, message, messagesOf } from 'engine/feature'
import { OwnStatements } from './own-statements.ts'

/**
 * The longest time a client may let the database wait for its next statement, and the limit for a whole transaction.
 */
export const IDLE_MS = 3000
const HELD_MS = 15_000
const STATEMENT_MS = 10_000

const VERSION_3 = 196_608
const ENCRYPTION = new Set([80_877_103, 80_877_104])
const PASSWORD = 'p'
const TERMINATE = 'X'
/** Message types after which the client expects an answer to everything sent so far: Query, Sync and Flush. */
const WANTS_ANSWER = new Set(['Q', 'S', 'H'])

type Raw = NonNullable<Database['raw']>
type Terms = { raw: Raw; password: string; serverVersion: string; idleMs: number }
/** The exclusive use of the database session by a client. */
type Hold = { ask: SendMessages; until: number; release(): Promise<void> }

/**
 * A client of the embedded database, which has a single session. The client holds the session for a statement, or from
 * `begin` to `commit`; afterwards its settings are reset, as by a pooler in transaction mode.
 */
export class ClientSession {
  readonly #socket: Socket
  readonly #terms: Terms
  readonly #statements: OwnStatements
  #received = Buffer.alloc(0)
  #state: 'starting' | 'asked for its password' | 'in' = 'starting'
  #unsent: Buffer[] = []
  #work: Promise<void> = Promise.resolve()
  #hold: Hold | undefined
  #patience: NodeJS.Timeout | undefined

  constructor(socket: Socket, number: number, terms: Terms) {
    this.#socket = socket
    this.#terms = terms
    this.#statements = new OwnStatements(`client_${number}_`)
    socket.on('error', () => {}) // closes it
    socket.on('data', (bytes) => {
      this.#received = Buffer.concat([this.#received, bytes])
      if (this.#state === 'starting') this.#start()
      else this.#take()
    })
    socket.once('close', () => this.#next(() => this.#leave()))
  }

  /** Reads the startup message, which has no type byte. */
  #start() {
    if (this.#received.length < 8 || this.#received.length < this.#received.readUInt32BE(0)) return
    const asked = this.#received.readUInt32BE(4)
    this.#received = this.#received.subarray(this.#received.readUInt32BE(0))
    if (ENCRYPTION.has(asked)) return void this.#socket.write('N')
    if (asked !== VERSION_3) return void this.#socket.destroy()
    this.#state = 'asked for its password'
    this.#socket.write(message('R', int32(3)))
  }

  #take() {
    for (const one of messagesOf(this.#received)) {
      this.#received = this.#received.subarray(one.length)
      const kind = String.fromCharCode(one[0] ?? 0)
      if (kind === TERMINATE) return void this.#socket.end()
      if (this.#state === 'in') this.#hear(kind, one)
      else if (!this.#admit(kind, one)) return
    }
  }

  #admit(kind: string, answer: Buffer): boolean {
    if (kind !== PASSWORD || !isSameSecret(answer.toString('utf8', 5, answer.length - 1), this.#terms.password)) {
      this.#socket.end(failure('28P01', 'password authentication failed'))
      return false
    }
    this.#state = 'in'
    const parameters = {
      server_version: this.#terms.serverVersion,
      ...{ server_encoding: 'UTF8', client_encoding: 'UTF8', DateStyle: 'ISO, MDY', TimeZone: 'UTC' },
      ...{ integer_datetimes: 'on', standard_conforming_strings: 'on' },
    }
    const told = Object.entries(parameters).map(([name, value]) => message('S', name, value))
    this.#socket.write(Buffer.concat([message('R', int32(0)), ...told, message('Z', Buffer.from('I'))]))
    return true
  }

  #hear(kind: string, one: Buffer) {
    this.#unsent.push(this.#statements.rewritten(one))
    if (!WANTS_ANSWER.has(kind)) return
    const messages = Buffer.concat(this.#unsent.splice(0))
    this.#next(() => this.#ask(messages))
  }

  /** Runs steps one after the other. A failure of the database disconnects the client. */
  #next(step: () => Promise<void>) {
    this.#work = this.#work.then(step).catch(async (error) => {
      // The session is released in any case, without waiting for an answer.
      await this.#letGo(this.#hold).catch(() => undefined)
      if (!this.#socket.destroyed) this.#socket.end(failure('57P01', String(error.message)))
    })
  }

  async #ask(messages: Buffer) {
    clearTimeout(this.#patience)
    if (this.#socket.destroyed) return
    this.#hold ??= await this.#begin()
    const answer = await this.#hold.ask(messages)
    // The session is released before the client receives the answer, so that its next message finds the session free.
    if (isOutside(answer)) await this.#letGo(this.#hold)
    else {
      const patience = Math.min(this.#terms.idleMs, this.#hold.until - performance.now())
      this.#patience = setTimeout(() => this.#next(() => this.#loseIt()), Math.max(patience, 0))
    }
    this.#socket.write(answer)
  }

  async #begin(): Promise<Hold> {
    const given = Promise.withResolvers<Hold>()
    const over = Promise.withResolvers<void>()
    const held = this.#terms.raw(async (ask) => {
      await ask(message('Q', `set statement_timeout = ${STATEMENT_MS}`))
      const release = async () => {
        over.resolve()
        await held
      }
      given.resolve({ ask, until: performance.now() + HELD_MS, release })
      await over.promise
      await ask(message('Q', 'reset all; reset session authorization'))
    })
    held.catch(given.reject)
    return given.promise
  }

  async #letGo(hold: Hold | undefined) {
    this.#hold = undefined
    await hold?.release()
  }

  async #loseIt() {
    const hold = this.#hold
    if (!hold) return
    await hold.ask(message('Q', 'rollback'))
    await this.#letGo(hold)
    const why = `the embedded database has one session, which may wait ${this.#terms.idleMs / 1000} s for the next statement of a transaction`
    this.#socket.end(failure('25P03', `terminating connection: ${why}; set DATABASE_URL to have a PostgreSQL`))
  }

  async #leave() {
    clearTimeout(this.#patience)
    const farewell = this.#statements.farewell()
    if (!this.#hold && !farewell) return
    this.#hold ??= await this.#begin()
    await this.#hold.ask(message('Q', 'rollback'))
    if (farewell) await this.#hold.ask(farewell)
    await this.#letGo(this.#hold)
  }
}

/** Whether the last message of an answer is ReadyForQuery with no open transaction. */
const isOutside = (answer: Buffer) => answer.subarray(-6).equals(Buffer.from([0x5a, 0, 0, 0, 5, 0x49]))

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

const failure = (code: string, words: string) =>
  message('E', ...[`SFATAL`, `VFATAL`, `C${code}`, `M${words}`], Buffer.alloc(1))
