import type { IncomingMessage } from 'node:http'

const SERVICES = /^\/(?:rest|auth|storage|graphql)\/v1(?:[/?]|$)/
const KEY = /^apikey=(?=eyJ|sb_)/

/**
 * Takes the key from `?apikey=` as if it were the header, as the hosted gateway does, and leaves it out of the address.
 * A filter of a column of that name does not look like a key.
 */
export function keyInAddress(request: IncomingMessage): string {
  const { url = '/', headers } = request
  if (!url.includes('apikey=') || !SERVICES.test(url)) return url
  const [path = '', ...queries] = url.split('?')
  const params = queries.join('?').split('&')
  const key = params.find((param) => KEY.test(param))
  if (key === undefined) return url
  headers.apikey ??= key.replace(KEY, '')
  const others = params.filter((param) => !KEY.test(param)).join('&')
  return others === '' ? path : `${path}?${others}`
}
