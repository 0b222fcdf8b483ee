import fp from 'fastify-plugin'
import type { Claims } from '../../database/database.ts'
import { authErrors } from '../errors.ts'
import { bearerClaims } from './bearer-claims.ts'

/** Requires the project's secret key; roles inside a project's own tables do not count here. */
export const serviceRoleOnly = fp(
  async function serviceRoleOnly(app) {
    app.addHook('onRequest', async (request) => {
      if (!isAdministrator(await bearerClaims(app, request))) throw authErrors.notAdmin()
    })
  },
  { name: 'service-role-only' },
)

export const isAdministrator = ({ role }: Claims) => role === 'service_role' || role === 'supabase_admin'
