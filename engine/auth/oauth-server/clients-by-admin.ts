import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Transaction } from '../../database/database.ts'
import { pageLinks, parsePage } from '../http/pages.ts'
import { readBody } from '../http/read-body.ts'
import { readerOf } from '../outside-transactions.ts'
import { isUuid } from '../people/addresses.ts'
import {
  type Client,
  clientJson,
  deleteClient,
  findClient,
  insertClient,
  listClients,
  renewSecret,
  updateClient,
} from './client.ts'
import { changedClient, changedFields, newClient, registeredClient } from './client-fields.ts'
import { oauthErrors } from './errors.ts'

type ClientRoute = { Params: { clientId: string } }

/** /admin/oauth/clients: the applications that may sign people in by this project. */
export async function oauthClients(app: FastifyInstance) {
  app.get('/oauth/clients', async (request, reply) => {
    const asked = parsePage(request)
    const page = { limit: asked.perPage, offset: (asked.page - 1) * asked.perPage }
    const { clients, total } = await listClients(readerOf(app.database), page)
    reply.header('x-total-count', total)
    reply.header('link', pageLinks('/admin/oauth/clients', asked, total))
    return { clients: clients.map((client) => clientJson(client)), aud: 'authenticated' }
  })

  app.post('/oauth/clients', async (request, reply) => {
    const fields = newClient(readBody(request, registeredClient), 'manual')
    const { client, secret } = await app.database.transaction({}, (tx) => insertClient(tx, fields))
    return reply.code(201).send(clientJson(found(client), secret))
  })

  app.get<ClientRoute>('/oauth/clients/:clientId', async (request) =>
    clientJson(await clientOf(readerOf(app.database), request)),
  )

  app.put<ClientRoute>('/oauth/clients/:clientId', async (request) => {
    const asked = readBody(request, changedClient)
    return app.database.transaction({}, async (tx) => {
      const known = await clientOf(tx, request)
      return clientJson(found(await updateClient(tx, known.id, changedFields(known, asked))))
    })
  })

  app.delete<ClientRoute>('/oauth/clients/:clientId', async (request, reply) => {
    await app.database.transaction({}, async (tx) => deleteClient(tx, (await clientOf(tx, request)).id))
    return reply.code(204).send()
  })

  app.post<ClientRoute>('/oauth/clients/:clientId/regenerate_secret', async (request) =>
    app.database.transaction({}, async (tx) => {
      const known = await clientOf(tx, request)
      if (known.client_type === 'public') throw oauthErrors.secretOfPublicClient()
      const { client, secret } = await renewSecret(tx, known.id)
      return clientJson(found(client), secret)
    }),
  )
}

async function clientOf(tx: Transaction, { params }: FastifyRequest<ClientRoute>): Promise<Client> {
  if (!isUuid(params.clientId)) throw oauthErrors.clientIdMalformed()
  return found(await findClient(tx, params.clientId))
}

function found(client: Client | undefined): Client {
  if (!client) throw oauthErrors.clientUnknown()
  return client
}
