import { Socket } from 'node:net'
import { expect, it, vi } from 'vitest'
import { done, refusal, scriptedPostgres } from '../testing/scripted-postgres.ts'
import { postgresDatabase } from './postgres-database.ts'

it('listens again after a server that refused to be listened to', async () => {
  const answers = [refusal('ERROR', '25006')]
  await using server = await scriptedPostgres((_, socket) => socket.write(answers.pop() ?? done))
  const database = postgresDatabase(server.url)
  const heard: string[] = []
  await expect(database.listen('shops', (payload) => heard.push(payload))).rejects.toThrow('Refused')
  await expect.poll(() => heard).toEqual([''])
  expect(server.sockets).toHaveLength(2)
  await database.close()
}, 15_000)

it('closes although the server never answered its listener', async () => {
  await using server = await scriptedPostgres(() => undefined, { isSilent: true })
  const database = postgresDatabase(server.url)
  const refused = expect(database.listen('shops', () => undefined)).rejects.toThrow('The server did not answer.')
  await database.close()
  await refused
}, 15_000)

it('closes although the server does not say goodbye', async () => {
  await using server = await scriptedPostgres((_, socket) => socket.write(done))
  const database = postgresDatabase(server.url)
  await database.listen('shops', () => undefined)
  for (const socket of server.sockets) socket.pause()
  await database.close()
}, 15_000)

it('ends a session although the server does not say goodbye', async () => {
  await using server = await scriptedPostgres((sent, socket) => {
    socket.write(done)
    if (sent.includes('rollback; reset session')) socket.pause()
  })
  const database = postgresDatabase(server.url, 'Engine', { url: server.url, prepares: true })
  expect(await database.session((session) => session.query('select'))).toEqual([])
  await database.close()
}, 15_000)

it('has the system notice a server that went away, on its own connections and on those of the pool', async () => {
  const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive')
  await using server = await scriptedPostgres((_, socket) => socket.write(done))
  const database = postgresDatabase(server.url)
  await database.listen('shops', () => undefined)
  await database.run({}, { text: 'select' })
  expect(keepAlive.mock.calls).toEqual([
    [true, 60_000],
    [true, 60_000],
  ])
  await database.close()
  keepAlive.mockRestore()
})

it.each(['FATAL', 'PANIC'] as const)('lends a connection no more after an error that is %s', async (severity) => {
  const answers = [refusal(severity, '57P01')]
  // The socket stays open, as it does for a moment on a real server.
  await using server = await scriptedPostgres((_, socket) => socket.write(answers.pop() ?? done))
  const database = postgresDatabase(server.url)
  await expect(database.run({}, { text: 'select' })).rejects.toThrow('Refused')
  expect(await database.run({}, { text: 'select' })).toEqual([])
  expect(server.sockets).toHaveLength(2)
  await database.close()
})

it('says that notifications may have been missed even where somebody listens anew before it has reconnected', async () => {
  await using server = await scriptedPostgres((_, socket) => socket.write(done))
  const database = postgresDatabase(server.url)
  const heard: string[] = []
  await database.listen('shops', (payload) => heard.push(payload))
  expect(heard).toEqual([])
  for (const socket of server.sockets) socket.destroy()
  await expect
    .poll(() =>
      database
        .listen('orders', () => undefined)
        .then(
          () => server.sockets.length,
          () => 0,
        ),
    )
    .toBe(2)
  expect(heard).toEqual([''])
  await database.close()
})
