import { firstCharacters } from '../../../lib/first-characters.ts'

/** The key of an authenticator app, from which it computes a new code every 30 or 60 seconds (RFC 6238). */
export type TwoStepKey = {
  /** Base32 in upper case, without spaces and padding. */
  secret: string
  algorithm: Algorithm
  digits: 6 | 8
  /** The seconds for which a code is valid. */
  period: 30 | 60
  issuer: string
  account: string
}

type Algorithm = 'SHA1' | 'SHA256' | 'SHA512'

/** A key that was read from a text, or the reason why there is none. */
export type ReadTwoStepKey = { key: TwoStepKey; problem?: never } | { key?: never; problem: string }

/** Reads base32 as sites show it, with spaces, dashes and small letters, or the `otpauth://` address of a QR code. */
export function readTwoStepKey(text: string): ReadTwoStepKey {
  const typed = text.trim()
  if (typed.length > MOST_CHARACTERS) return { problem: 'This is too long for a two-step key.' }
  const [, scheme = '', rest = ''] = /^([a-z][a-z\d+.-]*):(.*)$/is.exec(typed) ?? []
  if (scheme === '') return withSecret(typed, { algorithm: 'SHA1', digits: 6, period: 30, issuer: '', account: '' })
  if (scheme.toLowerCase() === 'otpauth') return readAddress(rest)
  return {
    problem: problemsOfSchemes[scheme.toLowerCase()] ?? 'This is not a two-step key, but another kind of address.',
  }
}

const MOST_CHARACTERS = 2000

const STEAM = 'Steam’s codes of five letters are not supported.'

const problemsOfSchemes: Readonly<Record<string, string>> = {
  steam: STEAM,
  'otpauth-migration': 'This moves several keys from one phone to another. Enter the key of this one account.',
}

/** Reads what follows `otpauth:`, as in `//totp/Issuer:account?secret=…&algorithm=SHA1&digits=6&period=30`. */
function readAddress(address: string): ReadTwoStepKey {
  const [, type = '', label = '', query = ''] = /^\/\/([^/?#]*)\/?([^?#]*)\??([^#]*)/s.exec(address) ?? []
  const values = valuesIn(query)
  const value = (name: string) => values.get(name)?.trim() ?? ''
  if (type.toLowerCase() === 'steam' || value('encoder').toLowerCase() === 'steam') return { problem: STEAM }
  if (type.toLowerCase() === 'hotp') {
    return { problem: 'This key counts its codes (HOTP). Only keys that follow the clock (TOTP) are supported.' }
  }
  if (type.toLowerCase() !== 'totp') return { problem: 'Only addresses that begin with otpauth://totp/ are supported.' }

  const algorithm = algorithmOf(value('algorithm'))
  if (!algorithm) return { problem: 'This key uses another algorithm than SHA-1, SHA-256 and SHA-512.' }
  const digits = numberIn(value('digits') || '6')
  if (digits !== 6 && digits !== 8) return { problem: 'Only codes of 6 or 8 digits are supported.' }
  const period = numberIn(value('period') || '30')
  if (period !== 30 && period !== 60) return { problem: 'Only codes that change every 30 or 60 seconds are supported.' }
  if (value('secret') === '') return { problem: 'This otpauth address has no secret.' }
  const [account = '', issuer = ''] = namesIn(label).reverse()
  return withSecret(value('secret'), {
    ...{ algorithm, digits, period },
    ...{ account: account.trim(), issuer: value('issuer') || issuer.trim() },
  })
}

/** The parameters by their names in lower case. An address that was copied from HTML has `&amp;` between them. */
const valuesIn = (query: string) =>
  new Map(
    [...new URLSearchParams(query.replaceAll('&amp;', '&'))]
      .map(([name, value]): [string, string] => [name.toLowerCase(), value])
      .reverse(),
  )

function algorithmOf(name: string): Algorithm | undefined {
  const plain = name
    .toUpperCase()
    .replace(/^HMAC-?/, '')
    .replace(/^SHA-/, 'SHA')
  return plain === '' ? 'SHA1' : algorithms.find((algorithm) => algorithm === plain)
}

const algorithms = ['SHA1', 'SHA256', 'SHA512'] as const

const numberIn = (text: string) => (/^\d+$/.test(text) ? Number(text) : undefined)

/** The issuer, if it is named, and the account. The colon between them may be encoded, and so may others. */
const namesIn = (label: string) =>
  label.includes(':') ? label.split(/:(.*)/s, 2).map(decoded) : decoded(label).split(/:(.*)/s, 2)

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A shorter text is not the key of any site, but a word or a code. */
const FEWEST_CHARACTERS = 8

function withSecret(text: string, rest: Omit<TwoStepKey, 'secret'>): ReadTwoStepKey {
  const secret = text
    .replace(/[\s\p{Pd}]/gu, '')
    .replace(/=+$/, '')
    .toUpperCase()
  if (/^(\d{6}|\d{8})$/.test(secret)) {
    return { problem: 'This looks like a code. Enter the key, which the site shows beside its QR code.' }
  }
  const [wrong] = /[^A-Z2-7]/u.exec(secret) ?? []
  if (wrong !== undefined) {
    return { problem: `A two-step key has only the letters A to Z and the digits 2 to 7, not “${wrong}”.` }
  }
  if (secret.length < FEWEST_CHARACTERS) return { problem: 'This is too short for a two-step key.' }
  return { key: { secret, ...rest } }
}

/** Names are only for people, and the column has a limit. */
const LONGEST_NAME = 100

/** Writes the address that is encrypted and stored. A key without the name of an account gets that of its entry. */
export function writeTwoStepKey({ issuer, account, ...key }: TwoStepKey, title: string): string {
  const [site, name] = [issuer, account || title].map((text) => encodeURIComponent(firstCharacters(text, LONGEST_NAME)))
  const label = site === '' ? name : `${site}:${name}`
  const about = site === '' ? '' : `&issuer=${site}`
  return `otpauth://totp/${label}?secret=${key.secret}${about}&algorithm=${key.algorithm}&digits=${key.digits}&period=${key.period}`
}
