import type { FastifyRequest } from 'fastify'
import { isUuid } from '../../kernel/uuid.ts'
import { authErrors } from '../errors.ts'

export type UserRoute = { Params: { userId: string } }

/** The id of the user in the path. */
export function userIdOf({ params }: FastifyRequest<UserRoute>): string {
  if (!isUuid(params.userId)) throw authErrors.userIdMalformed()
  return params.userId
}
