import type { FastifyInstance } from 'fastify'
import type { Parts } from '../feature.ts'
import type { WalletSections } from './section.ts'
import { walletGrant } from './token-by-wallet.ts'

/** Signing in by a wallet, whose owner signs a message that names this site. */
export function web3(app: FastifyInstance, { web3: chains, rate_limit: rates }: WalletSections): Parts {
  const limit = app.limitCalls('web3', { max: rates.web3, timeWindow: 5 * 60_000 })
  return { grants: { web3: walletGrant(app, { chains, limit }) } }
}
