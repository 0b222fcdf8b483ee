import { BASE64, fromBase64, toBase64 } from '../../../lib/base64.ts'
import { CURVE, DamagedSecret } from '../../../lib/sealed-secret.ts'

/** The request that a private half belongs to. It is encrypted with the private half, so that neither can be exchanged. */
export type RequestOfKey = { id: string; agency_id: string; label: string }

/** A new key pair: the public half in base64, and the text of the private half, to be encrypted with the passphrase. */
export async function newSecretKeys(request: RequestOfKey): Promise<{ publicKey: string; privateText: string }> {
  const pair = await crypto.subtle.generateKey(CURVE, true, ['deriveBits'])
  const point = await crypto.subtle.exportKey('raw', pair.publicKey)
  const secret = await crypto.subtle.exportKey('pkcs8', pair.privateKey)
  return {
    publicKey: toBase64(new Uint8Array(point)),
    privateText: `${headOf(request)}\n${toBase64(new Uint8Array(secret))}`,
  }
}

/** Reads the text of a private half. Throws `DamagedSecret` if it belongs to another request. */
export async function privateKeyIn(text: string, request: RequestOfKey): Promise<CryptoKey> {
  const head = `${headOf(request)}\n`
  const [, key] = ONLY_BASE64.exec(text.slice(head.length)) ?? []
  if (!text.startsWith(head) || key === undefined) throw new DamagedSecret()
  return crypto.subtle.importKey('pkcs8', fromBase64(key), CURVE, false, ['deriveBits']).catch(() => {
    throw new DamagedSecret()
  })
}

const headOf = ({ id, agency_id, label }: RequestOfKey) =>
  JSON.stringify({ v: 1, request: id, agency: agency_id, label })

const ONLY_BASE64 = new RegExp(`^${BASE64}$`)
