import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { urlTokens } from './url-tokens.ts'

const secret = Buffer.alloc(32, 'secret')
const tokens = urlTokens(secret)
const url = 'reels/a/b c.txt'
const signed = (claims: Record<string, unknown>, key: Uint8Array = secret, exp = '1h') =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).setIssuedAt().setExpirationTime(exp).sign(key)

describe('a signed address', () => {
  it('opens its own file', async () => {
    expect(await tokens.checkDownload(await tokens.signDownload(url, 60, undefined), url)).toMatchObject({ url })
  })

  it('opens no other', async () => {
    await expect(tokens.checkDownload(await tokens.signDownload(url, 60, undefined), 'reels/a/b')).rejects.toThrow(
      'Invalid signature',
    )
  })

  it('ends', async () => {
    const token = await signed({ url, scope: 'download' }, secret, '-1s')
    await expect(tokens.checkDownload(token, url)).rejects.toThrow('"exp" claim timestamp check failed')
  })

  it('never ends unless it says when, and is refused', async () => {
    const token = await new SignJWT({ url }).setProtectedHeader({ alg: 'HS256' }).sign(secret)
    await expect(tokens.checkDownload(token, url)).rejects.toThrow('Invalid signature')
  })

  it('is made with our key alone', async () => {
    const token = await signed({ url, scope: 'download' }, Buffer.alloc(32, 'other'))
    await expect(tokens.checkDownload(token, url)).rejects.toThrow('signature verification failed')
    await expect(tokens.checkDownload('nonsense', url)).rejects.toThrow('Invalid Compact JWS')
  })

  it('for a download uploads nothing, and the other way round', async () => {
    const upload = await tokens.signUpload({ url, owner: 'ana', upsert: true, signer: undefined })
    expect(await tokens.checkUpload(upload, url)).toEqual({ url, owner: 'ana', upsert: true, signer: undefined })
    await expect(tokens.checkDownload(upload, url)).rejects.toThrow('Token is not scoped for download')
    const download = await tokens.signDownload(url, 60, undefined)
    await expect(tokens.checkUpload(download, url)).rejects.toThrow('Token is not scoped for upload')
  })

  it('of an older kind is known by what it carries', async () => {
    expect(await tokens.checkUpload(await signed({ url, upsert: false }), url)).toMatchObject({ upsert: false })
    expect(await tokens.checkDownload(await signed({ url }), url)).toMatchObject({ url })
  })

  it('says to us alone who signed it, and not what of them may change', async () => {
    const ana = { role: 'authenticated', sub: 'ana', aal: 'aal2', email: 'ana@north.test' }
    const session = { ...ana, session_id: 'session', app_metadata: { team: 'north' }, user_metadata: { name: 'Ana' } }
    const token = await tokens.signDownload(url, 60, { ...session, iat: 1, exp: 2 })
    expect((await tokens.checkDownload(token, url)).signer).toEqual({ ...ana, session_id: 'session' })
    expect(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).not.toMatch(/ana|aal2/)
    // A user from an external issuer has no account here that could be looked up.
    const guest = { ...ana, app_metadata: { team: 'north' } }
    expect((await tokens.checkDownload(await tokens.signDownload(url, 60, guest), url)).signer).toEqual(guest)
  })
})
