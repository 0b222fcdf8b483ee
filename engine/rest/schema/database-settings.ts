import type { Transaction } from '../../database/database.ts'
import { type PgrstSettings, qualifiedText, settingNames } from '../rest-config.ts'
import { splitSettings } from './load-functions.ts'

/**
 * Settings made by `alter role authenticator [in database …] set pgrst.… = …`, which configure the REST service of a
 * hosted project, over those that the function `first` sets.
 */
export async function loadDatabaseSettings(tx: Transaction, first: string | undefined): Promise<PgrstSettings> {
  const byFunction = first === undefined ? [] : await settingsBy(tx, first)
  const rows = await tx.query<{ setting: string }>(SETTINGS)
  const ofRole = splitSettings(rows.map(({ setting }) => setting.slice(PREFIX.length)))
  return Object.fromEntries([...byFunction, ...ofRole])
}

const PREFIX = 'pgrst.'

async function settingsBy(tx: Transaction, first: string): Promise<[string, string][]> {
  await tx.query(`select ${qualifiedText(first)}()`)
  const rows = await tx.query<{ name: string; value: string }>(
    `select name, value from unnest($1::text[]) name, current_setting('${PREFIX}' || name, true) value where value <> ''`,
    [settingNames],
  )
  return rows.map(({ name, value }) => [name, value])
}

// Settings of this database come last, so that they override those of all databases.
const SETTINGS = `
select entry as setting
from pg_db_role_setting s
join pg_roles r on r.oid = s.setrole
left join pg_database d on d.oid = s.setdatabase
cross join unnest(s.setconfig) as entry
where r.rolname = 'authenticator' and (d.oid is null or d.datname = current_database()) and entry like 'pgrst.%'
order by s.setdatabase`
