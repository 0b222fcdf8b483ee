import fc from 'fast-check'
import { decryptWith } from '../portal/vault/encryption.ts'
import { parsePayload } from '../portal/vault/payload.ts'

/** Tries to decrypt a payload and returns the outcome as one word. */
export async function decryptOutcome(key: CryptoKey, stored: string): Promise<string> {
  try {
    return `opened: ${await decryptWith(key, parsePayload(stored))}`
  } catch (error) {
    return error instanceof Error ? error.name : 'thrown something else'
  }
}

/** Whether a mutated payload has another salt, which derives another key, whatever else was changed. */
export function hasOtherSalt(mutated: string, stored: string): boolean {
  try {
    return Buffer.compare(parsePayload(mutated).salt, parsePayload(stored).salt) !== 0
  } catch {
    return false
  }
}

/** Generates the text with characters changed, left out, inserted, doubled, moved or cut off. */
export function mutatedTexts(text: string) {
  const at = fc.nat(text.length - 1)
  const character = fc.oneof(
    fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/='),
    fc.constantFrom(...' \n\t\u0000"{}[]:,\\-_é\uFEFF'),
  )
  // The position of a mutation. Most fall into ciphertext and nonce; anywhere else they would only break the JSON,
  // which is the easier half.
  const inBytes = fc.integer({ min: text.indexOf('"nonce"') + 9, max: text.length - 3 })
  const base64 = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')
  const cut = (from: number, to: number, instead: string) => text.slice(0, from) + instead + text.slice(to)
  return fc
    .oneof(
      fc.tuple(inBytes, base64).map(([place, other]) => cut(place, place + 1, other)),
      fc.tuple(at, character).map(([place, other]) => cut(place, place + 1, other)),
      fc.tuple(at, character).map(([place, more]) => cut(place, place, more)),
      fc.tuple(at, fc.integer({ min: 1, max: 40 })).map(([place, count]) => cut(place, place + count, '')),
      fc.tuple(at, at).map(([from, to]) => cut(to, to, text.slice(from, to))),
      at.map((place) => text.slice(0, place)),
    )
    .filter((mutated) => mutated !== text)
}
