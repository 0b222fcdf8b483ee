import { base58 } from '@scure/base'
import type { MessageFormat, WalletMessage } from './wallet-message.ts'

export const chainIds = ['ethereum', 'solana'] as const
export type ChainId = (typeof chainIds)[number]

export type Chain = MessageFormat & {
  /** What a signature has to look like, as the refusal says it. */
  signatureForm: string
  /** The bytes of a signature; undefined where the text is none. */
  readSignature: (text: string) => Uint8Array | undefined
  isSignedByAddress: (message: WalletMessage, signature: Uint8Array) => Promise<boolean>
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
    isSignedByAddress: async ({ raw, address }, signature) => {
      const { addressThatSigned } = await signatures()
      return addressThatSigned(raw, signature) === address.toLowerCase()
    },
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
    isSignedByAddress: async ({ raw, address }, signature) => {
      const { isSignedByKey } = await signatures()
      const key = solanaKey(address)
      return key !== undefined && isSignedByKey(raw, signature, key)
    },
    canonicalAddress: (address) => address,
  },
}

/** Loaded for the first wallet: the start need not wait. */
const signatures = () => import('./signatures.ts')

/** The key that an address is: 32 bytes. */
function solanaKey(address: string): Uint8Array | undefined {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)) return undefined
  const key = base58.decode(address)
  return key.length === 32 ? key : undefined
}
