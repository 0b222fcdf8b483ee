import { authErrors } from '../errors.ts'

/** The metadata of a user, set by the project and the user. */
export type Metadata = Record<string, unknown>

/** A row of `auth.users` with its identities and factors. Times are ISO text with an offset. */
export type User = {
  id: string
  aud: string | null
  role: string | null
  email: string | null
  phone: string | null
  encrypted_password: string | null
  raw_app_meta_data: Metadata | null
  raw_user_meta_data: Metadata | null
  confirmation_token: string | null
  recovery_token: string | null
  reauthentication_token: string | null
  email_change: string | null
  email_change_token_new: string | null
  email_change_token_current: string | null
  email_change_confirm_status: number | null
  phone_change: string | null
  phone_change_token: string | null
  is_anonymous: boolean
  is_sso_user: boolean
  created_at: string | null
  updated_at: string | null
  confirmed_at: string | null
  email_confirmed_at: string | null
  phone_confirmed_at: string | null
  last_sign_in_at: string | null
  invited_at: string | null
  confirmation_sent_at: string | null
  recovery_sent_at: string | null
  email_change_sent_at: string | null
  phone_change_sent_at: string | null
  reauthentication_sent_at: string | null
  banned_until: string | null
  deleted_at: string | null
  identities: Identity[]
  factors: Factor[]
}

export type Identity = {
  id: string
  provider_id: string
  user_id: string
  identity_data: Metadata
  provider: string
  email: string | null
  last_sign_in_at: string | null
  created_at: string | null
  updated_at: string | null
}

export type FactorType = 'totp' | 'phone' | 'webauthn' | 'recovery_code'

export type Factor = {
  id: string
  status: 'verified' | 'unverified'
  factor_type: FactorType
  friendly_name: string | null
  phone: string | null
  created_at: string
  updated_at: string
  last_challenged_at: string | null
  web_authn_aaguid: string | null
}

export const isConfirmed = (user: User) => user.email_confirmed_at !== null

export const isPhoneConfirmed = (user: User) => user.phone_confirmed_at !== null

export const isBanned = (user: User) => user.banned_until !== null && Date.parse(user.banned_until) > Date.now()

export const hasVerifiedFactor = (user: User) => user.factors.some(({ status }) => status === 'verified')

/** Every token and every answer contains the metadata. */
const MAX_METADATA_BYTES = 64 * 1024

/** The metadata as JSON for the database; throws where it is larger than facts about a user should be. */
export function metadataText(metadata: Metadata): string {
  const json = JSON.stringify(metadata)
  if (Buffer.byteLength(json) > MAX_METADATA_BYTES) throw authErrors.metadataTooLarge()
  return json
}

/** A shallow merge, in which null removes a key. */
export const mergeMetadata = (current: Metadata | null, changes: Metadata): Metadata =>
  Object.fromEntries(Object.entries({ ...current, ...changes }).filter(([, value]) => value !== null))
