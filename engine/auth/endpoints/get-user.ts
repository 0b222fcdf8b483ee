import type { FastifyInstance } from 'fastify'
import { authErrors } from '../errors.ts'
import { userJson } from '../users/user-json.ts'

/** GET /user: the caller's current row (docs/wire/auth.md#the-caller). */
export async function getUser(app: FastifyInstance) {
  app.get('/user', async (request) => {
    const { user } = request.person
    const audience = request.headers['x-jwt-aud']
    if (audience !== undefined && audience !== user.aud) throw authErrors.wrongAudience()
    return userJson(user)
  })
}
