import { uma, unique } from '../people.ts'
import { expect, expectAccessible, test } from '../test.ts'
import {
  bubbles,
  createColleagues,
  field,
  online,
  openChat,
  sendMessage,
  status,
  typeUntilSeen,
} from './messages-scene.ts'

test.describe('[messages.md#messages] Messages, two at once', () => {
  test('each sees who is there, who is typing and what the other says, once, with who said it and when, and who left', async ({
    signedIn,
    testData,
  }) => {
    const [one, other] = await createColleagues(testData)
    const here = await openChat(await signedIn(one))
    await expect(here).toHaveTitle('Messages | Dashboard')
    await expect(here.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible()
    await expect(online(here)).toHaveText([new RegExp(`${one.name}\\(you\\)`)])
    const there = await openChat(await signedIn(other))
    await expect(online(here)).toHaveCount(2)
    await expect(online(there)).toHaveCount(2)

    // [messages.md#typing] The typing indicator appears and disappears.
    await typeUntilSeen(there, here.getByText(`${other.name} is typing...`))
    await expect(here.getByText(`${other.name} is typing...`)).toBeHidden()
    await expect(there.getByText('is typing...')).toBeHidden()

    const [question, answer] = [unique('Question'), unique('Answer')]
    await sendMessage(here, `  ${question}  `)
    await expect(bubbles(here).filter({ hasText: question })).toHaveText(
      new RegExp(`${question}\\d\\d:\\d\\d · Seen by ${other.name}$`),
    )
    await expect(bubbles(there).filter({ hasText: question })).toContainText(one.name)
    await sendMessage(there, answer)
    await expect(bubbles(here)).toHaveCount(2)
    await expect(bubbles(there)).toHaveCount(2)
    await expect(here.getByText('Sending...')).toHaveCount(0)

    // [messages.md#socket] The message is stored with room, sender, content and type.
    const rows = (await testData.as(one)).from('chat_messages').select('room_id, sender_id, content, message_type')
    expect((await rows.eq('content', question).throwOnError()).data).toEqual([
      { room_id: 'general', sender_id: await testData.idOf(one), content: question, message_type: 'text' },
    ])
    await here.reload()
    await expect(bubbles(here)).toContainText([question, answer])
    await expectAccessible(here)
    await there.goto('/dashboard')
    await expect(online(here)).toHaveCount(1)
  })

  test('two tabs of one person are one person: online once, heard in both, and gone with the last', async ({
    signedIn,
    testData,
  }) => {
    const [one, other] = await createColleagues(testData)
    const here = await openChat(await signedIn(one))
    const tab = await openChat(await here.context().newPage())
    const there = await openChat(await signedIn(other))
    await expect(online(there)).toHaveCount(2)
    await expect(online(tab)).toHaveCount(2)

    const text = unique('Both')
    await typeUntilSeen(tab, there.getByText(`${one.name} is typing...`))
    await expect(here.getByText('is typing...')).toHaveCount(0)
    await sendMessage(tab, text)
    for (const page of [here, tab, there]) await expect(bubbles(page)).toHaveCount(1)
    // The person's own messages have no name, in the other tab too; a received message shows as seen.
    await expect(bubbles(here)).toHaveText(new RegExp(`^You:${text}\\d\\d:\\d\\d · Seen by ${other.name}$`))

    await tab.close()
    await sendMessage(there, unique('Still there?'))
    await expect(bubbles(here)).toHaveCount(2)
    await expect(online(there)).toHaveCount(2)
    await here.close()
    await expect(online(there)).toHaveCount(1)
  })
})

test('[who-may-do-what.md#rows] nobody of another agency hears or sees anything, and who has no role is not let in', async ({
  signedIn,
  testData,
}) => {
  const [one] = await createColleagues(testData)
  const [stranger] = await createColleagues(testData)
  const here = await openChat(await signedIn(one))
  const outside = await openChat(await signedIn(stranger))
  await sendMessage(here, unique('Inside'))
  await expect(here.getByText('Sending...')).toHaveCount(0)
  await field(here).pressSequentially('still')
  // The chat keeps the order of frames, so earlier messages would have arrived before this one.
  await sendMessage(outside, unique('Outside'))
  await expect(outside.getByText('Sending...')).toHaveCount(0)
  await expect(bubbles(outside)).toHaveCount(1)
  await expect(online(outside)).toHaveCount(1)
  await expect(outside.getByText('is typing...')).toBeHidden()

  const nobody = await signedIn(uma)
  await nobody.goto('/dashboard/messages')
  await expect(nobody.getByRole('button', { name: 'Reconnect' })).toBeVisible()
  await expect(status(nobody)).not.toHaveText('Connected')
})

test('[sessions.md#changed-roles] signing out elsewhere ends the chat here', async ({
  signedIn,
  testData,
  pageErrors,
}) => {
  pageErrors.expectError(/^40[013] /)
  const [one, other] = await createColleagues(testData)
  const here = await openChat(await signedIn(one))
  const there = await openChat(await signedIn(other))
  await (await testData.as(one)).auth.signOut({ scope: 'global' })
  await expect(here).toHaveURL('/auth', { timeout: 30_000 })
  await expect(online(there)).toHaveCount(1)
})
