export type Address = { name: string; address: string }

// Stricter than RFC 5322: no quoted local parts, comments, lists or control characters, so that a text is never read as
// two recipients and cannot start another header line.
const ADDRESS = /^[^\s<>()[\]\\,;:"@]+@[^\s<>()[\]\\,;:"@]+$/
const NAMED_ADDRESS = /^(?<name>[^<>\p{Cc}]*)<(?<address>[^<>]+)>$/u

/** Names of the local network, of this machine, or of nothing (RFC 6762, 3; RFC 6761, 6.3 and 6.4). */
const UNREACHABLE = /[@.](local|localhost|invalid)$/i

/** False for an address to which no mail server on the internet delivers. */
export const isDeliverable = (address: string): boolean => !UNREACHABLE.test(address)

/** Parses `ana@north.test` or `Ana <ana@north.test>`; throws for anything else, including lists of addresses. */
export function parseAddress(text: string): Address {
  const { name = '', address = text } = NAMED_ADDRESS.exec(text)?.groups ?? {}
  if (!ADDRESS.test(address)) throw new Error(`${JSON.stringify(text)} is not one e-mail address.`)
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address }
}
