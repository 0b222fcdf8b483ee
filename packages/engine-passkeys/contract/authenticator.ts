import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { vi } from 'vitest'

type CreationOptions = { challenge: string; user: { id: string } }
type RequestOptions = { challenge: string; allowCredentials?: { id: string }[] }

type DeviceKey = { id: string; secret: KeyObject; userHandle: string; uses: number }

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const KEY_INCLUDED = 0x40

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const base64url = (data: Uint8Array | string) => Buffer.from(data).toString('base64url')
const uint32 = (value: number) => Buffer.from(value.toString(16).padStart(8, '0'), 'hex')

/** A simulated authenticator that creates passkeys and signs with them, and the page on which it is used. */
export class Authenticator {
  origin = 'https://keys.test'
  rpId = 'keys.test'
  readonly keys: DeviceKey[] = []

  /** Creates a passkey; `id` overrides the credential id, for a device that gives every passkey the same one. */
  create({ challenge, user }: CreationOptions, id = base64url(randomBytes(32))) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.keys.push({ id, secret: privateKey, userHandle: user.id, uses: 0 })
    const idBytes = Buffer.from(id, 'base64url')
    const cose = new Map<number, number | Uint8Array<ArrayBuffer>>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ])
    const authData = Buffer.concat([
      sha256(this.rpId),
      Buffer.from([USER_PRESENT | USER_VERIFIED | KEY_INCLUDED]),
      uint32(0),
      Buffer.alloc(16),
      Buffer.from([0, idBytes.length]),
      idBytes,
      isoCBOR.encode(cose),
    ])
    const attestation = new Map<string, string | Map<string, never> | Uint8Array<ArrayBuffer>>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, never>()],
      ['authData', new Uint8Array(authData)],
    ])
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(this.clientData('webauthn.create', challenge)),
        attestationObject: base64url(isoCBOR.encode(attestation)),
        transports: ['internal' as const],
      },
    } satisfies RegistrationResponseJSON
  }

  /** Signs with the requested passkey, or else with the newest. */
  get({ challenge, allowCredentials }: RequestOptions): AuthenticationResponseJSON {
    const key = this.keys.findLast(({ id }) => allowCredentials?.some((allowed) => allowed.id === id) ?? true)
    if (!key) throw new Error('This device has no such key.')
    key.uses += 1
    const authenticatorData = Buffer.concat([
      sha256(this.rpId),
      Buffer.from([USER_PRESENT | USER_VERIFIED]),
      uint32(key.uses),
    ])
    const clientData = this.clientData('webauthn.get', challenge)
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), key.secret)
    return {
      id: key.id,
      rawId: key.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(signature),
        userHandle: key.userHandle,
      },
    }
  }

  private clientData(type: string, challenge: string): string {
    return JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false })
  }
}

/** Runs the parts of the auth client that exist only in browsers, on a page with this authenticator. */
export async function onPageWith<T>(device: Authenticator, work: () => Promise<T>): Promise<T> {
  class PublicKeyCredential {
    static parseCreationOptionsFromJSON = (options: unknown) => options
    static parseRequestOptionsFromJSON = (options: unknown) => options
    readonly toJSON: () => object
    constructor(json: object) {
      this.toJSON = () => json
    }
  }
  const credentials = {
    create: async (asked: { publicKey: CreationOptions }) => new PublicKeyCredential(device.create(asked.publicKey)),
    get: async (asked: { publicKey: RequestOptions }) => new PublicKeyCredential(device.get(asked.publicKey)),
  }
  vi.stubGlobal('PublicKeyCredential', PublicKeyCredential)
  vi.stubGlobal('navigator', { credentials })
  vi.stubGlobal('document', {})
  vi.stubGlobal('window', { PublicKeyCredential })
  try {
    return await work()
  } finally {
    vi.unstubAllGlobals()
  }
}
