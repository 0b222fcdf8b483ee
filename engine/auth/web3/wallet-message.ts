import { walletErrors } from './errors.ts'

/** What a wallet's owner agreed to by signing it, in the words of EIP-4361. */
export type WalletMessage = {
  /** As it was signed. */
  raw: string
  domain: string
  address: string
  statement: string | null
  uri: string
  chainId: string
  issuedAt: Date
  expiresAt: Date | undefined
  notBefore: Date | undefined
}

/** How the messages of one chain differ from those of another. */
export type MessageFormat = {
  /** The chain, as the message's first line names it. */
  chainName: string
  /** What refusals begin with. */
  prefix: string
  isAddress: (text: string) => boolean
  notAnAddress: string
  isChainId: (text: string) => boolean
}

const SMALLEST_LINE_COUNT = 6
const DOMAIN = /^(localhost|(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,})(?::\d{1,5})?$/i
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

/** Reads a message line by line. Throws `validation_failed` for anything that is not one, saying why. */
export function parseWalletMessage(raw: string, format: MessageFormat): WalletMessage {
  const refuse = (why: string) => walletErrors.unreadable(`${format.prefix}: ${why}`)
  const lines = raw.split('\n')
  if (lines.length < SMALLEST_LINE_COUNT) throw refuse(`message needs at least ${SMALLEST_LINE_COUNT} lines`)
  const [header = '', second = '', third = '', fourth = '', fifth = ''] = lines
  const greeting = ` wants you to sign in with your ${format.chainName} account:`
  if (!header.endsWith(greeting)) throw refuse(`message first line does not end in "${greeting}"`)
  const domain = header.slice(0, -greeting.length).trim()
  if (!DOMAIN.test(domain)) throw refuse('domain in first line of message is not valid')
  const address = second.trim()
  if (!format.isAddress(address)) throw refuse(`wallet address is not ${format.notAnAddress}`)
  if (third !== '') throw refuse('third line must be empty')

  const statement = fourth !== '' && fifth === '' ? fourth : null
  const fields = readFields(lines, statement === null ? 3 : 5, refuse)
  const time = (name: string): Date | undefined => {
    const text = fields.get(name)
    if (text === undefined) return undefined
    if (!TIMESTAMP.test(text) || Number.isNaN(Date.parse(text))) {
      throw refuse(`${name} is not a valid ISO8601 timestamp`)
    }
    return new Date(text)
  }

  const uri = fields.get('URI')
  if (uri !== undefined && !URL.canParse(uri)) throw refuse('URI is not valid')
  const chainId = fields.get('Chain ID')
  if (chainId !== undefined && !format.isChainId(chainId)) throw refuse('Chain ID is not valid')
  const [issuedAt, expiresAt, notBefore] = [time('Issued At'), time('Expiration Time'), time('Not Before')]
  const version = fields.get('Version') ?? ''
  if (version !== '1') throw refuse(`Version value is not supported, expected 1 got "${version}"`)
  if (!issuedAt) throw refuse('Issued At is not specified')
  if (uri === undefined) throw refuse('URI is not specified')
  if (expiresAt && issuedAt > expiresAt) throw refuse('Issued At is after Expiration Time')
  if (expiresAt && notBefore && notBefore > expiresAt) throw refuse('Not Before is after Expiration Time')
  return { raw, domain, address, statement, uri, chainId: chainId ?? '', issuedAt, expiresAt, notBefore }
}

/** The lines `name: value` from `start` on; the list of resources is looked through and left out. */
function readFields(lines: readonly string[], start: number, refuse: (why: string) => Error): Map<string, string> {
  const fields = new Map<string, string>()
  let resources: number | undefined
  for (const [index, full] of lines.entries()) {
    const line = full.trim()
    if (index < start || line === '') continue
    if (resources !== undefined && line.startsWith('- ')) {
      if (!URL.canParse(line.slice(2))) throw refuse(`Resource at position ${resources} has invalid URI`)
      resources += 1
      continue
    }
    resources = line === 'Resources:' ? 0 : undefined
    if (resources === 0) continue
    const colon = line.indexOf(':')
    const name = line.slice(0, colon)
    // Of two lines of one name, the wallet may have shown the other one.
    if (colon < 0 || fields.has(name)) throw refuse(`encountered unparsable line at index ${index}`)
    fields.set(name, line.slice(colon + 1).trim())
  }
  return fields
}
