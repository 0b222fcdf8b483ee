import { Buffer } from 'node:buffer'
import { createECDH, hkdfSync } from 'node:crypto'

/** A key pair by which push services know this installation, in base64url (RFC 8292). */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}

/**
 * Derives the key pair from the project's secret key, so that nobody has to make and keep another one. With a new secret key
 * browsers subscribe again when the portal is next opened.
 */
export function deriveVapidKeys(secretKey: string): VapidKeys {
  const curve = createECDH('prime256v1')
  // A private key is any number from 1 to the order of the curve; 32 random bytes miss that once in four billion.
  for (let attempt = 0; ; attempt++) {
    const scalar = Buffer.from(hkdfSync('sha256', secretKey, '', `web push ${attempt}`, 32))
    try {
      curve.setPrivateKey(scalar)
      return { publicKey: curve.getPublicKey('base64url'), privateKey: scalar.toString('base64url') }
    } catch (error) {
      if (attempt > 10) throw error
    }
  }
}
