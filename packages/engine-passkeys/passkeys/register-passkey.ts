import { audit, authErrors, lockUser, readerOf, requireSecondFactor, visitorOf } from 'engine/feature'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { registrationOptions, verifyRegistration } from '../webauthn/ceremonies.ts'
import type { RelyingParty } from '../webauthn/relying-party.ts'
import { newKeyResponse } from '../webauthn/response-schemas.ts'
import { type Purpose, storeChallenge } from './challenge-rows.ts'
import { passkeyErrors } from './passkey-errors.ts'
import { insertPasskey, MAX_PASSKEYS, passkeyJson, passkeysOf } from './passkey-rows.ts'
import { failCeremony, readAnswer } from './read-device-answer.ts'

/** POST /passkeys/registration/options and /verify: a signed-in person adds a passkey. */
export async function registerPasskey(app: FastifyInstance, { relyingParty }: { relyingParty: RelyingParty }) {
  app.post('/registration/options', async (request) => {
    const user = registrant(request)
    const passkeys = await passkeysOf(readerOf(app.database), user.id)
    if (passkeys.length >= MAX_PASSKEYS) throw passkeyErrors.tooMany()
    const known = passkeys.map(({ key }) => key)
    const options = await registrationOptions({ relyingParty, user, known, isDiscoverable: true })
    return storeChallenge(app.database, purposeOf(user), options)
  })

  app.post('/registration/verify', async (request) => {
    const user = registrant(request)
    const { challenge, response } = await readAnswer(app, request, purposeOf(user), newKeyResponse)
    const key = await verifyRegistration(relyingParty, challenge, response).catch(failCeremony(request))
    const passkey = await app.database.transaction({}, async (tx) => {
      // The person's row is locked, so that two simultaneous registrations cannot exceed the limit.
      if (!(await lockUser(tx, user.id))) throw authErrors.userGone()
      if ((await passkeysOf(tx, user.id)).length >= MAX_PASSKEYS) throw passkeyErrors.tooMany()
      const passkey = await insertPasskey(tx, user.id, key)
      if (!passkey) throw passkeyErrors.known()
      await audit(tx, user, 'passkey_created', visitorOf(request), { passkey_id: passkey.id })
      return passkey
    })
    return passkeyJson(passkey)
  })
}

const purposeOf = ({ id }: { id: string }): Purpose => ({ type: 'registration', userId: id })

/** The signed-in person. Throws for people who may not register passkeys, such as anonymous users. */
function registrant({ person }: FastifyRequest) {
  if (person.user.is_anonymous) throw authErrors.notForAnonymous()
  if (person.user.is_sso_user) throw passkeyErrors.ofSso()
  requireSecondFactor(person, passkeyErrors.levelTooLow)
  return person.user
}
