import type { FastifyInstance } from 'fastify'
import { userInfoClaims } from './person-claims.ts'

/** /oauth/userinfo: who the token's person is, as far as they let its application know. */
export async function userInfo(app: FastifyInstance) {
  app.route({
    method: ['GET', 'POST'],
    url: '/oauth/userinfo',
    config: { openToApplications: true },
    handler: async ({ person }) => userInfoClaims(person.user, person.session?.scopes ?? ''),
  })
}
