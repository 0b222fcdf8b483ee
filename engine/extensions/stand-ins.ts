import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/database.ts'
import type { Config } from '../kernel/config/environment-variables.ts'
import type { FeatureTables, StandsInFor } from '../kernel/feature-tables.ts'
import { loadPackage, type OptionalPackage, packageFolder } from '../kernel/optional-package.ts'

const fromPackage: OptionalPackage = {
  name: 'engine-extensions',
  provides: 'stand-ins for extensions',
  requiredBy: 'A migration of the project',
}

/** Background work of a stand-in while the server runs. */
export type Work = { stop(): Promise<void> }

/** The part of a stand-in that is not SQL, from the package. */
export type StandIn = {
  /** Settings of every transaction; `vaultKey` is a secret of the installation that is not stored in the database. */
  settings?: (vaultKey: string) => Readonly<Record<string, string>>
  /** Loads the background work, where the database has this stand-in. */
  load?: () => Promise<(app: FastifyInstance) => Promise<Work>>
}

/** The `feature` that the package exports. */
export type StandInsFeature = {
  /** Stand-ins by the name of the extension in SQL. */
  standIns: Readonly<Record<string, StandIn>>
  /** Throws `ConfigError` for an invalid environment variable. */
  checkVariables(environment: Config['environment']): void
}

/**
 * The extensions that projects may create although neither the embedded database nor most servers have them, and for
 * which the package has a stand-in: SQL with the extension's names, arguments and results in a folder of that name, and
 * optional background work.
 */
const extensions: readonly StandsInFor[] = [
  { extension: 'moddatetime' },
  { extension: 'pg_cron' },
  { extension: 'pg_graphql' },
  {
    extension: 'pg_net',
    // The trigger function of database webhooks, which exists in every hosted project.
    namedBy: /\bsupabase_functions"?\s*\.\s*"?(?:http_request|hooks)\b/i,
  },
  { extension: 'pgjwt' },
  { extension: 'pgmq' },
  {
    extension: 'supabase_vault',
    // The vault exists in every hosted project.
    namedBy: /\bvault"?\s*\.\s*"?(?:create_secret|update_secret|secrets|decrypted_secrets)\b/i,
  },
  // Dumps of hosted projects create these but never call them: the dashboard's index advisor uses two, and the vault
  // used the third in the past. They have no stand-in.
  { extension: 'hypopg' },
  { extension: 'index_advisor' },
  { extension: 'pgsodium' },
]

/** Environment variables that stand-ins read. */
export const standInVariables: readonly string[] = ['PG_NET_PRIVATE_ADDRESSES']

const PREFIX = 'extension/'

/** The tables and functions of all stand-ins, for extensions that the database does not have. */
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

/** Checks the package's environment variables, where any is set. */
export async function checkStandInVariables(environment: Config['environment']) {
  if (packageFolder(fromPackage) === undefined || !standInVariables.some((name) => environment[name])) return
  const { checkVariables } = await load()
  checkVariables(environment)
}

const IN_PLACE = "select distinct feature from engine.feature_migrations where feature like 'extension/%'"

/**
 * The stand-ins that the database has. Without the package, one left by a project that no longer asks for it does
 * nothing.
 */
export async function standInsIn(database: Database): Promise<StandIn[]> {
  const found = await database.run<{ feature: string }>({}, { text: IN_PLACE })
  if (found.length === 0 || packageFolder(fromPackage) === undefined) return []
  return Promise.all(found.map(({ feature }) => standInOf(feature.slice(PREFIX.length))))
}
