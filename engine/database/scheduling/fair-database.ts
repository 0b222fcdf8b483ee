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
import { ALLOWANCE_MS, FREE_MS, Share } from './share.ts'
import { timeoutMs } from './timeout.ts'

const MOST_REMEMBERED = 20_000
/** Of somebody who has not signed in; as long as the hosted service lets a statement of theirs run. */
const VISITORS_ALLOWANCE_MS = 3_000

/**
 * The database, shared so that nobody who comes from outside can have it for themselves: an account has its share, an
 * address has one, and those who have not signed in have one for each address. The project's server and the engine
 * itself take what they need. Throws `DatabaseBusy` for who asks for far more than their share.
 * Why, and by which numbers: docs/decisions/0032-fair-shares.md.
 */
export function shareFairly(database: Database): Database {
  const shares = new LRUCache<string, Share>({ maxSize: MOST_REMEMBERED, sizeCalculation: () => 1 })

  function shareOf(key: string, allowance = ALLOWANCE_MS): Share {
    const share = shares.get(key) ?? new Share(allowance)
    shares.set(key, share)
    return share
  }

  /** The narrower first, so that who waits for that one is in nobody else's way. */
  function sharesOf({ role, claims: { sub }, address = 'unknown' }: Caller): Share[] {
    if (role === 'service_role') return []
    const narrower =
      sub === undefined ? shareOf(`visitors ${address}`, VISITORS_ALLOWANCE_MS) : shareOf(`account ${sub}`)
    return isOfMany(address) ? [narrower] : [narrower, shareOf(`address ${address}`)]
  }

  return {
    ...database,

    async run<T extends Row>(options: TransactionOptions, statement: Statement): Promise<T[]> {
      const party = new Party(options.caller ? sharesOf(options.caller) : [], options)
      if (party.isFree) return database.run<T>(options, statement)
      return party.inside(async () => {
        if (!party.tryAlone()) {
          try {
            return await database.run<T>(party.briefly(), statement)
          } catch (error) {
            if (!isCut(error)) throw error
            // It may take longer alone; nothing of it was kept.
          }
          await party.untilAlone()
        }
        return party.alone(() => database.run<T>(party.atLength(), statement))
      })
    },

    async transaction<T>(options: TransactionOptions, work: (tx: Transaction) => Promise<T>): Promise<T> {
      const party = new Party(options.caller ? sharesOf(options.caller) : [], options)
      if (party.isFree) return database.transaction(options, work)
      // Work can't be done again, so that it has all its time at once.
      return party.inside(async () => {
        await party.untilAlone()
        return party.alone(() => database.transaction(party.atLength(), work))
      })
    },
  }
}

/** From this machine functions ask on behalf of all sorts of people, and so does a proxy whose word is not taken. */
const isOfMany = (address: string) =>
  address === 'unknown' || address.startsWith('127.') || address === networkOf('::1')

/** One piece of work, and those of whose shares it takes. */
class Party {
  readonly #shares: readonly Share[]
  readonly #options: TransactionOptions
  readonly #timeout: number
  readonly #hasTimeout: boolean

  constructor(shares: readonly Share[], options: TransactionOptions) {
    this.#shares = shares
    this.#options = options
    const timeout = timeoutMs(options.settings?.statement_timeout ?? '')
    this.#hasTimeout = timeout !== undefined
    this.#timeout = timeout ?? Math.min(...shares.map(({ allowance }) => allowance))
  }

  get isFree(): boolean {
    return this.#shares.length === 0
  }

  /** Does the work when there is a place in each share. */
  async inside<T>(work: () => Promise<T>): Promise<T> {
    const barredMs = Math.max(...this.#shares.map((share) => share.barredForMs()))
    if (barredMs > 0) throw new DatabaseBusy(Math.ceil(barredMs / 1_000))
    const entered: Share[] = []
    try {
      for (const share of this.#shares) {
        await share.places.enter()
        entered.push(share)
      }
      return await work()
    } finally {
      for (const share of entered) share.places.leave()
    }
  }

  tryAlone(): boolean {
    for (const [index, share] of this.#shares.entries()) {
      if (share.long.tryEnter()) continue
      for (const taken of this.#shares.slice(0, index)) taken.long.leave()
      return false
    }
    return true
  }

  async untilAlone(): Promise<void> {
    const entered: Share[] = []
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

  /** After one of the two above. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } finally {
      for (const share of this.#shares) share.long.leave()
    }
  }

  briefly = () => this.#within(FREE_MS)

  atLength = () => this.#within(Math.min(...this.#shares.map((share) => share.limit(this.#timeout))))

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
const isCut = (error: unknown) => error instanceof pg.DatabaseError && error.code === QUERY_CANCELED
