import { audit, isUuid, readBody, readerOf, requireSecondFactor, text, visitorOf } from 'engine/feature'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { passkeyErrors } from './passkey-errors.ts'
import { dropPasskey, passkeyJson, passkeysOf, renamePasskey } from './passkey-rows.ts'

export type PasskeyRoute = { Params: { passkeyId: string } }

const MAX_NAME_LENGTH = 120

const body = z.object({ friendly_name: text })

/** GET /passkeys, and PATCH and DELETE of one: the signed-in person's own passkeys. */
export async function managePasskeys(app: FastifyInstance) {
  app.get('/', async ({ person }) => (await passkeysOf(readerOf(app.database), person.user.id)).map(passkeyJson))

  app.patch<PasskeyRoute>('/:passkeyId', async (request) => {
    const id = passkeyIdOf(request)
    const { friendly_name: name } = readBody(request, body)
    if (name === '') throw passkeyErrors.input('friendly_name is required')
    if (Buffer.byteLength(name) > MAX_NAME_LENGTH) {
      throw passkeyErrors.input(`friendly_name must be ${MAX_NAME_LENGTH} characters or less`)
    }
    const { user } = request.person
    const passkey = await app.database.transaction({}, async (tx) => {
      const passkey = await renamePasskey(tx, { id, userId: user.id, name })
      if (!passkey) throw passkeyErrors.unknown()
      await audit(tx, user, 'passkey_updated', visitorOf(request), { passkey_id: id })
      return passkey
    })
    return passkeyJson(passkey)
  })

  app.delete<PasskeyRoute>('/:passkeyId', async (request, reply) => {
    const { user } = request.person
    requireSecondFactor(request.person, passkeyErrors.levelTooLow)
    const id = passkeyIdOf(request)
    await app.database.transaction({}, async (tx) => {
      if (!(await dropPasskey(tx, id, user.id))) throw passkeyErrors.unknown()
      await audit(tx, user, 'passkey_deleted', visitorOf(request), { passkey_id: id })
    })
    return reply.code(204).send()
  })
}

/** The id of the passkey in the request's path. */
export function passkeyIdOf({ params }: FastifyRequest<PasskeyRoute>): string {
  if (!isUuid(params.passkeyId)) throw passkeyErrors.unknown()
  return params.passkeyId
}
