import type { Socket } from 'node:net'
import type { Database, SendMessages } from 'engine/feature'
import { isSameSecret, message, messagesOf } from 'engine/feature'
import { CopyIn, copyInResponse, isCopyIn, withoutCopyInResponse } from './copy-in.ts'
import { OwnStatements } from './own-statements.ts'
import { SessionSettings } from './session-settings.ts'
import { initialSettings, startupParameters } from './startup-message.ts'

/** What one client may ask of the session that all share. */
export type ClientLimits = Readonly<{
  /** The longest wait for the next statement of a transaction. */
  idleMs: number
  /** The longest transaction. */
  transactionMs: number
  /** The longest statement. */
  statementMs: number
}>

const VERSION_3 = 196_608
const ENCRYPTION = new Set([80_877_103, 80_877_104])
const PASSWORD = 'p'
const TERMINATE = 'X'
/** Message types after which the client expects an answer to everything sent so far: Query, Sync and Flush. */
const WANTS_ANSWER = new Set(['Q', 'S', 'H'])
/** Message types that bring the text of a statement: Query and Parse. */
const STATEMENTS = new Set(['Q', 'P'])

type Raw = NonNullable<Database['raw']>
type SessionOptions = { raw: Raw; password: string; serverVersion: string; limits: ClientLimits }
/** The exclusive use of the database session by a client. */
type Hold = { ask: SendMessages; until: number; release(): Promise<void> }

/**
 * A client of the embedded database, which has a single session. The client holds the session for a statement, or from
 * `begin` to `commit`. Afterwards its settings are taken out of the session, and made again before its next statement.
 */
export class ClientSession {
  readonly #socket: Socket
  readonly #options: SessionOptions
  readonly #number: number
  readonly #statements: OwnStatements
  #settings = new SessionSettings(new Map())
  #copy: CopyIn | undefined
  #received = Buffer.alloc(0)
  #state: 'starting' | 'awaiting password' | 'signed in' = 'starting'
  #unsent: Buffer[] = []
  #work: Promise<void> = Promise.resolve()
  #hold: Hold | undefined
  #patience: NodeJS.Timeout | undefined

  constructor(socket: Socket, number: number, options: SessionOptions) {
    this.#socket = socket
    this.#options = options
    this.#number = number
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
    const startup = this.#received.subarray(0, this.#received.readUInt32BE(0))
    const version = startup.readUInt32BE(4)
    this.#received = this.#received.subarray(startup.length)
    if (ENCRYPTION.has(version)) return void this.#socket.write('N')
    if (version >> 16 !== VERSION_3 >> 16) return void this.#socket.destroy()
    const parameters = startupParameters(startup)
    const refusal = refusalOf(parameters)
    if (refusal) return void this.#socket.end(refusal)
    this.#settings = new SessionSettings(initialSettings(parameters))
    this.#state = 'awaiting password'
    this.#socket.write(message('R', int32(3)))
  }

