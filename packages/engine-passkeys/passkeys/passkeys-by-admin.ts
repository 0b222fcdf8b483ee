import { audit, authErrors, findUser, readerOf, serviceRole, type UserRoute, userIdOf, visitorOf } from 'engine/feature'
import type { FastifyInstance } from 'fastify'
import { type PasskeyRoute, passkeyIdOf } from './manage-passkeys.ts'
import { passkeyErrors } from './passkey-errors.ts'
import { dropPasskey, passkeyJson, passkeysOf } from './passkey-rows.ts'

/** GET /admin/users/{id}/passkeys, and DELETE of one: for a user who has lost their device. */
export async function passkeysByAdmin(app: FastifyInstance) {
  app.get<UserRoute>('/users/:userId/passkeys', async (request) => {
    const userId = await existingUser(userIdOf(request))
    return (await passkeysOf(readerOf(app.database), userId)).map(passkeyJson)
  })

  app.delete<UserRoute & PasskeyRoute>('/users/:userId/passkeys/:passkeyId', async (request, reply) => {
    const userId = await existingUser(userIdOf(request))
    const id = passkeyIdOf(request)
    await app.database.transaction({}, async (tx) => {
      if (!(await dropPasskey(tx, id, userId))) throw passkeyErrors.unknown()
      await audit(tx, serviceRole, 'passkey_deleted', visitorOf(request), { user_id: userId, passkey_id: id })
    })
    return reply.code(204).send()
  })

  async function existingUser(id: string): Promise<string> {
    if (!(await findUser(readerOf(app.database), id))) throw authErrors.userNotFound()
    return id
  }
}
