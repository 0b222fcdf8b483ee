import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58 } from '@scure/base'
import { call } from './people.ts'

/** Where the wallets' owners are: the project allows it. */
export const here = 'https://wallets.test/sign-in'

export type WalletKey = {
  chain: 'ethereum' | 'solana'
  address: string
  /** As the wallet hands it to the page. */
  sign: (message: Uint8Array) => Uint8Array
  /** As the server gets it. */
  encode: (signature: Uint8Array) => string
}

export function ethereumWallet(): WalletKey {
  const secret = randomBytes(32)
  const key = secp256k1.getPublicKey(secret, false).subarray(1)
  return {
    chain: 'ethereum',
    address: `0x${Buffer.from(keccak_256(key)).toString('hex', 12)}`,
    sign: (message) => {
      const prefix = Buffer.from(`\x19Ethereum Signed Message:\n${message.length}`)
      const hash = keccak_256(Buffer.concat([prefix, message]))
      const [recovery = 0, ...rs] = secp256k1.sign(hash, secret, { prehash: false, format: 'recovered' })
      return Uint8Array.from([...rs, recovery + 27])
    },
    encode: (signature) => `0x${Buffer.from(signature).toString('hex')}`,
  }
}

export function solanaWallet(): WalletKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  return {
    chain: 'solana',
    address: base58.encode(Buffer.from(x, 'base64url')),
    sign: (message) => sign(null, message, privateKey),
    encode: (signature) => Buffer.from(signature).toString('base64url'),
  }
}

const names = { ethereum: 'Ethereum', solana: 'Solana' }

/** What the wallet shows before it signs; `lines` take the place of those of the same name, or come last. */
export function messageOf({ chain, address }: WalletKey, lines: Record<string, string> = {}, domain?: string): string {
  const { Statement: statement = 'Come in.', ...rest } = lines
  const fields = {
    URI: here,
    Version: '1',
    'Chain ID': chain === 'ethereum' ? '1' : 'mainnet',
    'Issued At': new Date().toISOString(),
    ...rest,
  }
  return [
    `${domain ?? new URL(fields.URI, here).host} wants you to sign in with your ${names[chain]} account:`,
    address,
    '',
    statement,
    '',
    ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`),
  ].join('\n')
}

/** Hands a message in as it is, with the wallet's signature of it or another. */
export const handIn = (wallet: WalletKey, message: string, signature = signatureOf(wallet, message)) =>
  call('POST', '/token?grant_type=web3', { body: { chain: wallet.chain, message, signature } })

export const signatureOf = (wallet: WalletKey, message: string) => wallet.encode(wallet.sign(Buffer.from(message)))
