import type pg from 'pg'
import { tableExists } from '../database/offline/table-exists.ts'
import type { Config } from '../kernel/config/environment-variables.ts'
import { version } from '../kernel/version.ts'
import type { Heading } from './archive-format.ts'
import { sequencesOf, tablesOf } from './list-tables.ts'
import { materializedViewsOf } from './materialized-views.ts'
import { objectHashes, tablesNotInBackup } from './not-in-backup.ts'
import { definitionsOf } from './object-definitions.ts'

/** Describes an installation, read in the open transaction before its rows. */
export async function headingOf(client: pg.Client, config: Config): Promise<Heading> {
  const one = async <Row extends object>(text: string) => (await client.query<Row>(text)).rows
  const [server] = await one<{ version: string }>("select current_setting('server_version') as version")
  const features: Record<string, string[]> = {}
  // Before features had tables of their own, all tables belonged to the platform.
  const ofFeatures = (await tableExists(client, 'engine.feature_migrations'))
    ? await one<{ feature: string; version: string }>(
        'select feature, version from engine.feature_migrations order by 1, 2',
      )
    : []
  for (const { feature, version } of ofFeatures) features[feature] = [...(features[feature] ?? []), version]
  // A project without migrations has no table of them.
  const versionsIn = async (table: string) =>
    (await tableExists(client, table))
      ? (await one<{ version: string }>(`select version from ${table} order by 1`)).map(({ version }) => version)
      : []
  return {
    ...{
      format: 1,
      of: config.name,
      madeAt: new Date().toISOString(),
      engine: version,
      postgres: server?.version ?? '',
    },
    migrations: {
      platform: await versionsIn('engine.platform_migrations'),
      features,
      project: await versionsIn('supabase_migrations.schema_migrations'),
    },
    settings: {
      SITE_URL: config.siteUrl,
      HOST: config.host,
      PORT: String(config.port),
      TRUSTED_PROXIES: config.trustedProxies,
    },
    tables: await tablesOf(client),
    sequences: await sequencesOf(client),
    definitions: await definitionsOf(client),
    materializedViews: await materializedViewsOf(client),
    objects: await objectHashes(client),
    unheldRows: await tablesNotInBackup(client),
  }
}
