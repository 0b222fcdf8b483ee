import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { welcoming } from '../accounts/newcomers.ts'
import { admit, type Refused, refuse } from '../external/account.ts'
import type { ExternalPerson } from '../external/external-person.ts'
import { readBody, text } from '../http/read-body.ts'
import { chooseRedirect, isAllowed } from '../http/redirects.ts'
import type { AddressLimiter } from '../limits/calls-per-address.ts'
import type { Grant } from '../sessions/grant.ts'
import { sessionJson } from '../sessions/session-json.ts'
import { openSession, type SignedIn } from '../sessions/sessions.ts'
import { visitorOf } from '../visitor.ts'
import { type Chain, type ChainId, chainIds, chains } from './chains.ts'
import { walletErrors } from './errors.ts'
import type { WalletSections } from './section.ts'
import { parseWalletMessage, type WalletMessage } from './wallet-message.ts'

const body = z.object({ message: text, signature: text, chain: text })

/** What the provider of a wallet's identity is called, and how its owner proved themselves. */
const WEB3 = 'web3'
const SHORTEST_MESSAGE = 64
const LONGEST_MESSAGE = 20 * 1024
/** How far from now a message may have been issued. */
const VALIDITY_MS = 10 * 60_000

type Options = { chains: WalletSections['web3']; limit: AddressLimiter }

/** grant_type=web3: a message that names this site and has just been signed by the owner of a wallet. */
export function walletGrant(app: FastifyInstance, { chains: switches, limit }: Options): Grant {
  const { authSettings } = app

  return { open, isGuessable: true }

  async function open(request: FastifyRequest) {
    await limit(request)
    const asked = readBody(request, body)
    const chainId = chainIds.find((id) => id === asked.chain)
    if (!chainId) throw walletErrors.chainUnknown()
    const chain = chains[chainId]
    if (!switches[chainId].enabled) throw walletErrors.disabled(chain.chainName)
    const message = await readSigned(asked, chain)
    requireForHere(message, chain)
    requireCurrent(message, chain)
    return enter(request, ownerOf(message, chainId))
  }

  /** The address is worth nothing without the domain: a message for another site is signed every day. */
  function requireForHere({ uri, domain }: WalletMessage, { chainName }: Chain) {
    const url = new URL(uri)
    const isLocal = url.hostname === 'localhost'
    if (url.protocol !== 'https:' && !isLocal) {
      throw walletErrors.refused(`Signed ${chainName} message is using URI which does not use HTTPS`)
    }
    if (!isAllowed(uri, authSettings)) {
      throw walletErrors.refused(
        `Signed ${chainName} message is using URI which is not allowed on this server, message was signed for another app`,
      )
    }
    if (url.host !== domain.toLowerCase() || !(isLocal || isAllowed(`https://${domain}/`, authSettings))) {
      throw walletErrors.refused(
        `Signed ${chainName} message is using a Domain that does not match the one in URI which is not allowed on this server`,
      )
    }
  }

  async function enter(request: FastifyRequest, person: ExternalPerson) {
    const visitor = visitorOf(request)
    const redirectTo = chooseRedirect(request, authSettings)
    const outcome = await welcoming(app, visitor, async (tx): Promise<SignedIn | Refused> => {
      const admission = await admit(app, tx, { provider: WEB3, person, emailOptional: true, redirectTo, visitor })
      if ('refusal' in admission) return admission
      return openSession(tx, { user: admission.user, method: WEB3, provider: WEB3, visitor })
    })
    return 'refusal' in outcome ? refuse(app, outcome, visitor) : sessionJson(app, outcome)
  }
}

/** The message, once the signature shows that it comes from the address in it. */
async function readSigned(
  { message: raw, signature: signatureText }: z.infer<typeof body>,
  chain: Chain,
): Promise<WalletMessage> {
  if (raw.length < SHORTEST_MESSAGE) throw walletErrors.unreadable('message is too short')
  if (Buffer.byteLength(raw) > LONGEST_MESSAGE) throw walletErrors.unreadable('message must not exceed 20KB')
  const signature = chain.readSignature(signatureText)
  if (!signature) throw walletErrors.unreadable(`signature must be ${chain.signatureForm}`)
  const message = parseWalletMessage(raw, chain)
  if (!(await chain.isSignedByAddress(message, signature))) {
    throw walletErrors.refused('Signature does not match address in message')
  }
  return message
}

function requireCurrent({ notBefore, expiresAt, issuedAt }: WalletMessage, { chainName }: Chain) {
  const now = Date.now()
  if (notBefore && now < notBefore.getTime()) {
    throw walletErrors.refused(`Signed ${chainName} message becomes valid in the future`)
  }
  if (expiresAt && now > expiresAt.getTime()) throw walletErrors.refused(`Signed ${chainName} message is expired`)
  if (now > issuedAt.getTime() + VALIDITY_MS) {
    throw walletErrors.refused(`${chainName} message was issued too long ago`)
  }
  if (now < issuedAt.getTime() - VALIDITY_MS) {
    throw walletErrors.refused(`${chainName} message was issued too far in the future`)
  }
}

function ownerOf(message: WalletMessage, chain: ChainId): ExternalPerson {
  const { domain, statement, chainId: network } = message
  const address = chains[chain].canonicalAddress(message.address)
  const subject = [WEB3, chain, address].join(':')
  return {
    subject,
    emails: [],
    claims: {
      sub: subject,
      email_verified: false,
      phone_verified: false,
      custom_claims: { address, chain, network, domain, statement: statement ?? '' },
    },
  }
}
