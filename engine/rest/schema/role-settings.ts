import type { Transaction } from '../../database/database.ts'
import { splitSettings } from './load-functions.ts'

type RoleRow = { role: string; config: string[] }

/**
 * Loads the settings of `ALTER ROLE … SET` that a user may change. Postgres applies them at sign-in only, so a
 * transaction that switches to the role has to apply them itself (docs/wire/rest.md#gateway-and-defaults).
 */
export async function loadRoleSettings(tx: Transaction): Promise<Map<string, Record<string, string>>> {
  const rows = await tx.query<RoleRow>(ROLES)
  return new Map(rows.map(({ role, config }) => [role, Object.fromEntries(splitSettings(config))]))
}

const ROLES = `
select r.rolname as role, array_agg(entry order by entry) as config
from pg_roles r, unnest(r.rolconfig) as entry
join pg_settings s on s.name = split_part(entry, '=', 1) and s.context = 'user'
group by r.rolname`
