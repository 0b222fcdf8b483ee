import type { Element } from '@xmldom/xmldom'
import { ssoErrors } from './sso-errors.ts'

/** Accepted algorithms for encrypted keys and for encrypted content. */
const strong = new Set([
  'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
  'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
  'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
])

/**
 * Throws for a document with any other encryption, before it is decrypted: with the older RSA padding (PKCS #1 v1.5),
 * the way in which a wrong padding is refused would let attackers use our key as an oracle.
 */
export function requireStrongEncryption(root: Element) {
  // Elements are found in any namespace, since the decrypting library looks at the local name alone.
  const methods = root.getElementsByTagNameNS('*', 'EncryptionMethod')
  for (let i = 0; i < methods.length; i++) {
    if (!strong.has(methods.item(i)?.getAttribute('Algorithm') ?? '')) throw ssoErrors.assertionInvalid()
  }
}
