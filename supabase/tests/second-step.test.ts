import { TOTP } from 'otpauth'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { arrange, newPerson, north, type Person, removePeople, service, signIn } from './people.ts'

const people: Person[] = []
afterAll(() => removePeople(...people))

let person: Person
beforeEach(async () => {
  person = await newPerson('Tess', { agencyId: north, roles: ['agency_staff'] })
  people.push(person)
})

/** Returns the database's view of the caller: agency and readable clients, or neither. */
async function who({ db }: Person) {
  const [me] = await arrange(db.rpc('me'))
  const clients = await arrange(db.from('clients').select('id').limit(1))
  expect(clients.length > 0).toBe(me.id !== null)
  return me
}

async function setUpApp({ db }: Person) {
  const { data, error } = await db.auth.mfa.enroll({ factorType: 'totp' })
  if (error) throw error
  return { id: data.id, code: () => new TOTP({ secret: data.totp.secret }).generate() }
}

const again = async ({ id }: Person): Promise<Person> => {
  const { data } = await service.auth.admin.getUserById(id)
  return signIn(data.user?.email ?? '')
}

it('is owed by nobody without an app, nor while it is still being set up', async () => {
  expect(await who(person)).toMatchObject({ id: person.id, owes_second_step: false })
  await setUpApp(person)
  expect(await who(person)).toMatchObject({ id: person.id, agency_id: north, owes_second_step: false })
})

it('is owed by who comes with the password alone, until the code is typed in', async () => {
  const app = await setUpApp(person)
  const proved = await person.db.auth.mfa.challengeAndVerify({ factorId: app.id, code: app.code() })
  expect(proved.error).toBeNull()
  expect(await who(person)).toMatchObject({ id: person.id, agency_id: north, owes_second_step: false })
  const nobody = { id: null, roles: [], agency_id: null, is_active: false, owes_second_step: true }
  expect(await who(await again(person))).toEqual(nobody)
})

it('is owed by who has codes on paper alone, as when an administrator took the app away', async () => {
  const app = await setUpApp(person)
  await person.db.auth.mfa.challengeAndVerify({ factorId: app.id, code: app.code() })
  const { error } = await person.db.auth.mfa.recoveryCodes.generate()
  expect(error).toBeNull()
  const removed = await service.auth.admin.mfa.deleteFactor({ userId: person.id, id: app.id })
  expect(removed.error).toBeNull()
  expect(await who(await again(person))).toMatchObject({ id: null, owes_second_step: true })
})
