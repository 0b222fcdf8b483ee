import type { Database, Row, Transaction } from '../database/database.ts'

/** Runs each question by itself, in one round trip, as the engine: for reads that need no transaction around them. */
export const readerOf = (database: Database): Transaction => oneByOne(database, { readOnly: true })

/** Runs each statement by itself, in one round trip, as the engine: for a write that is one statement. */
export const writerOf = (database: Database): Transaction => oneByOne(database, {})

const oneByOne = (database: Database, options: { readOnly?: boolean }): Transaction => ({
  query: <T extends Row>(text: string, values?: readonly unknown[]) =>
    database.run<T>(options, { text, ...(values && { values }) }),
})
