import { describe, expect, it } from 'vitest'
import { admin, browser } from '../auth/people.ts'

const message = 'hello'
const signature = '00'

describe('a method whose feature is not here', () => {
  it.each([
    ['OAuth clients', async () => (await admin.auth.admin.oauth.listClients()).error],
    ['custom providers', async () => (await admin.auth.admin.customProviders.listProviders()).error],
    ['vector buckets', async () => (await admin.storage.vectors.listBuckets()).error],
    ['analytics buckets', async () => (await admin.storage.analytics.listBuckets()).error],
  ])('answers 404 and says so: %s', async (_, call) => {
    const error = await call()
    expect(error).toMatchObject({ status: 404, message: expect.stringMatching(/route|session|found/i) })
  })

  it('refuses a wallet as a grant that nobody knows', async () => {
    const { error } = await browser().auth.signInWithWeb3({ chain: 'ethereum', message, signature: `0x${signature}` })
    expect(error).toMatchObject({ status: 400, code: 'invalid_credentials' })
  })
})
