import { expect, it } from 'vitest'
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
