import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { storageErrors } from '../errors.ts'
import { type Signer, signerSeal } from './url-signer.ts'

/** The claims of a signed address: it allows reading one file until it expires, or uploading one. */
export type DownloadClaims = { url: string; transformations?: string | undefined; exp: number; signer: Signer }
export type UploadClaims = { url: string; owner: string | undefined; upsert: boolean; signer: Signer }

export type UrlTokens = {
  /**
   * Signs an address for downloads. With transformations it opens the transformed image, and nothing else of the file.
   */
  signDownload(url: string, lifetimeS: number, by: Signer, transformations?: string): Promise<string>
  signUpload(claims: UploadClaims): Promise<string>
  /** Throws where the token is not valid for `bucket/key`. */
  checkDownload(token: string, url: string): Promise<DownloadClaims>
  checkUpload(token: string, url: string): Promise<UploadClaims>
}

/** The lifetime on the hosted service. */
const UPLOAD_LIFETIME_S = 2 * 60 * 60

const claimsOfUrl = z.object({
  url: z.string(),
  scope: z.enum(['download', 'upload']).optional(),
  owner: z.string().optional(),
  upsert: z.boolean().optional(),
  transformations: z.string().optional(),
  signer: z.string().optional(),
  exp: z.number(),
})

/**
 * Signs and verifies the tokens in signed addresses. They have a key of their own and no role, so that they cannot
 * serve as session tokens, nor the reverse.
 */
export function urlTokens(secret: Uint8Array): UrlTokens {
  const { seal, open } = signerSeal(secret)
  const sealed = (signer: Signer) => signer && { signer: seal(signer) }

  const sign = (claims: Record<string, unknown>, lifetimeS: number) => {
    const now = Math.floor(Date.now() / 1000)
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuedAt(now)
      .setExpirationTime(now + lifetimeS)
      .sign(secret)
  }

  async function check(token: string, url: string, scope: 'download' | 'upload') {
    const claims = claimsOfUrl.safeParse(await payloadOf(token))
    if (!claims.success) throw storageErrors.invalidSignature()
    // Older tokens have no scope; those for uploads have `upsert`.
    const actual = claims.data.scope ?? (claims.data.upsert === undefined ? 'download' : 'upload')
    if (actual !== scope) throw storageErrors.wrongScope(scope)
    if (claims.data.url !== url) throw storageErrors.invalidSignature()
    const { signer, ...others } = claims.data
    return { ...others, signer: signer === undefined ? undefined : open(signer) }
  }

  async function payloadOf(token: string) {
    try {
      const { payload } = await jwtVerify(token, secret, { algorithms: ['HS256'] })
      return payload
    } catch (error) {
      if (error instanceof errors.JOSEError) throw storageErrors.invalidUrlToken(error.message)
      throw error
    }
  }

  return {
    signDownload: (url, lifetimeS, by, transformations) =>
      sign({ url, scope: 'download', transformations, ...sealed(by) }, lifetimeS),
    signUpload: ({ signer, ...claims }) => sign({ ...claims, scope: 'upload', ...sealed(signer) }, UPLOAD_LIFETIME_S),
    checkDownload: (token, url) => check(token, url, 'download'),
    async checkUpload(token, url) {
      const { owner, upsert = false, signer } = await check(token, url, 'upload')
      return { url, owner, upsert, signer }
    },
  }
}
