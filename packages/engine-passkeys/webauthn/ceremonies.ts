import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { User } from 'engine/feature'
import type { RelyingParty } from './relying-party.ts'

/** The lifetime of a WebAuthn challenge. */
export const CEREMONY_MS = 5 * 60_000

/**
 * The signature algorithms EdDSA, ES256 and RS256. The list is fixed even if this machine supports more, since every
 * later server has to verify the keys too.
 */
const ALGORITHMS = [-8, -7, -257]

/**
 * Loads the WebAuthn library on first use: it is a quarter of the code that the whole server loads, and most
 * installations have no passkeys.
 */
async function webauthn() {
  const library = await import('@simplewebauthn/server')
  // Attestation is not requested, so no manufacturer's certificates are checked, least of all over the network.
  for (const identifier of ['android-key', 'android-safetynet', 'apple', 'fido-u2f', 'packed', 'tpm'] as const) {
    library.SettingsService.setRootCertificates({ identifier, certificates: [] })
  }
  return library
}

/** A person's WebAuthn key as it is stored. Bytes are base64url. */
export type Key = { credentialId: string; publicKey: string; signCount: number; transports: string[] }

export type NewKey = Key & { aaguid: string; isBackupEligible: boolean; isBackedUp: boolean; isUserVerified: boolean }

/** The WebAuthn user handle, by which a discoverable key names its owner. */
export const userHandleOf = ({ id }: Pick<User, 'id'>) => Buffer.from(id).toString('base64url')

type NewKeyRequest = {
  relyingParty: RelyingParty
  user: User
  /** The person's existing keys, so that no device creates a second one. */
  known: readonly Key[]
  /** Whether the key must be discoverable, that is, usable without a list of key ids. */
  isDiscoverable: boolean
}

/** Creates the options with which a browser creates a key. */
export async function registrationOptions({
  relyingParty,
  user,
  known,
  isDiscoverable,
}: NewKeyRequest): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const userName = user.email || user.phone || ''
  const { name } = user.raw_user_meta_data ?? {}
  const { generateRegistrationOptions } = await webauthn()
  return generateRegistrationOptions({
    rpID: relyingParty.id,
    rpName: relyingParty.name,
    userID: new Uint8Array(Buffer.from(user.id)),
    userName,
    userDisplayName: typeof name === 'string' && name !== '' ? name : userName,
    timeout: CEREMONY_MS,
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: {
      residentKey: isDiscoverable ? 'required' : 'discouraged',
      userVerification: 'preferred',
    },
    supportedAlgorithmIDs: ALGORITHMS,
  })
}

/** Verifies a new key: throws unless it answers the challenge, on a page of the relying party. */
export async function verifyRegistration(
  relyingParty: RelyingParty,
  challenge: string,
  response: RegistrationResponseJSON,
): Promise<NewKey> {
  const { verifyRegistrationResponse } = await webauthn()
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: relyingParty.origins,
    expectedRPID: relyingParty.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  })
  if (!registrationInfo) throw new Error('The attestation is not valid')
  const { credential, aaguid, credentialDeviceType, credentialBackedUp, userVerified } = registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    signCount: credential.counter,
    transports: credential.transports ?? [],
    aaguid,
    isBackupEligible: credentialDeviceType === 'multiDevice',
    isBackedUp: credentialBackedUp,
    isUserVerified: userVerified,
  }
}

/** Creates the options with which a browser uses a key: one of the given ones, or any that the device finds. */
export async function authenticationOptions(
  relyingParty: RelyingParty,
  keys?: readonly Key[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await webauthn()
  return generateAuthenticationOptions({
    rpID: relyingParty.id,
    timeout: CEREMONY_MS,
    userVerification: 'preferred',
    ...(keys && { allowCredentials: keys.map(({ credentialId }) => ({ id: credentialId })) }),
  })
}

/**
 * Verifies a signature by a key: throws unless it answers the challenge, on a page of the relying party. Returns the
 * key's signature counter, which does not increase if the key was copied.
 */
export async function verifyAuthentication(
  relyingParty: RelyingParty,
  challenge: string,
  response: AuthenticationResponseJSON,
  key: Key,
): Promise<number> {
  const { verifyAuthenticationResponse } = await webauthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: relyingParty.origins,
    expectedRPID: relyingParty.id,
    requireUserVerification: false,
    credential: {
      id: key.credentialId,
      publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64url')),
      counter: key.signCount,
    },
  })
  if (!verified) throw new Error('The signature is not by this key')
  return authenticationInfo.newCounter
}
