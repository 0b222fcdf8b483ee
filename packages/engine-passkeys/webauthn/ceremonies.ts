import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { User } from 'engine/feature'
import type { RelyingParty } from './relying-party.ts'

/** How long a device has for its answer. */
export const CEREMONY_MS = 5 * 60_000

/** EdDSA, ES256 and RS256, whatever else this machine could verify: the next one has to verify it too. */
const ALGORITHMS = [-8, -7, -257]

/** Loaded for the first who uses a key: it is a quarter of what the whole server loads, and most installations have none. */
async function webauthn() {
  const library = await import('@simplewebauthn/server')
  // What kind of device it is, nobody asks: so no maker's certificates are followed, over the network least of all.
  for (const identifier of ['android-key', 'android-safetynet', 'apple', 'fido-u2f', 'packed', 'tpm'] as const) {
    library.SettingsService.setRootCertificates({ identifier, certificates: [] })
  }
  return library
}

/** A person's key, as it is kept. Bytes are base64url. */
export type Key = { credentialId: string; publicKey: string; signCount: number; transports: string[] }

export type NewKey = Key & { aaguid: string; isBackupEligible: boolean; isBackedUp: boolean; isUserVerified: boolean }

/** How a device names the person to us, when it is asked for any of its keys. */
export const userHandleOf = ({ id }: Pick<User, 'id'>) => Buffer.from(id).toString('base64url')

type NewKeyRequest = {
  relyingParty: RelyingParty
  user: User
  /** What the person has already: no device is to make a second one. */
  known: readonly Key[]
  /** Whether the device has to find the key by itself, without being told which. */
  isDiscoverable: boolean
}

/** What the browser needs for making a key. */
export async function askForNewKey({
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

/** Throws unless this is the answer to that challenge, from a page of ours. */
export async function readNewKey(
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

/** What the browser needs for using a key: one of these, or any that the device finds. */
export async function askForKey(
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
 * Throws unless the key has signed that challenge on a page of ours. Returns how often it has been used, by its own
 * count: one that does not go up is of a copy.
 */
export async function checkKey(
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
