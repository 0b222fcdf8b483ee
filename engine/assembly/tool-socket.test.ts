import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { parseConfig } from '../kernel/config/environment-variables.ts'
import { openToTools } from './tool-socket.ts'

const tokens = { secretFor: () => Buffer.alloc(32) }
const database = { run: async () => [], raw: () => Promise.reject(new Error('Nobody asks.')) }

/** Opens the socket with these settings, while another program listens on their port. */
async function openOnTakenPort(settings: Record<string, string>) {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  const config = parseConfig({ DATABASE_PORT: port, ...settings })
  return openToTools(database, tokens, config).finally(() => other.close())
}

it('opens no port unless DATABASE_PORT asks for it', async () => {
  const close = await openOnTakenPort({ DATABASE_PORT: '' })
  await close()
})

it('stops the start with a line that names the setting', async () => {
  await expect(openOnTakenPort({})).rejects.toThrow(
    'DATABASE_PORT should be a free one: another program listens on 127',
  )
  const onPostgres = openOnTakenPort({ DATABASE_URL: 'postgresql://postgres@127.0.0.1/app' })
  await expect(onPostgres).rejects.toThrow('DATABASE_PORT should be unset where DATABASE_URL names a PostgreSQL')
  expect(() => parseConfig({ DATABASE_PORT: '0' })).toThrow('DATABASE_PORT should be a port number from 1 to 65535.')
})
