/** What a verified token says about its bearer. `role` is the Postgres role its statements run as. */
export type Claims = { role: string; sub?: string; session_id?: string; [claim: string]: unknown }

/**
 * Who a statement runs as: the row policies see `role` and the claims, and nothing else decides. `address` is where a
 * request of theirs came from, as limits count it (`networkOf`); left out for what the engine does on their behalf.
 */
export type Caller = { role: string; claims: Claims; address?: string | undefined }

export type Statement = { text: string; values?: readonly unknown[] } & Reading

/** How rows are read. */
export type Reading = {
  /** Json comes as the text it is, for whoever passes it on. Postgres would copy it to make a text of it. */
  jsonAsText?: boolean
  /** Is given the rows as they come, so that they never lie in memory together; the statement itself answers with none. */
  taker?: RowTaker
}

export interface RowTaker {
  /** Rows will follow, from the first one on; again where the statement has to be run once more. */
  begin(): void
  /** The values of a row as Postgres writes them. */
  take(values: readonly (string | null)[]): void
}

export type Row = Record<string, unknown>

export interface Transaction {
  /**
   * Runs one statement with bound values; without values the text may hold several statements.
   * `date` and `timestamp` come as text (never shifted by a time zone), `timestamptz` as Date, `bigint` and
   * `numeric` as text, json parsed unless the reading says otherwise.
   */
  query<T extends Row = Row>(text: string, values?: readonly unknown[], reading?: Reading): Promise<T[]>
}

export const isolations = ['read committed', 'repeatable read', 'serializable'] as const
export type Isolation = (typeof isolations)[number]

export type TransactionOptions = {
  /** Left out: the engine itself, to whom row policies do not apply. */
  caller?: Caller
  /** Settings local to the transaction, as `request.method`; applied in order, before the role. */
  settings?: Record<string, string>
  readOnly?: boolean
  /** What the transaction sees of others; left out: what they have committed before each statement. */
  isolation?: Isolation | undefined
  /** A function that runs first, as the caller; as SQL. */
  before?: string | undefined
} & Spender

/** Sends whole messages of the wire protocol, and resolves with what is answered to them. */
export type Ask = (messages: Buffer) => Promise<Buffer>

/** Who learns what work costs. */
export type Spender = {
  /** Told for how many milliseconds the database worked on it, all at once or statement by statement. */
  onSpent?: ((ms: number) => void) | undefined
  /** Told that nothing but a new start of the database put an end to it. */
  onBroken?: (() => void) | undefined
}

/**
 * One database, embedded or PostgreSQL; everything the engine does with it goes through here.
 *
 * The embedded one has a single connection: work inside a transaction must not wait for anything but its own
 * statements, and must not open a second transaction.
 */
export interface Database {
  /**
   * Runs work in one transaction and commits what it returned; a throw rolls back.
   * Throws `SessionEnded` when the caller's session no longer exists, pg's `DatabaseError` for what Postgres refuses,
   * `DatabaseUnreachable` when there is no connection to be had.
   */
  transaction<T>(options: TransactionOptions, work: (tx: Transaction) => Promise<T>): Promise<T>
  /** One statement in a transaction of its own, sent in a single round trip: the fast way for reads. */
  run<T extends Row = Row>(options: TransactionOptions, statement: Statement): Promise<T[]>
  /**
   * Calls back for every NOTIFY on the channel, and with an empty payload after a lost connection came back,
   * since notifications may have been missed.
   */
  listen(channel: string, onPayload: (payload: string) => void): Promise<void>
  /**
   * Makes those of the extensions available that are not yet. False where it can do that with none of them. PostgreSQL
   * has what is installed on its machine.
   */
  provide?(extensions: readonly string[]): Promise<boolean>
  /** Every transaction from now on has these settings too. */
  always?(settings: Readonly<Record<string, string>>): Promise<void>
  /** Whether it can have this extension, though it may not know it yet. Left out: it knows all that it can have. */
  offers?(extension: string): boolean
  /** Copies the folder of an embedded database, as it is at one moment; whoever else wants something waits. */
  copyTo?(folder: string): Promise<void>
  /**
   * The one connection of an embedded database, for who speaks the wire protocol: nobody else has it until the work is over,
   * which leaves no transaction open. Left out where there is a PostgreSQL to connect to.
   */
  raw?<T>(work: (ask: Ask) => Promise<T>): Promise<T>
  /** How many connections there are, and how many pieces of work wait for one; left out where there is but one. */
  pool?(): { busy: number; idle: number; waiting: number }
  close(): Promise<void>
}

/** The session a token was issued for is gone: signed out, password changed, user removed. */
export class SessionEnded extends Error {
  constructor() {
    super('Session from session_id claim in JWT does not exist')
  }
}

/** The database is not to be had just now; after so long it is worth asking again. */
export class DatabaseAway extends Error {
  readonly retryAfterSeconds: number = 1
}

/** No connection could be had: the server is down, or every connection stayed busy. */
export class DatabaseUnreachable extends DatabaseAway {}

/** The caller asks for more than their share of the database's time, and should come back a little later. */
export class DatabaseBusy extends DatabaseAway {
  override readonly retryAfterSeconds: number

  constructor(retryAfterSeconds = 5) {
    super('Too many requests of yours are waiting for the database; please try again in a few seconds.')
    this.retryAfterSeconds = retryAfterSeconds
  }
}
