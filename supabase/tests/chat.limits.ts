import { afterAll, expect, it } from 'vitest'
import { introduce, tokenOf } from './chat-client.ts'
import { newPerson, north, removePeople } from './people.ts'

const flo = await newPerson('Flo', { agencyId: north, roles: ['agency_staff'] })
afterAll(() => removePeople(flo))

it('[2§7] somebody says ten messages in five seconds, in however many tabs, and is told to wait', async () => {
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
