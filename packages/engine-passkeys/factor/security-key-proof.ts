import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import {
  factorErrors,
  type KeyChallenge,
  type keyAnswer,
  type StoredFactor,
  type Transaction,
  type User,
} from 'engine/feature'
import { z } from 'zod'
import {
  authenticationOptions,
  type Key,
  type NewKey,
  registrationOptions,
  verifyAuthentication,
  verifyRegistration,
} from '../webauthn/ceremonies.ts'
import type { RelyingParty } from '../webauthn/relying-party.ts'
import { keyResponse, newKeyResponse } from '../webauthn/response-schemas.ts'

type KeyChallengeOptions = {
  type: KeyChallenge['type']
  options: PublicKeyCredentialCreationOptionsJSON | PublicKeyCredentialRequestOptionsJSON
}

/** Creates the challenge that a security key has to sign, as a second factor. */
export async function createKeyChallenge(
  tx: Transaction,
  relyingParty: RelyingParty,
  user: User,
  factor: StoredFactor,
): Promise<KeyChallengeOptions> {
  if (factor.status === 'verified') {
    return { type: 'request', options: await authenticationOptions(relyingParty, [keyOf(factor)]) }
  }
  const known = await keysOf(tx, user.id)
  return { type: 'create', options: await registrationOptions({ relyingParty, user, known, isDiscoverable: false }) }
}

export type KeyAnswer =
  | { type: 'create'; response: RegistrationResponseJSON }
  | { type: 'request'; response: AuthenticationResponseJSON }

/** Parses a browser's answer about a security key. Throws if the answer does not have a valid form. */
export function readKeyAnswer(answer: z.infer<typeof keyAnswer> | undefined): KeyAnswer {
  if (!answer) throw factorErrors.keyInput('WebAuthn config required')
  const { type, credential_response: given } = answer
  if (type !== 'create' && type !== 'request') {
    throw factorErrors.keyInput('WebAuthn type must be create or request')
  }
  if (given === undefined || given === null) throw factorErrors.keyInput('credential_response required')
  return type === 'create'
    ? { type, response: read(newKeyResponse, given) }
    : { type, response: read(keyResponse, given) }
}

function read<Response>(schema: z.ZodType<Response>, given: unknown): Response {
  const { data } = schema.safeParse(given)
  if (!data) throw factorErrors.keyInput('Invalid credential_response')
  return data
}

/**
 * Verifies that the factor's security key has signed the challenge, and calls `refuse` otherwise. The first answer
 * enrolls the key.
 */
export async function verifyKeyAnswer(
  tx: Transaction,
  relyingParty: RelyingParty,
  factor: StoredFactor,
  { asked, answer, refuse }: { asked: KeyChallenge | null; answer: KeyAnswer; refuse: (why: unknown) => never },
) {
  // The key of a verified factor is never replaced, not even by a challenge from before it was enrolled.
  const expected = factor.status === 'verified' ? 'request' : 'create'
  if (asked?.type !== expected || answer.type !== expected) return refuse('it answers something else')
  if (answer.type === 'create') {
    const key = await verifyRegistration(relyingParty, asked.challenge, answer.response).catch(refuse)
    return storeKey(tx, factor.id, key)
  }
  const key = keyOf(factor)
  if (answer.response.id !== key.credentialId) return refuse('it is another key')
  const signCount = await verifyAuthentication(relyingParty, asked.challenge, answer.response, key).catch(refuse)
  await tx.query(
    `update auth.mfa_factors
        set web_authn_credential = jsonb_set(web_authn_credential, '{authenticator,signCount}', to_jsonb($2::bigint))
      where id = $1`,
    [factor.id, signCount],
  )
}

/** A security key as the databases of hosted projects store it: bytes are base64. */
const storedKey = z.looseObject({
  id: z.string(),
  publicKey: z.string(),
  transport: z.array(z.string()).nullish(),
  authenticator: z.looseObject({ signCount: z.number() }),
})

function keyOf({ web_authn_credential: stored }: Pick<StoredFactor, 'web_authn_credential'>): Key {
  const { id, publicKey, transport, authenticator } = storedKey.parse(stored)
  return {
    credentialId: Buffer.from(id, 'base64').toString('base64url'),
    publicKey: Buffer.from(publicKey, 'base64').toString('base64url'),
    signCount: authenticator.signCount,
    transports: transport ?? [],
  }
}

async function keysOf(tx: Transaction, userId: string): Promise<Key[]> {
  const factors = await tx.query<Pick<StoredFactor, 'web_authn_credential'>>(
    'select web_authn_credential from auth.mfa_factors where user_id = $1 and web_authn_credential is not null',
    [userId],
  )
  return factors.map(keyOf)
}

async function storeKey(tx: Transaction, factorId: string, key: NewKey) {
  const base64 = (bytes: string) => Buffer.from(bytes, 'base64url').toString('base64')
  const stored = {
    id: base64(key.credentialId),
    publicKey: base64(key.publicKey),
    attestationType: 'none',
    transport: key.transports,
    flags: {
      userPresent: true,
      userVerified: key.isUserVerified,
      backupEligible: key.isBackupEligible,
      backupState: key.isBackedUp,
    },
    authenticator: {
      AAGUID: Buffer.from(key.aaguid.replaceAll('-', ''), 'hex').toString('base64'),
      signCount: key.signCount,
      cloneWarning: false,
      attachment: '',
    },
  } satisfies z.infer<typeof storedKey>
  await tx.query('update auth.mfa_factors set web_authn_credential = $2, web_authn_aaguid = $3 where id = $1', [
    factorId,
    JSON.stringify(stored),
    key.aaguid,
  ])
}
