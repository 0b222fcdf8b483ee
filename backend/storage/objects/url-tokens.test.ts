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
    expect(await tokens.checkDownload(await tokens.signDownload(url, 60), url)).toMatchObject({ url })
  })

  it('opens no other', async () => {
    await expect(tokens.checkDownload(await tokens.signDownload(url, 60), 'reels/a/b')).rejects.toThrow(
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
    const upload = await tokens.signUpload({ url, owner: 'ana', upsert: true })
    expect(await tokens.checkUpload(upload, url)).toEqual({ url, owner: 'ana', upsert: true })
    await expect(tokens.checkDownload(upload, url)).rejects.toThrow('Token is not scoped for download')
    const download = await tokens.signDownload(url, 60)
    await expect(tokens.checkUpload(download, url)).rejects.toThrow('Token is not scoped for upload')
  })

  it('of an older kind is known by what it carries', async () => {
    expect(await tokens.checkUpload(await signed({ url, upsert: false }), url)).toMatchObject({ upsert: false })
    expect(await tokens.checkDownload(await signed({ url }), url)).toMatchObject({ url })
  })
})
