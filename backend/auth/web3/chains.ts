import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58 } from '@scure/base'
import type { MessageFormat, WalletMessage } from './wallet-message.ts'

export const chainIds = ['ethereum', 'solana'] as const
export type ChainId = (typeof chainIds)[number]

export type Chain = MessageFormat & {
  /** What a signature has to look like, as the refusal says it. */
  signatureForm: string
  /** The bytes of a signature; undefined where the text is none. */
  readSignature: (text: string) => Uint8Array | undefined
  isSignedByAddress: (message: WalletMessage, signature: Uint8Array) => boolean
  /** One wallet, one account: the same address however it is written. */
  canonicalAddress: (address: string) => string
}

/** The wallets that people may sign in by. */
export const chains: Record<ChainId, Chain> = {
  ethereum: {
    chainName: 'Ethereum',
    prefix: 'siwe',
    isAddress: (text) => /^0x[a-f0-9]{40}$/i.test(text),
    notAnAddress: 'a valid Ethereum address',
    isChainId: (text) => /^\d+$/.test(text) && Number(text) > 0,
    signatureForm: '65 bytes long, encoded as a 130 character-long hexadecimal string',
    readSignature: (text) => (/^(0x)?[a-f0-9]{130}$/i.test(text) ? Buffer.from(text.slice(-130), 'hex') : undefined),
    isSignedByAddress: ({ raw, address }, signature) => recoverAddress(raw, signature) === address.toLowerCase(),
    canonicalAddress: (address) => address.toLowerCase(),
  },
  solana: {
    chainName: 'Solana',
    prefix: 'siws',
    isAddress: (text) => solanaKey(text) !== undefined,
    notAnAddress: 'in base58 format',
    isChainId: (text) => /^(mainnet|devnet|testnet)?$/i.test(text),
    signatureForm: '64 bytes encoded as base64 with or without padding',
    readSignature: (text) => (/^[\w+/-]{86}(==)?$/.test(text) ? Buffer.from(text, 'base64') : undefined),
    isSignedByAddress: ({ raw, address }, signature) => {
      const key = solanaKey(address)
      // The strict rules of RFC 8032: no keys that more than one message's signature fits.
      return key !== undefined && ed25519.verify(signature, Buffer.from(raw), key, { zip215: false })
    },
    canonicalAddress: (address) => address,
  },
}

/** Whose key made this signature of the message, in lower case; undefined where no key did. */
function recoverAddress(message: string, signature: Uint8Array): string | undefined {
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

/** The key that an address is: 32 bytes. */
function solanaKey(address: string): Uint8Array | undefined {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)) return undefined
  const key = base58.decode(address)
  return key.length === 32 ? key : undefined
}
