import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'

/** The Ethereum address, in lower case, whose key made this signature of the message; undefined where no key did. */
export function addressThatSigned(message: string, signature: Uint8Array): string | undefined {
  const text = Buffer.from(message)
  const hash = keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${text.length}`), text]))
  const v = signature[64] ?? 0
  const recovered = Buffer.concat([Buffer.from([v >= 27 ? v - 27 : v]), signature.subarray(0, 64)])
  try {
    const key = secp256k1.Point.fromBytes(secp256k1.recoverPublicKey(recovered, hash, { prehash: false }))
    return `0x${Buffer.from(keccak_256(key.toBytes(false).subarray(1))).toString('hex', 12)}`
  } catch {
    return undefined
  }
}

/** By the strict rules of RFC 8032: no keys that more than one message's signature fits. */
export const isSignedByKey = (message: string, signature: Uint8Array, key: Uint8Array) =>
  ed25519.verify(signature, Buffer.from(message), key, { zip215: false })
