import { expect, it } from 'vitest'
import { createTestBed } from '../testing/test-bed.ts'

const bed = await createTestBed()

const ethereumOnly = '[auth.web3.ethereum]\nenabled = true'
const handIn = { body: { chain: 'solana', message: 'Let me in.', signature: 'Ana' } }

it('wallets sign nobody in unless the project says which', async () => {
  const none = await bed.service()
  expect(await none.call('POST', '/token?grant_type=web3', handIn)).toMatchObject({
    status: 422,
    body: { code: 'web3_provider_disabled', message: 'Web3 provider is disabled' },
  })
  const other = await bed.service({ toml: ethereumOnly })
  expect(await other.call('POST', '/token?grant_type=web3', handIn)).toMatchObject({
    status: 422,
    body: { code: 'web3_provider_disabled', message: 'Solana Web3 provider is disabled' },
  })
})

it('one network address may hand in so many messages in five minutes', async () => {
  const toml = `${ethereumOnly}\n[auth.rate_limit]\nweb3 = 1`
  const { call } = await bed.service({ toml, rateLimits: true })
  expect((await call('POST', '/token?grant_type=web3', handIn)).status).toBe(422)
  expect((await call('POST', '/token?grant_type=web3', handIn)).body.code).toBe('over_request_rate_limit')
  expect((await call('POST', '/token?grant_type=web3', { ...handIn, from: '192.0.2.2' })).status).toBe(422)
  expect((await call('POST', '/token?grant_type=password', { body: {} })).status).toBe(400)
})
