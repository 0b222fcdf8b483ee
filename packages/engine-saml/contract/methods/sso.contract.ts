import { browser, answered as data } from 'engine/testing/contract'
import { describe, expect, it } from 'vitest'
import { administerSso, handIn, readRequest, samlIdentityProvider } from '../saml-identity-provider.ts'

describe('single sign-on', () => {
  it('auth.signInWithSSO', async () => {
    const south = samlIdentityProvider('south')
    await administerSso('POST', '', { type: 'saml', metadata_xml: south.metadata, domains: [south.domain] })
    const request = await readRequest(data(await browser().auth.signInWithSSO({ domain: south.domain })).url)
    const email = `cleo@${south.domain}`
    const { fragment } = await handIn(south.answer({ id: 'cleo', email }, request), request.relayState)
    expect(data(await browser().auth.getUser(fragment.access_token)).user.email).toBe(email)
  })
})
