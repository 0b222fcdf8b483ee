import { expect, it } from 'vitest'
import { data, service } from '../rest/client.ts'
import { bearer, collectSystemMessages, join, somebody, topic, visitor } from './client.ts'

const secret = { config: { private: true, broadcast: { ack: true } } }
const soon = { timeout: 20_000, interval: 10 }

it('is for those whom the policies let read, and what they say for those whom they let write', async () => {
  const ana = await somebody()
  const ben = await somebody()
  const heard: unknown[] = []
  const own = ana.client.channel(`room:${ana.id}`, {
    config: { private: true, broadcast: { ack: true, self: true } },
  })
  own.on('broadcast', { event: '*' }, ({ payload }) => heard.push(payload))
  await join(own)
  expect(await own.send({ type: 'broadcast', event: 'x', payload: { mine: true } })).toBe('ok')
  await expect.poll(() => heard).toEqual([{ mine: true }])
  const refused = ben.client.channel(`room:${ana.id}`, secret)
  await join(refused, 'CHANNEL_ERROR')
  expect(refused.state).toBe('errored')
  await join(visitor().channel('news', secret), 'CHANNEL_ERROR')
  const news = ben.client.channel('news', secret)
  await join(news)
  expect(await news.send({ type: 'broadcast', event: 'x', payload: {} }, { timeout: 500 })).toBe('timed out')
  expect(await news.httpSend('x', {}).catch((error) => error)).toMatchObject({ message: 'Unauthorized' })
  expect(await news.track({ here: true })).toBe('error')
})

it('is another one than the public channel of its name', async () => {
  const ana = await somebody()
  const heard: unknown[] = []
  const own = ana.client.channel(`room:${ana.id}`, secret).on('broadcast', { event: '*' }, (frame) => heard.push(frame))
  await join(own)
  const forged = visitor().channel(`room:${ana.id}`, { config: { broadcast: { ack: true } } })
  await join(forged)
  expect(await forged.send({ type: 'broadcast', event: 'x', payload: {} })).toBe('ok')
  expect(heard).toEqual([])
})

it('ends for a session that is signed out, at once, and is closed to it', async () => {
  const ana = await somebody()
  const thief = bearer(ana.token)
  await thief.realtime.setAuth()
  const channels = [thief.channel(`room:${ana.id}`, secret), thief.channel(topic())]
  const words = channels.map(collectSystemMessages)
  const joined = await Promise.all(channels.map((channel) => join(channel)))
  await ana.client.auth.signOut({ scope: 'global' })
  // Earlier than the next heartbeat, which would notice it too.
  const ended = ['SUBSCRIBED', 'CLOSED']
  await expect.poll(() => joined.map(({ states }) => states), { ...soon, timeout: 15_000 }).toEqual([ended, ended])
  const message = 'Session from session_id claim in JWT does not exist'
  expect(words).toEqual([[message], [message]])
  const again = await join(thief.channel(`room:${ana.id}`, secret), 'CHANNEL_ERROR')
  expect(again.errors).toEqual([`InvalidJWTToken: ${message}`])
  expect(await thief.channel(`room:${ana.id}`, secret).httpSend('x', {}).catch(String)).toContain('Unauthorized')
})

it('ends for somebody whom the policies no longer let read, who hears and says nothing more', async () => {
  const [ana, ben] = await Promise.all([somebody(), somebody()])
  const club = `club:${crypto.randomUUID()}`
  const members = [ana, ben].map(({ id }) => ({ club, member: id }))
  data(await service.from('club_members').insert(members).select())
  const open = async ({ client }: typeof ana) => {
    const channel = client.channel(club, secret)
    const heard: unknown[] = []
    channel.on('broadcast', { event: '*' }, ({ payload }) => heard.push(payload.text))
    const words = collectSystemMessages(channel)
    return { channel, heard, words, ...(await join(channel)) }
  }
  const [inside, outside] = [await open(ana), await open(ben)]
  const say = (text: string) => inside.channel.send({ type: 'broadcast', event: 'x', payload: { text } })
  expect(await say('hello')).toBe('ok')
  await expect.poll(() => outside.heard, soon).toEqual(['hello'])

  data(await service.from('club_members').delete().eq('club', club).eq('member', ben.id).select())
  // Messages from then on make the server check the policies again, once its last check is old enough.
  await expect
    .poll(async () => {
      await say('secret')
      return outside.states
    }, soon)
    .toEqual(['SUBSCRIBED', 'CLOSED'])
  expect(outside.words).toEqual([`You no longer have permission to read from this Channel topic: ${club}`])
  const before = outside.heard.length
  await say('later')
  expect(outside.heard).toHaveLength(before)
  expect(inside.states).toEqual(['SUBSCRIBED'])
  const client = ben.client.channel(club, secret)
  expect(await client.httpSend('x', {}).catch((error) => error.message)).toBe('Unauthorized')
})

it('follows the token: another person’s takes away what the first was let in for', async () => {
  const [ana, ben] = await Promise.all([somebody(), somebody()])
  const thief = bearer(ana.token)
  await thief.realtime.setAuth()
  const channel = thief.channel(`room:${ana.id}`, secret)
  const words = collectSystemMessages(channel)
  const { states } = await join(channel)
  await thief.realtime.setAuth(ben.token)
  await expect.poll(() => states, soon).toEqual(['SUBSCRIBED', 'CLOSED'])
  expect(words).toEqual([`You no longer have permission to read from this Channel topic: room:${ana.id}`])
})
