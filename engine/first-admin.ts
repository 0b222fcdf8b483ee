import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { createConfirmedUser } from './auth/first-admin.ts'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import type { Project } from './project.ts'

/**
 * How a project says who its first administrator is: one statement answers `needed`, the other makes the user ($1)
 * one. The engine knows no roles, so both are the project's own SQL, in config.toml under `[mainstreet]`.
 */
const firstAdminSql = z.object({ first_admin_needed_sql: z.string(), first_admin_sql: z.string() })

/** While the project has no administrator, makes one and prints how to sign in; a password is shown this once only. */
export async function makeFirstAdmin(database: Database, project: Project, config: Config) {
  const sql = firstAdminSql.safeParse(project.config.mainstreet)
  if (!sql.success) return
  const email = config.adminEmail ?? 'admin@mainstreet.local'
  const password = config.adminPassword ?? randomBytes(12).toString('base64url')
  const made = await database.transaction({}, async (tx) => {
    const [answer] = await tx.query<{ needed: boolean }>(sql.data.first_admin_needed_sql)
    if (!answer?.needed) return false
    const userId = await createConfirmedUser(tx, { email, password, metadata: { name: 'Administrator' } })
    await tx.query(sql.data.first_admin_sql, [userId])
    return true
  })
  if (!made) return
  const shown = config.adminPassword ? 'the password of ADMIN_PASSWORD' : `password ${password} (shown only now)`
  console.log(`First administrator: ${email}, ${shown}. Sign in at ${config.siteUrl}/auth`)
}
