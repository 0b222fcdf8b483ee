/** An address as people type it: a host with or without http(s) before it, and nothing that is another scheme. */
const ADDRESS = /^(https?:\/\/)?[^\s/?#:@\\]+(:\d{1,5})?([/?#]\S*)?$/i

/**
 * The address behind a website somebody typed, or undefined when it must not become a link:
 * only http and https are followed, so `javascript:` and its relatives stay text.
 */
export function webLink(typed: string): string | undefined {
  const match = ADDRESS.exec(typed.trim())
  if (!match) return undefined
  const [address, scheme] = match
  return URL.parse(scheme ? address : `https://${address}`)?.href
}
