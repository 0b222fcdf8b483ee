import type { Database, Row, Transaction } from '../database/database.ts'

/** Runs each read by itself, in one round trip, as the engine: for questions that need no transaction around them. */
export const readerOf = (database: Database): Transaction => ({
  query: <T extends Row>(text: string, values?: readonly unknown[]) =>
    database.run<T>({ readOnly: true }, { text, ...(values && { values }) }),
})
