import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { call, signedInPerson } from 'engine/testing/contract'
import { Authenticator } from './authenticator.ts'

export const failed = {
  status: 400,
  body: { code: 'webauthn_verification_failed', message: 'Credential verification failed' },
}

type Person = Awaited<ReturnType<typeof signedInPerson>>

export const startRegistration = ({ session: { access_token: token } }: Pick<Person, 'session'>) =>
  call('POST', '/passkeys/registration/options', { body: {}, token })

export const verifyRegistration = (
  { session: { access_token: token } }: Pick<Person, 'session'>,
  challenge_id: string,
  credential: unknown,
) => call('POST', '/passkeys/registration/verify', { body: { challenge_id, credential }, token })

export async function register(person: Person, device: Authenticator) {
  const { body } = await startRegistration(person)
  return verifyRegistration(person, body.challenge_id, device.create(body.options))
}

export const startSignIn = async () => (await call('POST', '/passkeys/authentication/options', { body: {} })).body

export const verifySignIn = (challenge_id: string, credential: unknown) =>
  call('POST', '/passkeys/authentication/verify', { body: { challenge_id, credential } })

export async function signInBy(device: Authenticator, change = (answer: AuthenticationResponseJSON) => answer) {
  const { challenge_id, options } = await startSignIn()
  return verifySignIn(challenge_id, change(device.get(options)))
}

/** Creates a person with a passkey. */
export async function keyholder(name: string) {
  const person = await signedInPerson(name)
  const device = new Authenticator()
  const { body: passkey } = await register(person, device)
  return { ...person, device, passkey }
}
