import { afterAll, beforeAll, expect, it } from 'vitest'
import { sealed } from '../isolation/random-payload.ts'
import { arrange, newPerson, type Person, removePeople, service } from './people.ts'

let agency: string
let bea: Person // on the staff

beforeAll(async () => {
  agency = crypto.randomUUID()
  await arrange(service.from('agencies').insert({ id: agency, name: 'Two Steps' }))
  bea = await newPerson('Bea', { agencyId: agency, roles: ['agency_staff'] })
})
afterAll(async () => {
  await removePeople(bea)
  await arrange(service.from('agencies').delete().eq('id', agency))
})

it('[vault.md#two-step-keys] a two-step key is as old as its last change, and nobody says otherwise', async () => {
  const entries = () => bea.db.from('password_vault')
  const [added] = await arrange(entries().insert({ title: 'Router', encrypted_password: sealed() }).select())
  const edit = (columns: object) => entries().update(columns).eq('id', added?.id)
  const ageOf = async (): Promise<string | null> =>
    (await arrange(entries().select('two_step_key_changed_at').eq('id', added?.id)))[0]?.two_step_key_changed_at
  expect(await ageOf()).toBeNull()
  await arrange(edit({ encrypted_two_step_key: sealed() }))
  const first = await ageOf()
  await arrange(edit({ encrypted_password: sealed() }))
  expect(await ageOf()).toBe(first)
  await arrange(edit({ encrypted_two_step_key: sealed() }))
  expect(await ageOf()).not.toBe(first)
  expect((await edit({ two_step_key_changed_at: '2020-01-01' })).error?.code).toBe('42501')
  await arrange(edit({ encrypted_two_step_key: null }))
  expect(await ageOf()).toBeNull()
  await arrange(entries().delete().eq('id', added?.id))
})
