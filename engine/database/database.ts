/** The claims of a verified token. `role` is the Postgres role that the bearer's statements run as. */
export type Claims = { role: string; sub?: string; session_id?: string; [claim: string]: unknown }

/**
 * Who a statement runs as: row policies see only `role` and the claims. `address` is where the caller's request came
 * from, as limits count it (`networkOf`); it is left out for what the engine does on the caller's behalf.
 */
export type Caller = { role: string; claims: Claims; address?: string | undefined }

export type Statement = { text: string; values?: readonly unknown[] } & ReadOptions

/** Options for one statement: its data, and how its rows are returned. */
export type ReadOptions = {
  /** The data of a `COPY … FROM STDIN`. */
  data?: string
  /** Returns json as text, for a caller that passes it on. Postgres would have to copy it for a cast to text. */
  jsonAsText?: boolean
  /** Receives the rows one by one, so that they never lie in memory together; the statement then returns no rows. */
  taker?: RowTaker
}

export interface RowTaker {
  /** Called before the first row, and again where the statement has to be run a second time. */
  begin(): void
  /** Receives the values of one row as Postgres writes them. */
  take(values: readonly (string | null)[]): void
}

export type Row = Record<string, unknown>

export interface Transaction {
  /**
   * Runs one statement with bound values; without values the text may hold several statements.
   * `date` and `timestamp` come as text (never shifted by a time zone), `timestamptz` as Date, `bigint` and
   * `numeric` as text, json parsed unless the reading says otherwise.
   */
  query<T extends Row = Row>(text: string, values?: readonly unknown[], reading?: ReadOptions): Promise<T[]>
}

export const isolations = ['read committed', 'repeatable read', 'serializable'] as const
export type Isolation = (typeof isolations)[number]

export type TransactionOptions = {
  /** Left out for the engine itself, to which row policies do not apply. */
  caller?: Caller
  /**
   * Settings that are local to the transaction, such as `request.method`; they are set in this order, before the role.
   */
  settings?: Record<string, string>
  readOnly?: boolean
  /** The isolation level; left out, each statement sees what others had committed before it (read committed). */
  isolation?: Isolation | undefined
  /** SQL that calls a function first, as the caller. */
  before?: string | undefined
} & CostListener

/** Sends whole messages of the wire protocol and resolves with the answer. */
export type SendMessages = (messages: Buffer) => Promise<Buffer>

/** Is told what a piece of work costs the database. */
export type CostListener = {
  /** Called with the milliseconds that the database worked, once in total or once for each statement. */
  onSpent?: ((ms: number) => void) | undefined
  /** Called when the work could only be ended by restarting the database. */
  onBroken?: (() => void) | undefined
}

/**
 * One database, embedded or PostgreSQL; the engine reaches it only through this interface.
 *
 * The embedded database has a single connection: work inside a transaction must wait for nothing but its own
 * statements, and must not open a second transaction.
 */
export interface Database {
  /**
   * Runs the work in one transaction and commits what it returned; a throw rolls back. Throws `SessionEnded` when the
   * caller's session no longer exists, pg's `DatabaseError` when Postgres refuses a statement, and
   * `DatabaseUnreachable` when no connection could be opened.
   */
  transaction<T>(options: TransactionOptions, work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Runs one statement in a transaction of its own, sent in a single round trip: the fast way to read. */
  run<T extends Row = Row>(options: TransactionOptions, statement: Statement): Promise<T[]>
  /**
   * Prepares the statements of `run` anew from now on. A prepared statement keeps the types that its parameters had, even
   * where a column has since got another type. Left out where none are prepared.
   */
  forgetStatements?(): void
  /**
   * Lends a connection without a transaction, for statements that PostgreSQL refuses inside one. Settings, temporary
   * tables and locks of the session are gone afterwards.
   */
  session<T>(work: (session: Transaction) => Promise<T>): Promise<T>
  /**
   * Calls back for every NOTIFY on the channel. It also calls back with an empty payload after a lost connection was
   * opened again, since notifications may have been missed.
   */
  listen(channel: string, onPayload: (payload: string) => void): Promise<void>
  /**
   * Makes missing extensions available. Returns false where it can provide none of them. PostgreSQL has the extensions
   * that are installed on its machine.
   */
  provide?(extensions: readonly string[]): Promise<boolean>
  /** Adds these settings to every transaction from now on. */
  always?(settings: Readonly<Record<string, string>>): Promise<void>
  /**
   * Whether this extension could be loaded, even if it is not loaded yet. Left out where the database lists all that it
   * has.
   */
  offers?(extension: string): boolean
  /** Copies the folder of an embedded database as it is at one moment; other work waits meanwhile. */
  copyTo?(folder: string): Promise<void>
  /**
   * Lends the one connection of an embedded database to a caller that speaks the wire protocol itself. Nothing else
   * uses it until the work ends, and the work must not leave a transaction open. Left out for PostgreSQL, which accepts
   * connections of its own.
   */
  raw?<T>(work: (ask: SendMessages) => Promise<T>): Promise<T>
  /**
   * How many connections there are and how many pieces of work wait for one; left out where there is only one
   * connection.
   */
  pool?(): { busy: number; idle: number; waiting: number }
  close(): Promise<void>
}

/** The session that a token was issued for is gone: the user signed out, changed the password or was removed. */
export class SessionEnded extends Error {
  constructor() {
    super('Session from session_id claim in JWT does not exist')
  }
}

/** The database cannot be used just now. `retryAfterSeconds` says when it is worth trying again. */
export class DatabaseAway extends Error {
  readonly retryAfterSeconds: number = 1
}

/** No connection could be opened: the server is down, or every connection stayed busy. */
export class DatabaseUnreachable extends DatabaseAway {}

/** The caller has used up their share of the database's time and should come back a little later. */
export class DatabaseBusy extends DatabaseAway {
  override readonly retryAfterSeconds: number

  constructor(retryAfterSeconds = 5) {
    super('Too many requests of yours are waiting for the database; please try again in a few seconds.')
    this.retryAfterSeconds = retryAfterSeconds
  }
}
