import { createHash } from 'node:crypto'
import type pg from 'pg'
import { comparableDefinition } from '../inspection/comparable-definition.ts'
import { objectsOf } from '../inspection/list-objects.ts'
import type { Heading } from './archive-format.ts'

const MAX_NAMES = 20

/** The objects of a database by kind and name, with a hash of their definition without the owner. */
export async function objectHashes(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ owner: string }>('select current_user::text as owner')
  const comparable = comparableDefinition(rows[0]?.owner ?? '')
  const objects = await objectsOf({ query: async (text) => (await client.query(text)).rows })
  return Object.fromEntries(
    Object.entries(objects).map(([name, definition]) => [
      name,
      // Whether old rows were validated is part of the rows, so it is left out here.
      createHash('sha256')
        .update(comparable(definition).replace(/ NOT VALID$/, ''))
        .digest('base64url')
        .slice(0, 16),
    ]),
  )
}

/** Content that rows do not cover: large objects, and rows that an extension keeps in tables of its own. */
export async function tablesNotInBackup(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; condition: string }>(`
    select format('%I.%I', nspname, relname) as name, condition
    from pg_extension, unnest(extconfig, extcondition) as config (id, condition)
    join pg_class on pg_class.oid = id
    join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r'
    union all
    select 'pg_catalog.pg_largeobject_metadata', ''
    order by 1`)
  const notes: string[] = []
  for (const { name, condition } of rows) {
    const found = await client.query<{ count: string }>(`select count(*) from ${name} ${condition}`)
    const count = Number(found.rows[0]?.count)
    if (count === 0) continue
    const what =
      name === 'pg_catalog.pg_largeobject_metadata' ? 'large objects' : `rows of ${name}, a table of an extension,`
    notes.push(`Backups do not hold ${what}, and there are ${count}.`)
  }
  return notes
}

/**
 * Differences between a database and the one that an archive was made of; there are some only where no migration
 * creates an object.
 */
export async function differencesFrom(heading: Heading, client: pg.Client): Promise<string[]> {
  if (!heading.objects) return []
  const [there, here] = [heading.objects, await objectHashes(client)]
  const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version")
  const isSameVersion = majorOf(rows[0]?.version) === majorOf(heading.postgres)
  const isCompared = (name: string) => isSameVersion || !DEPENDS_ON_VERSION.test(name)
  const [old, now] = [Object.keys(there).filter(isCompared), Object.keys(here).filter(isCompared)]
  return [
    ...describeDifference(
      'Backups do not hold what no migration makes',
      old.filter((name) => !(name in here)),
    ),
    ...describeDifference(
      'Migrations make what was there no more',
      now.filter((name) => !(name in there)),
    ),
    ...describeDifference(
      'Backups do not hold how something was changed without a migration',
      isSameVersion ? old.filter((name) => name in here && here[name] !== there[name]) : [],
    ),
  ]
}

const majorOf = (version = '') => version.split('.')[0]

/** Extensions, their stand-ins and their comments differ between kinds of databases. */
const DEPENDS_ON_VERSION =
  /^(extension|default grants|comment|type) |^[a-z ]+ (extensions|engine|cron|net|pgmq|graphql\w*|vault|supabase_\w+|pg_\w+)\b|^(function|type) [^.]+$|^schema (extensions|engine|cron|net|pgmq|graphql\w*|vault)$/

function describeDifference(what: string, names: readonly string[]): string[] {
  if (names.length === 0) return []
  const more = names.length > MAX_NAMES ? `, and ${names.length - MAX_NAMES} more` : ''
  return [`${what}: ${names.toSorted().slice(0, MAX_NAMES).join(', ')}${more}.`]
}
