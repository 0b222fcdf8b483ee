import fp from 'fastify-plugin'
import { authErrors } from '../errors.ts'
import { bearerClaims } from './bearer.ts'

/** Lets only the project's secret key in; the roles inside a project's own tables count for nothing here. */
export const serviceRoleOnly = fp(
  async function serviceRoleOnly(app) {
    app.addHook('onRequest', async (request) => {
      const { role } = await bearerClaims(app, request)
      if (role !== 'service_role' && role !== 'supabase_admin') throw authErrors.notAdmin()
    })
  },
  { name: 'service-role-only' },
)
