import { describe, expect, it } from 'vitest'
import { DamagedSecret, openSecret, sealSecret } from '../../../lib/sealed-secret.ts'
import { newSecretKeys, privateKeyIn } from './secret-keys.ts'

const request = { id: crypto.randomUUID(), agency_id: crypto.randomUUID(), label: 'Shop admin password' }
const secret = { username: 'grace@shop.test', password: 'correct “horse”\\ \u{1F434}' }

async function pairFor(asked = request) {
  const { publicKey, privateText } = await newSecretKeys(asked)
  return { publicKey, privateText, privateKey: await privateKeyIn(privateText, asked) }
}

describe('[vault.md#handed-over-by-clients] what a client seals', () => {
  it('opens with the key pair of its request, and does not tell its length', async () => {
    const pair = await pairFor()
    const sealed = await sealSecret(pair.publicKey, request.label, secret)
    expect(await openSecret(pair, request.label, sealed)).toEqual(secret)
    const short = await sealSecret(pair.publicKey, request.label, { username: '', password: 'x' })
    expect(short).toHaveLength(sealed.length)
    expect(await sealSecret(pair.publicKey, request.label, secret)).not.toBe(sealed)
  })

  it('does not open for another request, under another label, or once it was changed', async () => {
    const [pair, other] = [await pairFor(), await pairFor()]
    const sealed = await sealSecret(pair.publicKey, request.label, secret)
    const { key, nonce, ciphertext } = JSON.parse(sealed)
    const changed = `${ciphertext.startsWith('A') ? 'B' : 'A'}${ciphertext.slice(1)}`
    const otherPoint = JSON.parse(await sealSecret(pair.publicKey, request.label, secret)).key
    const wrong = [
      [other, request.label, sealed],
      [{ ...pair, publicKey: other.publicKey }, request.label, sealed],
      [{ ...pair, privateKey: other.privateKey }, request.label, sealed],
      [pair, 'Bank password', sealed],
      [pair, request.label, JSON.stringify({ v: 1, key, nonce, ciphertext: changed })],
      [pair, request.label, JSON.stringify({ v: 1, key: otherPoint, nonce, ciphertext })],
      [pair, request.label, JSON.stringify({ v: 2, key, nonce, ciphertext })],
      [pair, request.label, JSON.stringify({ v: 1, nonce, key, ciphertext })],
      [pair, request.label, `${sealed} `],
      [pair, request.label, ''],
    ] as const
    for (const [keys, label, text] of wrong) await expect(openSecret(keys, label, text)).rejects.toThrow(DamagedSecret)
  })

  it('has a private half that belongs to its request, agency and label alone', async () => {
    const { privateText } = await pairFor()
    const others = [{ id: crypto.randomUUID() }, { agency_id: crypto.randomUUID() }, { label: 'Bank password' }]
    for (const other of others) {
      await expect(privateKeyIn(privateText, { ...request, ...other })).rejects.toThrow(DamagedSecret)
    }
    await expect(privateKeyIn(privateText.slice(0, -8), request)).rejects.toThrow(DamagedSecret)
  })
})
