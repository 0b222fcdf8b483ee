import type { Element } from '@xmldom/xmldom'
import { ssoErrors } from './sso-errors.ts'

/** Algorithms that are accepted for encrypted keys and for encrypted content. */
const strong = new Set([
  'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
  'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
  'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
])

/**
 * Throws for a document that is encrypted in any other way, before anybody tries to read it: with the older padding of
 * RSA, how a wrong one is refused would tell strangers how to use our key.
 */
export function requireStrongEncryption(root: Element) {
  // In any namespace, since the library that decrypts looks at the name alone.
  const methods = root.getElementsByTagNameNS('*', 'EncryptionMethod')
  for (let i = 0; i < methods.length; i++) {
    if (!strong.has(methods.item(i)?.getAttribute('Algorithm') ?? '')) throw ssoErrors.assertionInvalid()
  }
}
