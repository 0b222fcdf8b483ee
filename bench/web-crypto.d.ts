import type { webcrypto } from 'node:crypto'

declare global {
  /** As the vault's code names it, whose types are those of a browser. */
  interface CryptoKey extends webcrypto.CryptoKey {}
}
