import { afterAll, expect, it } from 'vitest'
import { arrange, newPerson, type Person, removePeople, service } from './people.ts'

const agencyId = crypto.randomUUID()
await arrange(service.from('agencies').insert({ id: agencyId, name: 'Numbers', email: 'hello@numbers.test' }))
const staff = { agencyId, roles: ['agency_staff'] }
const [ana, ben] = await Promise.all([newPerson('NumberedAna', staff), newPerson('NumberedBen', staff)])
afterAll(async () => {
  await removePeople(ana, ben)
  await arrange(service.from('agencies').delete().eq('id', agencyId))
})

const say = ({ db }: Person, content: string, clientId: string = crypto.randomUUID()) =>
  db.from('chat_messages').insert({ content, metadata: { clientId } }).select('number').single()
const stored = () =>
  arrange(service.from('chat_messages').select('number, created_at').eq('agency_id', agencyId).order('number'))

it('[messages.md#missed-messages] numbers stand without a gap in the order of time, whoever speaks at once; what is refused takes none', async () => {
  const clientId = crypto.randomUUID()
  expect((await say(ana, 'First', clientId)).data).toEqual({ number: 1 })
  expect((await say(ana, 'First', clientId)).error?.code).toBe('23505')
  expect((await say(ana, ' ')).error?.code).toBe('23514')
  await Promise.all([1, 2, 3, 4].flatMap((n) => [say(ana, `${n}`), say(ben, `${n}`)]))
  const rows = await stored()
  expect(rows.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  const times = rows.map(({ created_at }) => created_at)
  expect(times).toEqual(times.toSorted())
})

it('nobody chooses a number, the server neither', async () => {
  expect((await ana.db.from('chat_messages').insert({ content: 'Mine', number: 1000 })).error?.code).toBe('42501')
  const row = { agency_id: agencyId, sender_id: ben.id, content: 'By the server', number: 1000 }
  await arrange(service.from('chat_messages').insert(row))
  const rows = await stored()
  expect(rows.at(-1)?.number).toBe(rows.length)
})

it('[messages.md#missed-messages] the number of what was erased is not given again', async () => {
  const last = (await stored()).length
  await arrange(service.from('chat_messages').delete().eq('agency_id', agencyId).eq('number', last))
  expect((await say(ben, 'After it')).data).toEqual({ number: last + 1 })
})
