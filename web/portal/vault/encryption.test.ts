import { createCipheriv, createDecipheriv, pbkdf2Sync, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { decryptOutcome, hasOtherSalt, mutatedTexts } from '../../testing/mutated-payload.ts'
import { deriveKey } from './derive-key.ts'
import { decrypt, WrongPassphrase } from './encryption.ts'
import { InvalidPayload, parsePayload } from './payload.ts'
import { seal } from './sealer.ts'

/** A second implementation by Node's own crypto, which shares no code with WebCrypto's callers here. */
const node = {
  encrypt(text: string, passphrase: string, salt = randomBytes(16), nonce = randomBytes(12)) {
    const cipher = createCipheriv('aes-256-gcm', pbkdf2Sync(passphrase, salt, 250_000, 32, 'sha256'), nonce)
    const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    const [s, n, c] = [salt, nonce, ciphertext].map((bytes) => bytes.toString('base64'))
    return `{"v":1,"iterations":250000,"salt":"${s}","nonce":"${n}","ciphertext":"${c}"}`
  },
  decrypt(stored: string, passphrase: string) {
    const { salt, nonce, ciphertext } = JSON.parse(stored)
    const [s, n, c] = [salt, nonce, ciphertext].map((text) => Buffer.from(text, 'base64'))
    if (!s || !n || !c) throw new Error('a part is missing')
    const decipher = createDecipheriv('aes-256-gcm', pbkdf2Sync(passphrase, s, 250_000, 32, 'sha256'), n)
    decipher.setAuthTag(c.subarray(-16))
    return Buffer.concat([decipher.update(c.subarray(0, -16)), decipher.final()]).toString('utf8')
  },
}

const secrets: [what: string, text: string, passphrase: string][] = [
  ['a password', 'Tr0ub4dor&3', 'correct horse battery staple'],
  ['spaces at both ends', ' secret ', ' passphrase '],
  ['letters of all the world', 'pä55wörd — 秘密 🔑', 'Schlüssel 🗝️'],
  ['a text that begins with a byte order mark', '\uFEFFmarked', 'x'],
  ['lines and a null', 'line one\nline two\u0000', 'p'.repeat(500)],
  ['long notes', 'n'.repeat(20_000), 'long notes'],
]

describe('[vault.md#encryption] what is encrypted', () => {
  it.each(secrets)('here is opened by an independent implementation: %s', async (_what, text, passphrase) => {
    expect(node.decrypt(await seal(text, passphrase), passphrase)).toBe(text)
  })

  it.each(secrets)('by an independent implementation is opened here: %s', async (_what, text, passphrase) => {
    expect(await decrypt(node.encrypt(text, passphrase), passphrase)).toBe(text)
  })

  it('is the known answer for a known salt and nonce', async () => {
    const known =
      '{"v":1,"iterations":250000,"salt":"AAECAwQFBgcICQoLDA0ODw==","nonce":"EBESExQVFhcYGRob",' +
      '"ciphertext":"wH+BU0BxWJG84G7R4TXVLWTJfttIcDHvmkqrPLXFfsk="}'
    const salt = Buffer.from(Array.from({ length: 16 }, (_, byte) => byte))
    const nonce = Buffer.from(Array.from({ length: 12 }, (_, byte) => byte + 16))
    expect(node.encrypt('Harbor Bakery 1!', 'mainstreet', salt, nonce)).toBe(known)
    expect(await decrypt(known, 'mainstreet')).toBe('Harbor Bakery 1!')
  })

  it('never looks the same twice', async () => {
    const [first, second] = await Promise.all([seal('same', 'same'), seal('same', 'same')])
    const [one, other] = [parsePayload(first), parsePayload(second)]
    expect(one.salt).not.toEqual(other.salt)
    expect(one.nonce).not.toEqual(other.nonce)
    expect(one.ciphertext).not.toEqual(other.ciphertext)
  })

  it('stays shut to another passphrase, however near', async () => {
    const stored = node.encrypt('secret', 'passphrase')
    for (const near of ['Passphrase', 'passphrase ', 'passphras', '']) {
      await expect(decrypt(stored, near)).rejects.toThrow(WrongPassphrase)
    }
  })

  it('fits into the table at its longest, in the letters that take most room', async () => {
    // The limits are those of entry-form.ts and of the columns.
    expect((await seal('\uFFFD'.repeat(4000), 'p')).length).toBeLessThanOrEqual(20_000)
    expect((await seal('\uFFFD'.repeat(20_000), 'p')).length).toBeLessThanOrEqual(100_000)
  })

  it('is not to be had where a page is not secure, and that is said', async () => {
    vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes })
    await expect(seal('text', 'p')).rejects.toThrow('Browsers encrypt only on secure pages (https).')
    vi.unstubAllGlobals()
  })

  it('is no text at all if its bytes are none', async () => {
    const salt = randomBytes(16)
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', pbkdf2Sync('p', salt, 250_000, 32, 'sha256'), nonce)
    const ciphertext = Buffer.concat([cipher.update(Buffer.from([0xff, 0xfe])), cipher.final(), cipher.getAuthTag()])
    const [s, n, c] = [salt, nonce, ciphertext].map((bytes) => bytes.toString('base64'))
    const stored = `{"v":1,"iterations":250000,"salt":"${s}","nonce":"${n}","ciphertext":"${c}"}`
    await expect(decrypt(stored, 'p')).rejects.toThrow(InvalidPayload)
  })
})

