import { readBody, text } from 'engine/feature'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { refuseKey } from '../webauthn/log-refusal.ts'
import { type Purpose, takeChallenge } from './challenge-rows.ts'
import { passkeyErrors } from './passkey-errors.ts'

const body = z.object({ challenge_id: text, credential: z.unknown().optional() })

/** Parses the answer of a device and takes the challenge that it must match. */
export async function readAnswer<Response>(
  app: FastifyInstance,
  request: FastifyRequest,
  purpose: Purpose,
  schema: z.ZodType<Response>,
): Promise<{ challenge: string; response: Response }> {
  const { challenge_id: id, credential } = readBody(request, body)
  if (id !== '' && credential === undefined) throw passkeyErrors.input('credential is required')
  const challenge = await takeChallenge(app.database, purpose, id)
  const { data: response } = schema.safeParse(credential)
  if (!response) throw passkeyErrors.ceremonyFailed('Invalid credential response')
  return { challenge, response }
}

export const failCeremony = (request: FastifyRequest) => refuseKey(request, () => passkeyErrors.ceremonyFailed())
