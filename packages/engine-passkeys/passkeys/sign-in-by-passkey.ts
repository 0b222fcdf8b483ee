import {
  type AddressLimiter,
  authErrors,
  isBanned,
  isConfirmed,
  isPhoneConfirmed,
  lockUser,
  openSession,
  readerOf,
  sessionJson,
  type User,
  visitorOf,
} from 'engine/feature'
import type { FastifyInstance } from 'fastify'
import { authenticationOptions, userHandleOf, verifyAuthentication } from '../webauthn/ceremonies.ts'
import type { RelyingParty } from '../webauthn/relying-party.ts'
import { keyResponse } from '../webauthn/response-schemas.ts'
import { type Purpose, storeChallenge } from './challenge-rows.ts'
import { passkeyErrors } from './passkey-errors.ts'
import { findPasskey, markUsed } from './passkey-rows.ts'
import { failCeremony, readAnswer } from './read-device-answer.ts'

const purpose: Purpose = { type: 'authentication', userId: null }

type Options = { relyingParty: RelyingParty; limitAsking: AddressLimiter; limitAnswers: AddressLimiter }

/** POST /passkeys/authentication/options and /verify: signs in the person whom the passkey belongs to. */
export async function signInByPasskey(app: FastifyInstance, { relyingParty, limitAsking, limitAnswers }: Options) {
  app.post('/authentication/options', { onRequest: limitAsking, config: { isGuessable: true } }, async () =>
    storeChallenge(app.database, purpose, await authenticationOptions(relyingParty)),
  )

  app.post('/authentication/verify', { onRequest: limitAnswers }, async (request) => {
    const { challenge, response } = await readAnswer(app, request, purpose, keyResponse)
    const fail = failCeremony(request)
    const passkey = await findPasskey(readerOf(app.database), response.id)
    if (!passkey) return fail('nobody has registered it')
    if (response.response.userHandle !== userHandleOf({ id: passkey.user_id })) return fail('it is of somebody else')
    const signCount = await verifyAuthentication(relyingParty, challenge, response, passkey.key).catch(fail)
    const signedIn = await app.database.transaction({}, async (tx) => {
      const user = await lockUser(tx, passkey.user_id)
      if (!user) return fail('its owner is gone')
      requireMaySignIn(user)
      if (!(await markUsed(tx, passkey.id, signCount))) return fail('it was used or removed meanwhile')
      return openSession(tx, { user, method: 'passkey', provider: 'passkey', visitor: visitorOf(request) })
    })
    return sessionJson(app, signedIn)
  })
}

function requireMaySignIn(user: User) {
  if (user.deleted_at !== null) throw passkeyErrors.ownerDeleted()
  if (user.email && !isConfirmed(user)) throw authErrors.emailNotConfirmed(403)
  if (user.phone && !isPhoneConfirmed(user)) throw authErrors.phoneNotConfirmed(403)
  if (isBanned(user)) throw authErrors.banned()
}
