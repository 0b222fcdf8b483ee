import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { brokenRow, done, scriptedPostgres } from '../testing/scripted-postgres.ts'
import { copyIn } from './copy-rows.ts'
import { DatabaseUnreachable } from './database.ts'
import { postgresClient } from './postgres-client.ts'
import { postgresDatabase } from './postgres-database.ts'
import { Batch } from './statement-batch.ts'

it('leaves a connection alone after an answer, where the address limits how long one takes', async () => {
  await using server = await scriptedPostgres((_, socket) => socket.write(done))
  const client = await postgresClient(`${server.url}?query_timeout=50`, 'Engine').connect()
  const batch = new Batch([{ text: 'select' }])
  client.query(batch)
  await batch.answer
  await copyIn(client, 'copy things from stdin', Buffer.alloc(0))
  await setTimeout(200)
  expect(client.connection.stream.destroyed).toBe(false)
  await client.end()
})

it('fails only the statement whose answer cannot be read, instead of ending the server', async () => {
  await using server = await scriptedPostgres((sent, socket) =>
    socket.write(sent.includes('too much') ? brokenRow : done),
  )
  const database = postgresDatabase(server.url)
  await expect(database.run({}, { text: 'select too much' })).rejects.toThrow(DatabaseUnreachable)
  expect(await database.run({}, { text: 'select' })).toEqual([])
  await database.close()
})
