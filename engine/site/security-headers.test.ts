import { describe, expect, it } from 'vitest'
import { HASH, smallSite } from './testing/small-site.ts'

const { serve, get } = smallSite()

describe('security headers', () => {
  it('allow a page its own scripts and nothing else', async () => {
    const policy = String((await get('/dashboard')).headers['content-security-policy']).split('; ')
    expect(policy).toContain(`default-src 'self'`)
    expect(policy).toContain(`script-src 'self' ${HASH}`)
    expect(policy).toContain(`connect-src 'self' ws://localhost:3000`)
    for (const nothing of ['object-src', 'base-uri', 'frame-ancestors']) expect(policy).toContain(`${nothing} 'none'`)
  })

  it('give each page the hashes of its own scripts only', async () => {
    expect((await get('/')).headers['content-security-policy']).toContain(`script-src 'self';`)
  })

  it.each(['/', '/dashboard', '/nowhere', '/favicon.svg'])('are on %s', async (path) => {
    const { headers } = await get(path)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'content-security-policy': expect.stringContaining(`frame-ancestors 'none'`),
    })
    expect(headers['strict-transport-security']).toBeUndefined()
  })

  it('ask for TLS where the site has it', async () => {
    const { headers } = await (await serve({ siteUrl: 'https://acme.test' })).inject('/')
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
    expect(headers['content-security-policy']).toContain('wss://acme.test')
  })

  it('are not forced on the other services', async () => {
    expect((await get('/health')).headers['content-security-policy']).toBeUndefined()
  })
})
