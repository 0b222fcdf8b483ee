import { createHash, createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readVariables } from 'engine/feature'
import { createTokens, loadKeys } from 'engine/testing/features'
import Fastify from 'fastify'
import { afterAll, expect, it } from 'vitest'
import { authenticate } from './authenticate-request.ts'
import { s3Variables } from './s3-variables.ts'

const folder = await mkdtemp(join(tmpdir(), 'engine-s3-'))
afterAll(() => rm(folder, { recursive: true }))

const secret = 'a secret of the project’s own server'

/** A signed request for the list of buckets. */
function signed(accessKey: string, key: string) {
  const date = `${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}`
  const scope = [date.slice(0, 8), 'local', 's3', 'aws4_request']
  const request = `GET\n/\n\nhost:localhost:80\nx-amz-date:${date}\n\nhost;x-amz-date\nUNSIGNED-PAYLOAD`
  const hash = createHash('sha256').update(request).digest('hex')
  const hmac = (by: string | Buffer, text: string) => createHmac('sha256', by).update(text).digest()
  const text = `AWS4-HMAC-SHA256\n${date}\n${scope.join('/')}\n${hash}`
  const signature = hmac(scope.reduce<string | Buffer>(hmac, `AWS4${key}`), text).toString('hex')
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope.join('/')}, SignedHeaders=host;x-amz-date, Signature=${signature}`
  return { url: '/', headers: { host: 'localhost:80', 'x-amz-date': date, authorization } }
}

async function asking(env: Record<string, string>) {
  const app = Fastify()
  app.decorate('s3Keys', readVariables(s3Variables, env))
  app.decorate('tokens', await createTokens(await loadKeys(join(folder, 'keys.json'))))
  app.get('/', async (request) => (await authenticate(app, request)).role)
  return async (accessKey: string, key = secret) => (await app.inject(signed(accessKey, key))).body
}

it('the pair of keys of the environment is the project’s own server, and where there is none nobody is', async () => {
  const ask = await asking({ S3_PROTOCOL_ACCESS_KEY_ID: 'ours', S3_PROTOCOL_ACCESS_KEY_SECRET: secret })
  expect(await ask('ours')).toBe('service_role')
  expect(await ask('theirs')).toContain('is not known here')
  expect(await ask('ours', 'another secret')).toContain('is not the one')
  const without = await asking({})
  expect(await without('ours')).toContain('is not known here')
  expect(await without('undefined', 'undefined')).toContain('is not known here')
})

it('a secret that could be guessed ends the start, with its name', () => {
  expect(() => readVariables(s3Variables, { S3_PROTOCOL_ACCESS_KEY_SECRET: 'short' })).toThrow(
    'S3_PROTOCOL_ACCESS_KEY_SECRET should be a secret of at least 16 characters.',
  )
})
