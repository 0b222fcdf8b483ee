import { loadPackage, type OptionalPackage } from '../kernel/optional-package.ts'
import type { Database } from './database.ts'

type Raw = NonNullable<Database['raw']>

/** A socket by which drivers of PostgreSQL reach the embedded database. The first call of `address` opens it. */
export type DatabaseSocket = { address(): Promise<string>; close(): Promise<void> }

type Runner = Pick<Database, 'run'>

/** The `feature` that the package exports. */
export type DatabaseSocketFeature = {
  /** A socket on any free port, with a password that is new with each start. */
  socketForFunctions(database: Runner, raw: Raw): DatabaseSocket
  /** A socket whose address stays, for programs that people start. */
  socketForTools(database: Runner, raw: Raw, address: { port: number; password: string }): DatabaseSocket
}

const from: Omit<OptionalPackage, 'requiredBy'> = {
  name: 'engine-postgres-socket',
  provides: 'the embedded database by a driver of PostgreSQL',
}

/** Loads the package. Throws `ConfigError` where it is not installed; `requiredBy` is what needs it. */
export const loadDatabaseSocket = (requiredBy: string) => loadPackage<DatabaseSocketFeature>({ ...from, requiredBy })
