import type { Database, Row, Transaction } from '../database/database.ts'

/** Runs each query on its own, in one round trip, as the engine: for reads that need no transaction. */
export const readerOf = (database: Database): Transaction => oneByOne(database, { readOnly: true })

/** Runs each statement on its own, in one round trip, as the engine: for a write of a single statement. */
export const writerOf = (database: Database): Transaction => oneByOne(database, {})

const oneByOne = (database: Database, options: { readOnly?: boolean }): Transaction => ({
  query: <T extends Row>(text: string, values?: readonly unknown[]) =>
    database.run<T>(options, { text, ...(values && { values }) }),
})
