import pg from 'pg'
import type { Database } from '../database.ts'
import type { Migration } from './migration-files.ts'

const NAME = /"([A-Za-z]{2,3}(?:-[A-Za-z\d]+)*)-x-icu"/g

/**
 * Creates the collations of languages that the migrations name, such as "de-x-icu". A PostgreSQL with ICU has one for
 * each language; the embedded database has ICU without the rules of single languages, so these sort by the rules that
 * all languages share.
 */
export async function provideCollations(database: Database, migrations: readonly Pick<Migration, 'sql'>[]) {
  const isEmbedded = database.raw !== undefined
  const locales = new Set(migrations.flatMap(({ sql }) => Array.from(sql.matchAll(NAME), ([, locale = '']) => locale)))
  if (!isEmbedded || locales.size === 0) return
  await database.transaction({}, async (tx) => {
    for (const locale of locales) {
      const name = pg.escapeIdentifier(`${locale}-x-icu`)
      await tx.query(
        `create collation if not exists pg_catalog.${name} (provider = icu, locale = ${pg.escapeLiteral(locale)})`,
      )
    }
  })
}
