/** The id of the list of all scripts in the page. The browser runs no module whose hash differs from the list. */
export const SERVED_SCRIPTS = 'served-scripts'

/**
 * The fingerprint of the code: a hash of that list, in groups that people can compare. Half of SHA-256 is enough against
 * an attacker who wants other code to have the same fingerprint.
 */
export async function fingerprintOf(list: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(list)))
  const digits = Array.from(hash.slice(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return digits.replaceAll(/.{4}(?=.)/g, '$& ')
}
