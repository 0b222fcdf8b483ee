import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/database.ts'
import type { Config } from '../kernel/config/config.ts'
import type { FeatureTables, StandsInFor } from '../kernel/feature-tables.ts'
import { loadPackage, type OptionalPackage, packageFolder } from '../kernel/optional-package.ts'

const fromPackage: OptionalPackage = {
  name: 'engine-extensions',
  brings: 'stand-ins for extensions',
  askedBy: 'A migration of the project',
}

/** Work beside the SQL of a stand-in, for as long as the server runs. */
export type Work = { stop(): Promise<void> }

/** What the package brings of one stand-in beside its SQL. */
export type StandIn = {
  /** What every transaction is told; `vaultKey` is a secret of the installation that the database does not hold. */
  settings?: (vaultKey: string) => Readonly<Record<string, string>>
  /** Loaded where the database has it. */
  load?: () => Promise<(app: FastifyInstance) => Promise<Work>>
}

/** The `feature` that the package exports. */
export type StandInsFeature = {
  /** The keys are the names of the extensions in SQL. */
  standIns: Readonly<Record<string, StandIn>>
  /** Throws `ConfigError` where one of the environment's variables cannot be used. */
  checkVariables(environment: Config['environment']): void
}

/**
 * What a project may create that neither the embedded database nor most servers have, and that the package has something for: SQL
 * with the names, arguments and results of the extension's, in a folder of that name, and what is to be done beside.
 */
const extensions: readonly StandsInFor[] = [
  { extension: 'moddatetime' },
  { extension: 'pg_cron' },
  { extension: 'pg_graphql' },
  {
    extension: 'pg_net',
    // The trigger of database webhooks, which the hosted service has in every project.
    namedBy: /\bsupabase_functions"?\s*\.\s*"?(?:http_request|hooks)\b/i,
  },
  { extension: 'pgjwt' },
  { extension: 'pgmq' },
  {
    extension: 'supabase_vault',
    // Every project on the hosted service has it.
    namedBy: /\bvault"?\s*\.\s*"?(?:create_secret|update_secret|secrets|decrypted_secrets)\b/i,
  },
  // Dumps of hosted projects create these, and nothing of theirs calls them: two are looked with by the dashboard's advisor, and
  // the third once made the vault. Nothing is in their place.
  { extension: 'hypopg' },
  { extension: 'index_advisor' },
  { extension: 'pgsodium' },
]

/** Environment variables that they read. */
export const standInVariables: readonly string[] = ['PG_NET_PRIVATE_ADDRESSES']

const PREFIX = 'extension/'

/** The tables and functions of all stand-ins, in place of the extensions that the database does not have. */
export const tablesOfStandIns = (vaultKey: () => Promise<string>): FeatureTables[] => {
  const folder = packageFolder(fromPackage)
  return extensions.map((standsInFor) => {
    const { extension } = standsInFor
    return {
      name: `${PREFIX}${extension}`,
      folder: folder && `${folder}/${extension.replaceAll('_', '-')}`,
      from: fromPackage,
      isOn: false,
      standsInFor,
      settings: async () => (await standInOf(extension)).settings?.(await vaultKey()) ?? {},
    }
  })
}

const load = () => loadPackage<StandInsFeature>(fromPackage)

const standInOf = async (extension: string): Promise<StandIn> => (await load()).standIns[extension] ?? {}

/** Reads the variables of the package where they are set. */
export async function checkStandInVariables(environment: Config['environment']) {
  if (packageFolder(fromPackage) === undefined || !standInVariables.some((name) => environment[name])) return
  const { checkVariables } = await load()
  checkVariables(environment)
}

const IN_PLACE = "select distinct feature from engine.feature_migrations where feature like 'extension/%'"

/** What the database has of them. One that was left by a project that asks for it no longer does nothing without the package. */
export async function standInsIn(database: Database): Promise<StandIn[]> {
  const found = await database.run<{ feature: string }>({}, { text: IN_PLACE })
  if (found.length === 0 || packageFolder(fromPackage) === undefined) return []
  return Promise.all(found.map(({ feature }) => standInOf(feature.slice(PREFIX.length))))
}
