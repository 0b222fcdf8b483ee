import { afterAll, expect, it } from 'vitest'
import { connect, introduce, tokenOf } from './chat-client.ts'
import { arrange, newPerson, north, removePeople, service } from './people.ts'

const [flo, fay] = await Promise.all([
  newPerson('Flo', { agencyId: north, roles: ['agency_staff'] }),
  newPerson('Fay', { agencyId: north, roles: ['agency_staff'] }),
])
afterAll(async () => {
  await arrange(service.from('chat_messages').delete().in('sender_id', [flo.id, fay.id]))
  await removePeople(flo, fay)
})

it('[messages.md#socket] somebody says ten messages in five seconds, in however many tabs, and is told to wait', async () => {
  const token = await tokenOf(flo)
  const tabs = [await introduce(token), await introduce(token)]
  for (const tab of tabs) await expect.poll(() => tab.of('auth_success')).toHaveLength(1)
  for (let number = 1; number <= 6; number += 1) {
    for (const tab of tabs) tab.send({ type: 'message', content: `${number}`, messageType: 'text', metadata: {} })
  }
  const refusals = () => tabs.flatMap((tab) => tab.of('error').map(({ message }) => message))
  await expect.poll(refusals).toEqual(Array(2).fill('Too many messages. Please wait a few seconds.'))
  for (const tab of tabs) await expect.poll(() => tab.of('new_message')).toHaveLength(10)
  for (const tab of tabs) {
    tab.close()
    await tab.closed
  }
})

it('the same holds for what comes into the table by another way, at once or in one piece', async () => {
  const rows = (count: number) => Array.from({ length: count }, (_, number) => ({ content: `${number}` }))
  const messages = () => fay.db.from('chat_messages')
  const tooMany = { code: 'PT429', message: 'Too many messages. Please wait a few seconds.' }

  expect(await messages().insert(rows(11))).toMatchObject({ status: 429, error: tooMany })
  const answers = await Promise.all(rows(20).map((row) => messages().insert(row)))
  expect(answers.filter(({ status }) => status === 201).length).toBe(10)
  expect(answers.filter(({ status }) => status === 429).length).toBe(10)
  const chat = await introduce(await tokenOf(fay))
  await expect.poll(() => chat.of('auth_success')).toHaveLength(1)
  chat.send({ type: 'message', content: 'One more', messageType: 'text', metadata: {} })
  await expect.poll(() => chat.of('error').map(({ message }) => message)).toEqual([tooMany.message])
  chat.close()
  await chat.closed
})

it('somebody else’s messages are not counted for whoever pretends to be them', async () => {
  const forged = await flo.db.from('chat_messages').insert({ content: 'x', sender_id: fay.id })
  expect(forged.error?.code).toBe('42501')
})

it('has twenty sockets from one address that nobody has signed in by, and twenty of one person', async () => {
  const token = await tokenOf(flo)
  const attempt = () =>
    connect().then(
      (chat) => chat,
      () => undefined,
    )
  const arrived = (await Promise.all(Array.from({ length: 25 }, attempt))).filter((chat) => chat !== undefined)
  expect(arrived).toHaveLength(20)

  for (const chat of arrived) chat.send({ type: 'auth', token, roomId: 'general' })
  for (const chat of arrived) await expect.poll(() => chat.of('auth_success')).toHaveLength(1)
  const late = await introduce(token)
  expect(await late.closed).toEqual({ code: 4403 })
  expect(late.of('error')).toEqual([{ type: 'error', message: 'You have the chat open too many times.' }])
  for (const chat of arrived) {
    chat.close()
    await chat.closed
  }
})

it('[messages.md#editing-and-deleting] what is edited counts like what is said', async () => {
  const gil = await newPerson('Gil', { agencyId: north, roles: ['agency_staff'] })
  const said = await arrange(gil.db.from('chat_messages').insert({ content: 'One' }).select('id').single())
  const edit = (words: string) => gil.db.rpc('edit_message', { message: Object(said).id, words })
  const answers = []
  for (let number = 2; number <= 12; number += 1) answers.push(await edit(`${number}`))
  expect(answers.filter(({ error }) => error === null)).toHaveLength(9)
  expect(answers.at(-1)).toMatchObject({ status: 429, error: { code: 'PT429' } })
  await arrange(service.from('chat_messages').delete().eq('sender_id', gil.id))
  await removePeople(gil)
})
