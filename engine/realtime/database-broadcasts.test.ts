import { expect, it } from 'vitest'
import { inProcessBus } from '../bus/in-process-bus.ts'
import { deliverMessages } from './database-broadcasts.ts'
import { Rooms } from './rooms.ts'

it('is not brought down by word that the database never sent: anybody with a connection may NOTIFY', async () => {
  const heard: ((payload: string) => void)[] = []
  const database = {
    listen: async (_channel: string, onPayload: (payload: string) => void) => void heard.push(onPayload),
    run: async () => [],
    transaction: async () => Promise.reject(new Error('Nothing is written here.')),
    session: () => Promise.reject(new Error('Nothing here runs outside of a transaction.')),
    close: async () => undefined,
  }
  const log = { error: () => undefined, warn: () => undefined }
  const stop = await deliverMessages(database, new Rooms(inProcessBus()), log)
  stop()
  for (const payload of ['', 'nonsense', '{', '{"id":1}']) expect(() => heard[0]?.(payload)).not.toThrow()
})
