import type { FastifyInstance } from 'fastify'
import { queryText } from '../http/read-body.ts'
import { readerOf } from '../outside-transactions.ts'
import { isUuid } from '../people/addresses.ts'
import { audit } from '../people/audit.ts'
import { visitorOf } from '../visitor.ts'
import { listGrants, revokeGrant } from './consent-table.ts'
import { oauthErrors } from './errors.ts'

/** /user/oauth/grants: which applications somebody has let in, and how they put one out again. */
export async function grants(app: FastifyInstance) {
  app.get('/user/oauth/grants', async ({ person }) => listGrants(readerOf(app.database), person.user.id))

  app.delete('/user/oauth/grants', async (request, reply) => {
    const clientId = queryText(request, 'client_id')
    if (clientId === '') throw oauthErrors.parameterMissing('client_id query parameter')
    if (!isUuid(clientId)) throw oauthErrors.clientIdMalformed()
    const { user } = request.person
    await app.database.transaction({}, async (tx) => {
      if (!(await revokeGrant(tx, user.id, clientId))) throw oauthErrors.grantUnknown()
      const traits = { oauth_client_id: clientId, action: 'revoke_oauth_grant' }
      await audit(tx, user, 'token_revoked', visitorOf(request), traits)
    })
    return reply.code(204).send()
  })
}
