import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import pg from 'pg'
import { afterAll, expect, it, vi } from 'vitest'
import { ownCertificate } from '../../testing/own-certificate.ts'
import { parseConfig } from './environment-variables.ts'
import { namedPostgresUrl, withoutPassword } from './postgres-url.ts'

const home = mkdtempSync(join(tmpdir(), 'postgres-url-'))
const { certFile, key, cert } = ownCertificate(home, 'database.test')

/** Accepts clients over TLS with a certificate of its own authority, and hangs up on them afterwards. */
const server = createServer((socket: Socket) => {
  socket.on('error', () => undefined)
  socket.once('data', () => {
    socket.write('S')
    const secured = new TLSSocket(socket, { isServer: true, key, cert })
    secured.on('error', () => undefined)
    secured.once('data', () => secured.end(ENOUGH))
  })
}).listen(0, '127.0.0.1')
const ENOUGH = Buffer.from('E\0\0\0\x17SFATAL\0C57P03\0Mup\0\0', 'latin1')

afterAll(() => {
  server.close()
  rmSync(home, { recursive: true })
})

const optionsOf = (url: string) => new pg.Client({ connectionString: namedPostgresUrl(url, 'Engine') })

/** How far a client gets: `served` over TLS, or why it refuses the server. */
async function connected(query: string): Promise<string> {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const client = optionsOf(`postgresql://ana:secret@127.0.0.1:${port}/north?${query}`)
  client.on('error', () => undefined)
  return client.connect().then(String, (error) => (error instanceof pg.DatabaseError ? 'served' : error.code))
}

it.each([
  ['sslmode=prefer', 'served'],
  ['sslmode=require', 'served'],
  ['sslmode=no-verify', 'served'],
  ['sslmode=verify-ca', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['sslmode=verify-full', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['sslrootcert=system', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  [`sslmode=require&sslrootcert=${certFile}`, 'served'],
  [`sslmode=verify-ca&sslrootcert=${certFile}`, 'served'],
  [`sslmode=verify-full&sslrootcert=${certFile}`, 'ERR_TLS_CERT_ALTNAME_INVALID'],
])('verifies certificates as psql does with %s, without a warning', async (query, outcome) => {
  const warnings = vi.spyOn(process, 'emitWarning')
  expect(await connected(query)).toBe(outcome)
  expect(warnings).not.toHaveBeenCalled()
})

it.each(['disable', 'allow'])('goes without TLS with sslmode=%s', (mode) => {
  expect(optionsOf(`postgresql://ana@database.test/north?sslmode=${mode}`).ssl).toBe(false)
})

it.each(['?application_name=mine', '?application_name=mine#', '?sslmode=disable&application_name=mine', ''])(
  'shows a server under its own name, whatever its address says: %s',
  (query) => {
    const client = optionsOf(`postgresql://ana@database.test/north${query}`)
    expect(client).toMatchObject({ connectionParameters: { application_name: 'Engine' } })
  },
)

it('takes a folder of sockets for the host', () => {
  const DATABASE_URL = 'postgresql://ana:secret@/north?host=/cloudsql/shop:europe-west1:north'
  const { databaseUrl = '' } = parseConfig({ DATABASE_URL })
  expect(optionsOf(databaseUrl)).toMatchObject({
    host: '/cloudsql/shop:europe-west1:north',
    user: 'ana',
    database: 'north',
  })
})

it.each([
  ['sslmode=required', 'an address whose sslmode is disable, allow, prefer, require, verify-ca or verify-full'],
  ['sslmode=require&sslrootcert=/none.pem', 'an address whose sslrootcert names a file that is there'],
])('stops the start with %s, and says what is wrong', (query, expected) => {
  const DATABASE_URL = `postgresql://ana:secret@database.test/north?${query}`
  expect(() => parseConfig({ DATABASE_URL })).toThrow(`DATABASE_URL should be ${expected}.`)
})

it.each([
  'postgresql://ana:secret@database.test/north',
  'postgresql://ana:secret@/north?host=/cloudsql/shop',
  'postgresql://ana:secret@secret@database.test/north',
  'postgresql://database.test/north?user=ana&password=secret',
])('shows no password of %s', (url) => {
  expect(withoutPassword(url)).not.toContain('secret')
})
