import type { FastifyInstance } from 'fastify'
import { readBody } from '../http/read-body.ts'
import type { AddressLimiter } from '../limits/calls-per-address.ts'
import { writerOf } from '../outside-transactions.ts'
import { clientJson, insertClient } from './client.ts'
import { newClient, registeredClient } from './client-fields.ts'
import { oauthErrors } from './errors.ts'

type Options = { isOpenToAll: boolean; limit: AddressLimiter }

/** POST /oauth/clients/register: an application registers itself (RFC 7591), where the project is open to all. */
export async function registerClient(app: FastifyInstance, { isOpenToAll, limit }: Options) {
  app.post('/oauth/clients/register', { onRequest: limit }, async (request, reply) => {
    if (!isOpenToAll) throw oauthErrors.registrationDisabled()
    const fields = newClient(readBody(request, registeredClient), 'dynamic')
    const { client, secret } = await insertClient(writerOf(app.database), fields)
    if (!client) throw oauthErrors.clientUnknown()
    return reply.code(201).send(clientJson(client, secret))
  })
}
