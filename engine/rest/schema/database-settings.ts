import type { Transaction } from '../../database/database.ts'
import type { PgrstSettings } from '../rest-config.ts'
import { splitSettings } from './load-functions.ts'

/**
 * Settings made by `alter role authenticator [in database …] set pgrst.… = …`, which configure the REST service of a
 * hosted project.
 */
export async function loadDatabaseSettings(tx: Transaction): Promise<PgrstSettings> {
  const rows = await tx.query<{ setting: string }>(SETTINGS)
  return Object.fromEntries(splitSettings(rows.map(({ setting }) => setting.slice(PREFIX.length))))
}

const PREFIX = 'pgrst.'

// Settings of this database come last, so that they override those of all databases.
const SETTINGS = `
select entry as setting
from pg_db_role_setting s
join pg_roles r on r.oid = s.setrole
left join pg_database d on d.oid = s.setdatabase
cross join unnest(s.setconfig) as entry
where r.rolname = 'authenticator' and (d.oid is null or d.datname = current_database()) and entry like 'pgrst.%'
order by s.setdatabase`
