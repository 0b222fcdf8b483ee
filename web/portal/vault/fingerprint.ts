/** What the list of all scripts goes by in the page: the browser runs no module that has another hash than it says there. */
export const SERVED_SCRIPTS = 'served-scripts'

/**
 * What the code is known by: a hash of that list, in groups that people can compare. Half of SHA-256, which is enough
 * against whoever wants another code to have the same.
 */
export async function fingerprintOf(list: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(list)))
  const digits = Array.from(hash.slice(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return digits.replaceAll(/.{4}(?=.)/g, '$& ')
}
