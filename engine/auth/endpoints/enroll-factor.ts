import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Transaction } from '../../database/database.ts'
import { factorErrors } from '../factors/errors.ts'
import { dropFactor, insertFactor, type NewFactor } from '../factors/factors.ts'
import { requireRoom } from '../factors/room.ts'
import { newSecret, qrCode, totpUri } from '../factors/totp.ts'
import { readBody, text } from '../http/read-body.ts'
import { parsePhone } from '../people/addresses.ts'
import { audit } from '../people/audit.ts'
import type { User } from '../people/user.ts'
import { lockUser } from '../people/users.ts'
import type { SignedInPerson } from '../sessions/signed-in-person.ts'
import { type Visitor, visitorOf } from '../visitor.ts'

const body = z.object({ factor_type: text, friendly_name: text, issuer: text, phone: text })

type Asked = z.infer<typeof body> & { visitor: Visitor }

/** POST /factors: the first half of setting up a second factor; it counts once a code of it was typed back. */
export async function enrollFactor(app: FastifyInstance) {
  const { totp, phoneFactor, webauthnFactor, maxFactors, siteUrl } = app.authSettings

  app.post('/', async (request) => {
    const asked = { ...readBody(request, body), visitor: visitorOf(request) }
    if (asked.factor_type === 'totp') return enrollTotp(request.person, asked)
    if (asked.factor_type === 'phone') return enrollPhone(request.person, asked)
    if (asked.factor_type === 'webauthn') return enrollWebauthn(request.person, asked)
    throw factorErrors.typeUnknown()
  })

  async function enrollTotp(person: SignedInPerson, { friendly_name: name, issuer, visitor }: Asked) {
    if (!totp.canEnroll) throw factorErrors.enrollDisabled('totp')
    const { user } = person
    const secret = newSecret()
    const uri = totpUri(secret, user.email || user.phone || '', issuer || new URL(siteUrl).host)
    const id = await app.database.transaction({}, async (tx) => {
      await requireRoom(tx, person, { name, maxFactors })
      return insert(tx, user, { factor_type: 'totp', friendly_name: name, secret, phone: null }, visitor)
    })
    return { id, type: 'totp', friendly_name: name, totp: { qr_code: qrCode(uri), secret, uri } }
  }

  async function enrollPhone(person: SignedInPerson, { friendly_name: name, phone: asked, visitor }: Asked) {
    if (!phoneFactor.canEnroll) throw factorErrors.enrollDisabled('phone')
    if (asked === '') throw factorErrors.phoneMissing()
    const phone = parsePhone(asked)
    const { user } = person
    const id = await app.database.transaction({}, async (tx) => {
      await giveWay(tx, user, phone)
      await requireRoom(tx, person, { name, maxFactors })
      return insert(tx, user, { factor_type: 'phone', friendly_name: name, secret: null, phone }, visitor)
    })
    return { id, type: 'phone', friendly_name: name, phone: asked }
  }

  async function enrollWebauthn(person: SignedInPerson, { friendly_name: name, visitor }: Asked) {
    if (!webauthnFactor.canEnroll) throw factorErrors.enrollDisabled('webauthn')
    const id = await app.database.transaction({}, async (tx) => {
      await requireRoom(tx, person, { name, maxFactors })
      const factor = { factor_type: 'webauthn', friendly_name: name, secret: null, phone: null } as const
      return insert(tx, person.user, factor, visitor)
    })
    return { id, type: 'webauthn', friendly_name: name }
  }

  async function insert(tx: Transaction, user: User, factor: Omit<NewFactor, 'user_id'>, visitor: Visitor) {
    const id = await insertFactor(tx, { ...factor, user_id: user.id })
    await audit(tx, user, 'factor_in_progress', visitor, { factor_id: id, factor_type: factor.factor_type })
    return id
  }

  /** A number is a factor once; an attempt that came to nothing gives way to the next. */
  async function giveWay(tx: Transaction, { id }: User, phone: string) {
    const same = (await lockUser(tx, id))?.factors.find((factor) => factor.phone === phone)
    if (same?.status === 'verified') throw factorErrors.phoneVerified()
    if (same) await dropFactor(tx, same.id)
  }
}