  #take() {
    for (const one of messagesOf(this.#received)) {
      this.#received = this.#received.subarray(one.length)
      const kind = String.fromCharCode(one[0] ?? 0)
      if (kind === TERMINATE) return void this.#socket.end()
      if (this.#state === 'signed in') this.#hear(kind, one)
      else if (!this.#admit(kind, one)) return
    }
  }

  #admit(kind: string, answer: Buffer): boolean {
    if (kind !== PASSWORD || !isSameSecret(answer.toString('utf8', 5, answer.length - 1), this.#options.password)) {
      this.#socket.end(failure('28P01', 'password authentication failed'))
      return false
    }
    this.#state = 'signed in'
    const parameters = {
      server_version: this.#options.serverVersion,
      ...{ server_encoding: 'UTF8', client_encoding: 'UTF8', DateStyle: 'ISO, MDY', TimeZone: 'UTC' },
      ...{ integer_datetimes: 'on', standard_conforming_strings: 'on' },
    }
    const values = Object.entries(parameters).map(([name, value]) => message('S', name, value))
    const key = message('K', int32(this.#number), int32(0))
    this.#socket.write(Buffer.concat([message('R', int32(0)), ...values, key, READY]))
    return true
  }

  #hear(kind: string, one: Buffer) {
    if (this.#copy) return this.#hearRows(this.#copy, kind, one)
    if (isCopyIn(kind, one)) {
      this.#copy = new CopyIn(Buffer.from(one))
      return this.#next(async () => void this.#socket.write(copyInResponse))
    }
    if (STATEMENTS.has(kind)) this.#settings.observe(one.toString('utf8', 5))
    this.#unsent.push(this.#statements.rewritten(one))
    if (!WANTS_ANSWER.has(kind)) return
    const messages = Buffer.concat(this.#unsent.splice(0))
    this.#next(async () => void this.#socket.write(await this.#ask(messages)))
  }

  #hearRows(copy: CopyIn, kind: string, one: Buffer) {
    const messages = copy.add(kind, one)
    if (!messages) return
    this.#copy = undefined
    this.#next(async () => void this.#socket.write(withoutCopyInResponse(await this.#ask(messages))))
  }

  /** Runs steps one after the other. A failure of the database disconnects the client. */
  #next(step: () => Promise<void>) {
    this.#work = this.#work.then(step).catch(async (error) => {
      // The session is released in any case, without waiting for an answer.
      await this.#letGo(this.#hold).catch(() => undefined)
      if (!this.#socket.destroyed) this.#socket.end(failure('57P01', String(error.message)))
    })
  }

  async #ask(messages: Buffer): Promise<Buffer> {
    clearTimeout(this.#patience)
    if (this.#socket.destroyed) return Buffer.alloc(0)
    this.#hold ??= await this.#begin()
    const answer = await this.#hold.ask(messages)
    // The session is released before the client receives the answer, so that its next message finds the session free.
    if (isOutside(answer)) await this.#giveBack(this.#hold)
    else {
      const patience = Math.min(this.#options.limits.idleMs, this.#hold.until - performance.now())
      this.#patience = setTimeout(() => this.#next(() => this.#loseIt()), Math.max(patience, 0))
    }
    return answer
  }

  async #begin(): Promise<Hold> {
    const given = Promise.withResolvers<Hold>()
    const over = Promise.withResolvers<void>()
    const held = this.#options.raw(async (ask) => {
      const { statementMs, transactionMs } = this.#options.limits
      const made = await ask(message('Q', `${this.#settings.statements()} set statement_timeout = ${statementMs}`))
      // Without its settings, a statement could run with more rights than the client has asked for.
      const failed = failureIn(made)
      if (failed !== undefined) {
        await ask(RENEWAL)
        throw new Error(`the settings of the session could not be made again: ${failed}`)
      }
      const release = async () => {
        over.resolve()
        await held
      }
      given.resolve({ ask, until: performance.now() + transactionMs, release })
      await over.promise
      await ask(RENEWAL)
    })
    held.catch(given.reject)
    return given.promise
  }

  /** Ends the use of the session, and remembers what the client has set in it. */
  async #giveBack(hold: Hold) {
    const question = this.#settings.question()
    if (question) this.#settings.keep(await hold.ask(question))
    await this.#letGo(hold)
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
    const why = `the embedded database has one session, which may wait ${this.#options.limits.idleMs / 1000} s for the next statement of a transaction`
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

const READY = message('Z', Buffer.from('I'))
const RENEWAL = message('Q', 'reset all; reset session authorization')

/** The error for a client that requests a feature which the embedded database does not have. */
function refusalOf(parameters: ReadonlyMap<string, string>): Buffer | undefined {
  const [user = '', database = user] = [parameters.get('user'), parameters.get('database')]
  if (user !== 'postgres') return failure('28000', `role "${user}" cannot sign in here; sign in as postgres`)
  if (database !== 'postgres')
    return failure('3D000', `database "${database}" does not exist; the only one is postgres`)
  const replication = parameters.get('replication') ?? 'false'
  if (!OFF.has(replication)) return failure('0A000', 'the embedded database sends no replication')
  return undefined
}

const OFF = new Set(['false', 'off', 'no', '0'])

/** The text of the first error in an answer. */
function failureIn(answer: Buffer): string | undefined {
  for (const one of messagesOf(answer)) {
    if (one[0] !== 'E'.charCodeAt(0)) continue
    const field = one
      .toString('utf8', 5)
      .split('\0')
      .find((text) => text.startsWith('M'))
    return field?.slice(1)
  }
  return undefined
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
