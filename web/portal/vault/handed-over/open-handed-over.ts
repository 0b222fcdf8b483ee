import { DamagedSecret, type HandedOver, openSecret } from '../../../lib/sealed-secret.ts'
import type { Decryptor } from '../decryptor.ts'
import { WrongPassphrase } from '../encryption.ts'
import { InvalidPayload } from '../payload.ts'
import { fetchSealedSecret, type WaitingSecret } from './handed-over-queries.ts'
import { privateKeyIn } from './secret-keys.ts'

/** The private half was encrypted with another passphrase of the agency. */
class OtherPassphrase extends Error {
  override name = 'OtherPassphrase'
  override message = 'This was asked for with another passphrase. Unlock the vault with that one to open it.'
}

/** Decrypts what a client sent, as it is stored now. */
export async function openHandedOver(secret: WaitingSecret, { open }: Decryptor): Promise<HandedOver> {
  const { public_key, encrypted_private_key, sealed } = await fetchSealedSecret(secret.id)
  const text = await open(encrypted_private_key).catch((error: unknown) => {
    if (error instanceof WrongPassphrase) throw new OtherPassphrase()
    throw error instanceof InvalidPayload ? new DamagedSecret() : error
  })
  const privateKey = await privateKeyIn(text, secret)
  return openSecret({ privateKey, publicKey: public_key }, secret.label, sealed)
}
