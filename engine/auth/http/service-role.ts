import fp from 'fastify-plugin'
import type { Claims } from '../../database/database.ts'
import { authErrors } from '../errors.ts'
import { bearerClaims } from './bearer.ts'

/** Lets only the project's secret key in; the roles inside a project's own tables count for nothing here. */
export const serviceRoleOnly = fp(
  async function serviceRoleOnly(app) {
    app.addHook('onRequest', async (request) => {
      if (!isAdministrator(await bearerClaims(app, request))) throw authErrors.notAdmin()
    })
  },
  { name: 'service-role-only' },
)

export const isAdministrator = ({ role }: Claims) => role === 'service_role' || role === 'supabase_admin'