describe('[vault.md#invalid-payloads] a payload', () => {
  const salt = 'AAECAwQFBgcICQoLDA0ODw=='
  const nonce = 'EBESExQVFhcYGRob'
  const ciphertext = Buffer.alloc(20, 7).toString('base64')
  const sound = `{"v":1,"iterations":250000,"salt":"${salt}","nonce":"${nonce}","ciphertext":"${ciphertext}"}`

  it('is read when it is sound', () => {
    const { salt, nonce, ciphertext } = parsePayload(sound)
    expect([salt.length, nonce.length, ciphertext.length]).toEqual([16, 12, 20])
  })

  it.each([
    ['empty', ''],
    ['not JSON', 'hunter2'],
    ['null', 'null'],
    ['a list', '[]'],
    ['an empty object', '{}'],
    ['of another version', sound.replace('"v":1', '"v":2')],
    ['of a version in words', sound.replace('"v":1', '"v":"1"')],
    ['of a version like 1.0', sound.replace('"v":1', '"v":1.0')],
    ['derived with fewer iterations', sound.replace('250000', '1')],
    ['derived with more iterations', sound.replace('250000', '2500000')],
    ['without its salt', sound.replace(`"salt":"${salt}",`, '')],
    ['with an empty salt', sound.replace(salt, '')],
    ['with a salt of 15 bytes', sound.replace(salt, 'AAECAwQFBgcICQoLDA0O')],
    ['with a salt of 17 bytes', sound.replace(salt, 'AAECAwQFBgcICQoLDA0ODxA=')],
    ['with a nonce of 11 bytes', sound.replace(nonce, 'EBESExQVFhcYGRo=')],
    ['with a nonce of 13 bytes', sound.replace(nonce, 'EBESExQVFhcYGRobHA==')],
    ['with less than a tag', sound.replace(ciphertext, Buffer.alloc(15).toString('base64'))],
    ['with base64 that has unused bits', sound.replace(salt, 'AAECAwQFBgcICQoLDA0ODx==')],
    ['with base64 for addresses', sound.replace(ciphertext, Buffer.alloc(20, 0xff).toString('base64url'))],
    ['without its padding', sound.replace('==', '')],
    ['with a space', sound.replace(',', ', ')],
    ['with a space before', ` ${sound}`],
    ['with a line after', `${sound}\n`],
    ['with one thing more', sound.replace('}', ',"hint":"dog"}')],
    ['with one thing twice', sound.replace('"v":1', '"v":1,"v":1')],
    [
      'in another order',
      `{"iterations":250000,"v":1,"salt":"${salt}","nonce":"${nonce}","ciphertext":"${ciphertext}"}`,
    ],
    ['twice', sound + sound],
  ])('that is %s is invalid', async (_what, stored) => {
    expect(() => parsePayload(stored)).toThrow('Invalid payload')
    await expect(decrypt(stored, 'any')).rejects.toThrow(InvalidPayload)
  })

  // Deriving ten thousand keys would take a quarter of an hour, so the right key is kept, with which a mutation has the best
  // chance of passing. Mutations that only change the salt, and so the key, have a test of their own.
  it('is refused after any of ten thousand mutations', async () => {
    const passphrase = 'correct horse'
    const stored = node.encrypt('Harbor Bakery 1!', passphrase)
    const { salt } = parsePayload(stored)
    const key = await deriveKey(passphrase, salt)
    const seen = { invalid: 0, shut: 0 }

    await fc.assert(
      fc.asyncProperty(mutatedTexts(stored), async (mutated) => {
        fc.pre(!hasOtherSalt(mutated, stored))
        const refusal = await decryptOutcome(key, mutated)
        expect(refusal).toMatch(/^(InvalidPayload|WrongPassphrase)$/)
        seen[refusal === 'InvalidPayload' ? 'invalid' : 'shut'] += 1
      }),
      { numRuns: 10_000 },
    )
    // Both kinds of refusal occurred often.
    expect(seen.invalid).toBeGreaterThan(1000)
    expect(seen.shut).toBeGreaterThan(1000)
  }, 60_000)

  it('is refused with any other salt', async () => {
    const stored = node.encrypt('Harbor Bakery 1!', 'correct horse')
    const was = /"salt":"([^"]+)"/.exec(stored)?.[1] ?? ''
    for (let byte = 0; byte < 16; byte += 1) {
      const salt = Buffer.from(was, 'base64')
      salt[byte] = (salt[byte] ?? 0) ^ (1 << (byte % 8))
      await expect(decrypt(stored.replace(was, salt.toString('base64')), 'correct horse')).rejects.toThrow(
        WrongPassphrase,
      )
    }
  }, 30_000)
})
