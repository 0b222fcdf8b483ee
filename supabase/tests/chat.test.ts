import { describe, expect, it } from 'vitest'
import { connect, introduce, tokenOf } from './chat-client.ts'
import { malformedFrames } from './chat-frames.ts'
import {
  cleo,
  enter,
  expectRefused,
  ivo,
  lea,
  moveTo,
  open,
  passerBy,
  presenceOf,
  refusals,
  said,
  say,
} from './chat-scene.ts'
import {
  arrange,
  north,
  type Person,
  passwordAlone,
  service,
  signOutButKeepToken,
  south,
  takeRolesAway,
} from './people.ts'

describe('[messages.md#socket] what is said', () => {
  it('reaches everybody in the room, the sender too, as it is stored', async () => {
    const [mine, hers] = [await enter(ivo), await enter(lea)]
    const clientId = crypto.randomUUID()
    say(mine, '  Good morning \n', clientId)
    const [stored] = await expect
      .poll(() => arrange(lea.db.from('chat_messages').select().eq('sender_id', ivo.id).eq('content', 'Good morning')))
      .toHaveLength(1)
      .then(() => arrange(lea.db.from('chat_messages').select().eq('sender_id', ivo.id)))
    const { agency_id: _, search_text: __, ...message } = Object(stored)
    const frame = {
      type: 'new_message',
      message: { ...message, metadata: { clientId }, sender: { display_name: 'Ivo', avatar_url: null } },
    }
    for (const chat of [mine, hers]) await expect.poll(() => chat.of('new_message')).toEqual([frame])
  })

  it('is stored once however often it is sent, and acknowledged each time', async () => {
    const [tab, otherTab] = [await enter(ivo), await enter(ivo)]
    const clientId = crypto.randomUUID()
    for (const chat of [tab, otherTab, tab]) say(chat, 'Once', clientId)
    await expect.poll(() => said(tab).length).toBe(3)
    expect(new Set(tab.of('new_message').map(({ message }) => Object(message).id)).size).toBe(1)
    expect(await arrange(service.from('chat_messages').select('id').eq('metadata->>clientId', clientId))).toHaveLength(
      1,
    )
  })

  it('is answered in the order of the frames, refusals included', async () => {
    const hers = await enter(lea)
    for (const content of ['one', ' ', 'two', 'x'.repeat(4001), 'three']) say(hers, content)
    await expect.poll(() => hers.heard.length).toBe(6)
    expect(hers.heard.slice(1).map((frame) => frame.type)).toEqual([
      'new_message',
      'error',
      'new_message',
      'error',
      'new_message',
    ])
    expect(said(hers)).toEqual(['one', 'two', 'three'])
  })

  it('stays in the agency', async () => {
    const [mine, theirs] = [await enter(ivo), await introduce(await tokenOf(cleo))]
    open.push(theirs)
    await expect.poll(() => theirs.of('auth_success')).toHaveLength(1)
    const hers = await enter(lea)
    mine.send({ type: 'typing', isTyping: true })
    say(mine, 'Between us')
    await expect.poll(() => said(mine)).toEqual(['Between us'])
    hers.close()
    await expect.poll(() => mine.of('user_left')).toEqual([{ type: 'user_left', userId: lea.id }])
    say(theirs, 'Hello South')
    await expect.poll(() => said(theirs)).toEqual(['Hello South'])
    expect(theirs.heard).toHaveLength(2)
    expect(said(mine)).toEqual(['Between us'])
    await arrange(service.from('chat_messages').delete().eq('content', 'Hello South'))
  })
})

describe('[messages.md#who-is-online] who is there', () => {
  it('is told of the first tab and after the last one', async () => {
    const hers = await enter(lea)
    const tab = await enter(ivo)
    const otherTab = await enter(ivo)
    await expect.poll(() => hers.of('user_joined')).toEqual([{ type: 'user_joined', userId: ivo.id }])
    expect(await presenceOf(ivo)).toEqual([{ is_online: true, is_typing: false }])
    tab.close()
    await tab.closed
    say(hers, 'Still there?')
    await expect.poll(() => said(otherTab)).toEqual(['Still there?'])
    expect(await presenceOf(ivo)).toHaveLength(1)
    expect(hers.of('user_left')).toEqual([])
    otherTab.close()
    await expect.poll(() => hers.of('user_left')).toEqual([{ type: 'user_left', userId: ivo.id }])
    expect(await presenceOf(ivo)).toEqual([])
    expect(hers.of('user_joined')).toHaveLength(1)
  })

  it('and who is typing is told to the others, and over when they leave', async () => {
    const [mine, hers] = [await enter(ivo), await enter(lea)]
    mine.send({ type: 'typing', isTyping: true })
    await expect.poll(() => hers.of('user_typing')).toEqual([{ type: 'user_typing', userId: ivo.id, isTyping: true }])
    await expect.poll(() => presenceOf(ivo)).toEqual([{ is_online: true, is_typing: true }])
    mine.close()
    await expect.poll(() => hers.of('user_typing').at(-1)).toMatchObject({ isTyping: false })
    expect(mine.of('user_typing')).toEqual([])
  })
})

