import type { Backstage } from '../backstage.ts'
import { type Person, uma, unique } from '../people.ts'
import { expect, expectAccessible, phone, test } from '../test.ts'
import { bubbles, enter, field, online, say, status, typeUntilSeen } from './messages-scene.ts'

async function colleagues(backstage: Backstage): Promise<[Person, Person]> {
  const agency = await backstage.newAgency()
  return [await backstage.newPerson('agency_staff', agency), await backstage.newPerson('agency_admin', agency)]
}

test.describe('[messages.md#messages] Messages, two at once', () => {
  test('what one says both see, once, with the name of who said it and when', async ({ signedIn, backstage }) => {
    const [one, other] = await colleagues(backstage)
    const here = await enter(await signedIn(one))
    const there = await enter(await signedIn(other))
    await expect(here).toHaveTitle('Messages | Dashboard')
    await expect(here.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible()

    const [question, answer] = [unique('Question'), unique('Answer')]
    await say(here, question)
    await expect(bubbles(here).filter({ hasText: question })).toHaveText(new RegExp(`${question}\\d\\d:\\d\\d$`))
    await expect(bubbles(there).filter({ hasText: question })).toContainText(one.name)
    await say(there, answer)
    await expect(bubbles(here)).toHaveCount(2)
    await expect(bubbles(there)).toHaveCount(2)
    await expect(here.getByText('Sending...')).toHaveCount(0)

    await here.reload()
    await expect(bubbles(here)).toContainText([question, answer])
    await expectAccessible(here)
  })

  test('each sees who is there, and who left', async ({ signedIn, backstage }) => {
    const [one, other] = await colleagues(backstage)
    const here = await enter(await signedIn(one))
    await expect(online(here)).toHaveText([new RegExp(`${one.name}\\(you\\)`)])
    const there = await enter(await signedIn(other))
    await expect(online(here)).toHaveCount(2)
    await expect(online(there)).toHaveCount(2)
    await there.goto('/dashboard')
    await expect(online(here)).toHaveCount(1)
  })

  test('leaves room to write on a phone, however long the name of a colleague', async ({ signedIn, backstage }) => {
    const [one, other] = await colleagues(backstage)
    const there = await backstage.as(other)
    const longName = 'x'.repeat(120)
    await there.from('user_profiles').update({ display_name: longName }).eq('display_name', other.name).throwOnError()
    await there.from('chat_messages').insert({ room_id: 'general', content: 'Hello' }).throwOnError()
    const here = await enter(await signedIn(one, { viewport: phone }))
    await expect(bubbles(here)).toContainText([longName])
    await field(here).fill('Hello')
    await expect(here.getByRole('button', { name: 'Send' })).toBeInViewport({ ratio: 1 })
  })

  test('[messages.md#typing] one sees that the other is typing, and that it ended', async ({ signedIn, backstage }) => {
    const [one, other] = await colleagues(backstage)
    const here = await enter(await signedIn(one))
    const there = await enter(await signedIn(other))
    await expect(online(here)).toHaveCount(2)
    await typeUntilSeen(there, here.getByText(`${other.name} is typing...`))
    await expect(here.getByText(`${other.name} is typing...`)).toBeHidden()
    await expect(there.getByText('is typing...')).toBeHidden()
  })

  test('two tabs of one person are one person: online once, heard in both, and gone with the last', async ({
    signedIn,
    backstage,
  }) => {
    const [one, other] = await colleagues(backstage)
    const here = await enter(await signedIn(one))
    const tab = await enter(await here.context().newPage())
    const there = await enter(await signedIn(other))
    await expect(online(there)).toHaveCount(2)
    await expect(online(tab)).toHaveCount(2)

    const text = unique('Both')
    await typeUntilSeen(tab, there.getByText(`${one.name} is typing...`))
    await expect(here.getByText('is typing...')).toHaveCount(0)
    await say(tab, text)
    for (const page of [here, tab, there]) await expect(bubbles(page)).toHaveCount(1)
    // One's own words stand without one's name, in the other tab too.
    await expect(bubbles(here)).toHaveText(new RegExp(`^${text}\\d\\d:\\d\\d$`))

    await tab.close()
    await say(there, unique('Still there?'))
    await expect(bubbles(here)).toHaveCount(2)
    await expect(online(there)).toHaveCount(2)
    await here.close()
    await expect(online(there)).toHaveCount(1)
  })

  test('[messages.md#socket] what is said is in the table: room, sender, content, kind', async ({
    signedIn,
    backstage,
  }) => {
    const [one] = await colleagues(backstage)
    const here = await enter(await signedIn(one))
    const text = unique('Kept')
    await say(here, `  ${text}  `)
    await expect(here.getByText('Sending...')).toHaveCount(0)
    const rows = (await backstage.as(one)).from('chat_messages').select('room_id, sender_id, content, message_type')
    expect((await rows.eq('content', text).throwOnError()).data).toEqual([
      { room_id: 'general', sender_id: await backstage.idOf(one), content: text, message_type: 'text' },
    ])
  })

  test('[messages.md#reading] asks for the history by room, at most 100, and for who is online', async ({
    signedIn,
    backstage,
  }) => {
    const [one] = await colleagues(backstage)
    const page = await signedIn(one)
    const history = page.waitForRequest('**/rest/v1/chat_messages?*')
    const present = page.waitForRequest('**/rest/v1/user_presence?*')
    await enter(page)
    const asked = new URL((await history).url()).searchParams
    expect(asked.get('room_id')).toBe('eq.general')
    expect(asked.get('limit')).toBe('100')
    const presence = new URL((await present).url()).searchParams
    expect([presence.get('room_id'), presence.get('is_online')]).toEqual(['eq.general', 'eq.true'])
  })
})

test('[who-may-do-what.md#rows] nobody of another agency hears or sees anything', async ({ signedIn, backstage }) => {
  const [one] = await colleagues(backstage)
  const [stranger] = await colleagues(backstage)
  const here = await enter(await signedIn(one))
  const outside = await enter(await signedIn(stranger))
  await say(here, unique('Inside'))
  await expect(here.getByText('Sending...')).toHaveCount(0)
  await field(here).pressSequentially('still')
  // What was said before this was heard before this.
  await say(outside, unique('Outside'))
  await expect(outside.getByText('Sending...')).toHaveCount(0)
  await expect(bubbles(outside)).toHaveCount(1)
  await expect(online(outside)).toHaveCount(1)
  await expect(outside.getByText('is typing...')).toBeHidden()
})

test('[who-may-do-what.md#rows] who has no role in the agency is not let in', async ({ signedIn }) => {
  const page = await signedIn(uma)
  await page.goto('/dashboard/messages')
  await expect(page.getByRole('button', { name: 'Reconnect' })).toBeVisible()
  await expect(status(page)).not.toHaveText('Connected')
})

test('[who-may-do-what.md#sessions-that-ended] signing out elsewhere ends the chat here', async ({
  signedIn,
  backstage,
  troubles,
}) => {
  troubles.expectTrouble(/^40[013] /)
  const [one, other] = await colleagues(backstage)
  const here = await enter(await signedIn(one))
  const there = await enter(await signedIn(other))
  await (await backstage.as(one)).auth.signOut({ scope: 'global' })
  await expect(here).toHaveURL('/auth', { timeout: 30_000 })
  await expect(online(there)).toHaveCount(1)
})
