import type { Transaction } from '../../database/database.ts'
import type { PgrstSettings } from '../config.ts'
import { splitSettings } from './functions.ts'

/** `alter role authenticator [in database …] set pgrst.… = …`, which is how a hosted project sets up its REST service. */
export async function loadDatabaseSettings(tx: Transaction): Promise<PgrstSettings> {
  const rows = await tx.query<{ setting: string }>(SETTINGS)
  const prefix = 'pgrst.'
  return Object.fromEntries(splitSettings(rows.map(({ setting }) => setting.slice(prefix.length))))
}

// Those of this database come last, since they say more than those of all databases.
const SETTINGS = `
select entry as setting
from pg_db_role_setting s
join pg_roles r on r.oid = s.setrole
left join pg_database d on d.oid = s.setdatabase
cross join unnest(s.setconfig) as entry
where r.rolname = 'authenticator' and (d.oid is null or d.datname = current_database()) and entry like 'pgrst.%'
order by s.setdatabase`
