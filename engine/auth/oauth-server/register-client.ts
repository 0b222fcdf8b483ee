import type { FastifyInstance } from 'fastify'
import { readBody } from '../http/read-body.ts'
import { writerOf } from '../single-statements.ts'
import { clientJson, insertClient } from './client.ts'
import { newClient, registeredClient } from './client-fields.ts'
import { oauthErrors } from './errors.ts'

/** POST /oauth/clients/register: an application registers itself (RFC 7591), where the project is open to all. */
export async function registerClient(app: FastifyInstance) {
  app.post('/oauth/clients/register', { onRequest: app.limitAddress('oauthRegister') }, async (request, reply) => {
    if (!app.authSettings.oauthServer?.isOpenToAll) throw oauthErrors.registrationDisabled()
    const fields = newClient(readBody(request, registeredClient), 'dynamic')
    const { client, secret } = await insertClient(writerOf(app.database), fields)
    if (!client) throw oauthErrors.clientUnknown()
    return reply.code(201).send(clientJson(client, secret))
  })
}