describe('who is not let in, hears an error and nothing else', () => {
  it('somebody with only the role user, or of no agency', async () => {
    const hers = await enter(lea)
    const nobody = await passerBy('Nan', { agencyId: north })
    const stranger = await passerBy('Sid')
    for (const person of [nobody, stranger]) await expectRefused(await introduce(await tokenOf(person)))
    expect(hers.of('user_joined')).toEqual([])
  })

  it('a token whose session was signed out, or that is none', async () => {
    const person = await passerBy('Otto', { agencyId: north, roles: ['agency_staff'] })
    const token = await tokenOf(person)
    await signOutButKeepToken(person)
    for (const wrong of [token, '', 'nonsense', 'a\nb', 'ä', 'x'.repeat(90_000)])
      await expectRefused(await introduce(wrong))
  })

  it('whoever asks for another room, or speaks before auth', async () => {
    const token = await tokenOf(ivo)
    for (const first of [
      { type: 'auth', token, roomId: 'secret' },
      { type: 'auth', token, roomId: north },
      { type: 'auth', token: await tokenOf(cleo), roomId: north },
      { type: 'message', content: 'Hello', messageType: 'text', metadata: {} },
      { type: 'typing', isTyping: true },
      null,
    ]) {
      const chat = await connect()
      chat.send(first)
      await expectRefused(chat)
    }
  })

  it('whoever says nothing for ten seconds, whatever goes on in the room', async () => {
    const silent = await connect()
    const [mine, hers] = [await enter(ivo), await enter(lea)]
    mine.send({ type: 'typing', isTyping: true })
    say(mine, 'Who is that?')
    await expect.poll(() => said(hers)).toEqual(['Who is that?'])
    hers.close()
    await expect.poll(() => mine.heard.map(({ type }) => type)).toContain('user_left')
    await expectRefused(silent)
  })

  it('plain HTTP', async () => {
    const { url } = await import('./engine.ts').then(({ engine }) => engine)
    expect((await fetch(`${url}/functions/v1/chat`)).status).toBe(426)
  })
})

describe('whoever is in', () => {
  it('stays with a fresh token of theirs, and not with somebody else’s', async () => {
    const mine = await enter(ivo)
    const { error } = await ivo.db.auth.refreshSession()
    expect(error).toBeNull()
    mine.send({ type: 'auth', token: await tokenOf(ivo), roomId: 'general' })
    await expect.poll(() => mine.of('auth_success')).toHaveLength(2)
    mine.send({ type: 'auth', token: await tokenOf(lea), roomId: 'general' })
    await expect(mine.closed).resolves.toEqual({ code: 4403 })
  })

  const ends: [string, (person: Person) => Promise<unknown>][] = [
    ['sign out', signOutButKeepToken],
    ['lose their role', takeRolesAway],
    ['are moved away', (person) => moveTo(person, null)],
    ['are moved to another agency', (person) => moveTo(person, south)],
    ['get a new password', ({ id }) => service.auth.admin.updateUserById(id, { password: 'another one' })],
    ['are banned', ({ id }) => service.auth.admin.updateUserById(id, { ban_duration: '1h' })],
    ['owe a second step, set up elsewhere', (person) => passwordAlone(person)],
    ['are removed', ({ id }) => service.auth.admin.deleteUser(id)],
  ]

  it.each(ends)('is out when they %s, and says nothing more anywhere', async (change, end) => {
    const person = await passerBy('Max', { agencyId: north, roles: ['agency_staff'] }, change !== 'are removed')
    const [hers, foreign] = [await enter(lea), await enter(cleo)]
    const [theirs, theirQuietTab] = [await enter(person), await enter(person)]
    await end(person)
    say(theirs, 'One more thing')
    for (const tab of [theirs, theirQuietTab]) {
      await expect(tab.closed).resolves.toEqual({ code: 4403 })
      expect(refusals(tab).length).toBeGreaterThan(0)
      expect(said(tab)).toEqual([])
    }
    await expect.poll(() => hers.of('user_left')).toEqual([{ type: 'user_left', userId: person.id }])
    for (const chat of [hers, foreign]) expect(said(chat)).toEqual([])
    expect(await arrange(service.from('chat_messages').select().eq('content', 'One more thing'))).toEqual([])
  })

  it('and only listens is out on the event, long before anybody is asked about again', async () => {
    const listening = await Promise.all(
      ends.map(async ([change, end]) => {
        const person = await passerBy('Quin', { agencyId: north, roles: ['agency_staff'] }, change !== 'are removed')
        return { person, end, chat: await enter(person) }
      }),
    )
    // The chat checks new connections once more within seconds.
    await new Promise((resolve) => setTimeout(resolve, 6_000))
    const out = Promise.all(listening.map(({ chat }) => chat.closed))
    for (const { person, end } of listening) await end(person)
    const tooLate = new Promise((resolve) => setTimeout(resolve, 12_000, 'still in'))
    expect(await Promise.race([out, tooLate])).toEqual(ends.map(() => ({ code: 4403 })))
  })

  it('is heard of no more after the server that held them died', async () => {
    const server = crypto.randomUUID()
    const ghost = await passerBy('Gus', { agencyId: north, roles: ['agency_staff'] })
    const hers = await enter(lea)
    await arrange(ghost.db.rpc('open_chat_connection', { server, connection: crypto.randomUUID() }))
    expect(await presenceOf(ghost)).toHaveLength(1)
    await expect.poll(() => presenceOf(ghost), { interval: 1_000 }).toEqual([])
    // Departures from the previous test are ignored, since a slow server may announce them late.
    const departures = () => hers.of('user_left').filter(({ userId }) => userId === ghost.id)
    await expect.poll(departures).toEqual([{ type: 'user_left', userId: ghost.id }])
  })
})

it('no frame does harm: a malformed one is refused, and the socket goes on', async () => {
  const mine = await enter(await passerBy('Mal', { agencyId: north, roles: ['agency_staff'] }))
  const malformed = malformedFrames(60)
  for (const frame of malformed) mine.sendText(frame)
  say(mine, 'Still here')
  await expect.poll(() => said(mine)).toEqual(['Still here'])
  expect(refusals(mine)).toHaveLength(malformed.length)
})
