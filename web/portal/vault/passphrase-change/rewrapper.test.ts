import { createCipheriv, createDecipheriv, pbkdf2Sync, randomBytes } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { Keyring } from '../keyring.ts'
import { parsePayload } from '../payload.ts'
import { Sealer } from '../sealer.ts'
import { Rewrapper } from './rewrapper.ts'

const [OLD, NEW] = ['the one before', 'the one after']

/** OpenSSL by way of Node, which shares no code with WebCrypto's callers here. */
const openssl = {
  seal(text: string, passphrase: string): string {
    const [salt, nonce] = [randomBytes(16), randomBytes(12)]
    const cipher = createCipheriv('aes-256-gcm', pbkdf2Sync(passphrase, salt, 250_000, 32, 'sha256'), nonce)
    const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    const [s, n, c] = [salt, nonce, ciphertext].map((bytes) => bytes.toString('base64'))
    return `{"v":1,"iterations":250000,"salt":"${s}","nonce":"${n}","ciphertext":"${c}"}`
  },
  open(stored: string | null, passphrase: string): string {
    const { salt, nonce, ciphertext } = parsePayload(stored ?? '')
    const decipher = createDecipheriv('aes-256-gcm', pbkdf2Sync(passphrase, salt, 250_000, 32, 'sha256'), nonce)
    decipher.setAuthTag(ciphertext.subarray(-16))
    return Buffer.concat([decipher.update(ciphertext.subarray(0, -16)), decipher.final()]).toString('utf8')
  },
}

const entries = [
  {
    id: '1',
    encrypted_password: openssl.seal('pä55 🔑', OLD),
    encrypted_notes: openssl.seal('line\nline', OLD),
    encrypted_two_step_key: openssl.seal('otpauth://totp/Router?secret=GEZDGNBV', OLD),
  },
  { id: '2', encrypted_password: openssl.seal('pä55 🔑', OLD), encrypted_notes: null, encrypted_two_step_key: null },
]

it('[vault.md#changing-the-passphrase] OpenSSL opens what was encrypted anew of what OpenSSL had sealed', async () => {
  const rewrapper = new Rewrapper(OLD)
  const sealer = new Sealer(NEW)
  const anew = await Promise.all(entries.map((entry) => rewrapper.rewrap(entry, sealer)))
  expect(anew.map(({ encrypted_password }) => openssl.open(encrypted_password, NEW))).toEqual(['pä55 🔑', 'pä55 🔑'])
  expect(openssl.open(anew[0]?.encrypted_notes ?? null, NEW)).toBe('line\nline')
  expect(openssl.open(anew[0]?.encrypted_two_step_key ?? null, NEW)).toBe('otpauth://totp/Router?secret=GEZDGNBV')
  expect([anew[1]?.encrypted_notes, anew[1]?.encrypted_two_step_key]).toEqual([null, null])

  const payloads = anew
    .flatMap((entry) => [entry.encrypted_password, entry.encrypted_notes, entry.encrypted_two_step_key])
    .filter((stored) => stored !== null)
    .map(parsePayload)
  expect(new Set(payloads.map(({ salt }) => salt.join())).size).toBe(1)
  expect(new Set(payloads.map(({ nonce }) => nonce.join())).size).toBe(4)
  // Equal passwords have different ciphertexts.
  expect(new Set(payloads.map(({ ciphertext }) => ciphertext.join())).size).toBe(4)
})

it('[vault.md#changing-the-passphrase] derives no key that is known already', async () => {
  const keyring = new Keyring(OLD)
  for (const { encrypted_password } of entries) await keyring.open(encrypted_password)
  const derived = vi.spyOn(crypto.subtle, 'deriveKey')
  const rewrapper = new Rewrapper(OLD, await keyring.known())
  for (const entry of entries) expect(await rewrapper.open(entry)).toBe('opens')
  // Only the keys of the first entry's notes and two-step key are derived.
  expect(derived).toHaveBeenCalledTimes(2)
  derived.mockRestore()
})

it('[vault.md#changing-the-passphrase] tells how an entry opens, and encrypts none that does not as a whole', async () => {
  const rewrapper = new Rewrapper(OLD)
  const [whole] = entries
  if (!whole) throw new Error('There are two.')
  const shut = openssl.seal('secret', 'another')
  const cases = [
    [whole, 'opens'],
    [{ ...whole, encrypted_password: shut }, 'shut'],
    [{ ...whole, encrypted_notes: shut }, 'notes are shut'],
    [{ ...whole, encrypted_two_step_key: shut }, 'key is shut'],
    [{ ...whole, encrypted_password: '{}' }, 'invalid'],
    [{ ...whole, encrypted_notes: '{}' }, 'invalid'],
  ] as const
  for (const [entry, opening] of cases) {
    expect(await rewrapper.open(entry)).toBe(opening)
    if (opening !== 'opens') await expect(rewrapper.rewrap(entry, new Sealer(NEW))).rejects.toThrow()
  }
})
