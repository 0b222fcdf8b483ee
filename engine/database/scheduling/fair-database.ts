import { LRUCache } from 'lru-cache'
import pg from 'pg'
import { networkOf } from '../../kernel/network.ts'
import {
  type Caller,
  type Database,
  DatabaseBusy,
  type Row,
  type Statement,
  type Transaction,
  type TransactionOptions,
} from '../database.ts'
import { timeoutMs } from './parse-timeout.ts'
import { ALLOWANCE_MS, FREE_STATEMENT_MS, TimeShare } from './time-share.ts'

const MAX_SHARES = 20_000
/** The allowance of callers who are not signed in: the statement timeout that the hosted service gives them. */
const ANONYMOUS_ALLOWANCE_MS = 3_000

/**
 * The database, shared so that no caller from outside can take all of it: each account has a share, each address has
 * one, and callers who are not signed in have one for each address. The service role and the engine itself are not
 * limited. Throws `DatabaseBusy` for a caller who asks for far more than their share
 * (docs/decisions/0032-fair-shares.md).
 */
export function withFairShares(database: Database): Database {
  const shares = new LRUCache<string, TimeShare>({ maxSize: MAX_SHARES, sizeCalculation: () => 1 })

  function shareOf(key: string, allowance = ALLOWANCE_MS): TimeShare {
    const share = shares.get(key) ?? new TimeShare(allowance)
    shares.set(key, share)
    return share
  }

  /** The narrower share comes first, so that a caller who waits for it blocks nobody else. */
  function sharesOf({ role, claims: { sub }, address = 'unknown' }: Caller): TimeShare[] {
    if (role === 'service_role') return []
    const narrower =
      sub === undefined ? shareOf(`visitors ${address}`, ANONYMOUS_ALLOWANCE_MS) : shareOf(`account ${sub}`)
    return isShared(address) ? [narrower] : [narrower, shareOf(`address ${address}`)]
  }

  return {
    ...database,

    async run<T extends Row>(options: TransactionOptions, statement: Statement): Promise<T[]> {
      const shared = new SharedWork(options.caller ? sharesOf(options.caller) : [], options)
      if (shared.isFree) return database.run<T>(options, statement)
      return shared.whenAdmitted(async () => {
        if (!shared.tryExclusive()) {
          try {
            return await database.run<T>(shared.briefOptions(), statement)
          } catch (error) {
            if (!isCancelled(error)) throw error
            // The cancelled statement was rolled back. It runs again alone, and may then take longer.
          }
          await shared.waitForExclusive()
        }
        return shared.runExclusive(() => database.run<T>(shared.longOptions(), statement))
      })
    },

    async transaction<T>(options: TransactionOptions, work: (tx: Transaction) => Promise<T>): Promise<T> {
      const shared = new SharedWork(options.caller ? sharesOf(options.caller) : [], options)
      if (shared.isFree) return database.transaction(options, work)
      // The work of a transaction cannot be run a second time, so it gets all its time at once.
      return shared.whenAdmitted(async () => {
        await shared.waitForExclusive()
        return shared.runExclusive(() => database.transaction(shared.longOptions(), work))
      })
    },
  }
}

/**
 * Whether an address stands for many people: edge functions call from this machine, and so does a proxy that is not
 * trusted.
 */
const isShared = (address: string) =>
  address === 'unknown' || address.startsWith('127.') || address === networkOf('::1')

/** One piece of work and the shares that it is charged to. */
class SharedWork {
  readonly #shares: readonly TimeShare[]
  readonly #options: TransactionOptions
  readonly #timeout: number
  readonly #hasTimeout: boolean

  constructor(shares: readonly TimeShare[], options: TransactionOptions) {
    this.#shares = shares
    this.#options = options
    const timeout = timeoutMs(options.settings?.statement_timeout ?? '')
    this.#hasTimeout = timeout !== undefined
    this.#timeout = timeout ?? Math.min(...shares.map(({ allowance }) => allowance))
  }

  get isFree(): boolean {
    return this.#shares.length === 0
  }

  /** Does the work when there is room in each share. */
  async whenAdmitted<T>(work: () => Promise<T>): Promise<T> {
    const barredMs = Math.max(...this.#shares.map((share) => share.barredForMs()))
    if (barredMs > 0) throw new DatabaseBusy(Math.ceil(barredMs / 1_000))
    const entered: TimeShare[] = []
    try {
      for (const share of this.#shares) {
        await share.slots.enter()
        entered.push(share)
      }
      return await work()
    } finally {
      for (const share of entered) share.slots.leave()
    }
  }

  tryExclusive(): boolean {
    for (const [index, share] of this.#shares.entries()) {
      if (share.long.tryEnter()) continue
      for (const taken of this.#shares.slice(0, index)) taken.long.leave()
      return false
    }
    return true
  }

  async waitForExclusive(): Promise<void> {
    const entered: TimeShare[] = []
    try {
      for (const share of this.#shares) {
        await share.long.enter()
        entered.push(share)
      }
    } catch (error) {
      for (const share of entered) share.long.leave()
      throw error
    }
  }

  /** Runs work after `tryExclusive` or `waitForExclusive`, and then lets the next one in. */
  async runExclusive<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } finally {
      for (const share of this.#shares) share.long.leave()
    }
  }

  briefOptions = () => this.#within(FREE_STATEMENT_MS)

  longOptions = () => this.#within(Math.min(...this.#shares.map((share) => share.limit(this.#timeout))))

  #within(ms: number): TransactionOptions {
    const { settings } = this.#options
    return {
      ...this.#options,
      ...((ms < this.#timeout || !this.#hasTimeout) && {
        settings: { ...settings, statement_timeout: `${Math.ceil(ms)}ms` },
      }),
      onSpent: (spent) => {
        for (const share of this.#shares) share.spend(spent)
      },
      onBroken: () => {
        for (const share of this.#shares) share.bar()
      },
    }
  }
}

const QUERY_CANCELED = '57014'
const isCancelled = (error: unknown) => error instanceof pg.DatabaseError && error.code === QUERY_CANCELED
