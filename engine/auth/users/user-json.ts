import type { Factor, Identity, User } from './user.ts'

/**
 * The user in the format of the wire (docs/wire/auth.md#user): only times that are set, and never a password or token.
 */
export function userJson(user: User) {
  return {
    id: user.id,
    aud: user.aud ?? '',
    role: user.role ?? '',
    email: user.email ?? '',
    ...timeField('email_confirmed_at', user.email_confirmed_at),
    ...timeField('invited_at', user.invited_at),
    phone: user.phone ?? '',
    ...timeField('phone_confirmed_at', user.phone_confirmed_at),
    ...timeField('confirmation_sent_at', user.confirmation_sent_at),
    ...timeField('confirmed_at', user.confirmed_at),
    ...timeField('recovery_sent_at', user.recovery_sent_at),
    ...(user.email_change && { new_email: user.email_change }),
    ...timeField('email_change_sent_at', user.email_change_sent_at),
    ...(user.phone_change && { new_phone: user.phone_change }),
    ...timeField('phone_change_sent_at', user.phone_change_sent_at),
    ...timeField('reauthentication_sent_at', user.reauthentication_sent_at),
    ...timeField('last_sign_in_at', user.last_sign_in_at),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    ...(user.factors.length > 0 && { factors: user.factors.map(factorJson) }),
    identities: user.identities.map(identityJson),
    ...timeField('created_at', user.created_at),
    ...timeField('updated_at', user.updated_at),
    ...timeField('banned_until', user.banned_until),
    ...timeField('deleted_at', user.deleted_at),
    is_anonymous: user.is_anonymous,
  }
}

export type UserJson = ReturnType<typeof userJson>

/** The row's own key is `identity_id`; `id` is the provider's id of the user (docs/wire/auth.md#identity). */
const identityJson = (identity: Identity) => ({
  identity_id: identity.id,
  id: identity.provider_id,
  user_id: identity.user_id,
  identity_data: identity.identity_data,
  provider: identity.provider,
  ...timeField('last_sign_in_at', identity.last_sign_in_at),
  ...timeField('created_at', identity.created_at),
  ...timeField('updated_at', identity.updated_at),
  ...(identity.email !== null && { email: identity.email }),
})

/** A second factor in the format of the wire (docs/wire/auth.md#factor), without its secret. */
export const factorJson = (factor: Factor) => ({
  id: factor.id,
  status: factor.status,
  factor_type: factor.factor_type,
  ...(factor.friendly_name && { friendly_name: factor.friendly_name }),
  created_at: rfc3339(factor.created_at),
  updated_at: rfc3339(factor.updated_at),
  phone: factor.phone ?? '',
  last_challenged_at: factor.last_challenged_at && rfc3339(factor.last_challenged_at),
  ...(factor.web_authn_aaguid && { web_authn_aaguid: factor.web_authn_aaguid }),
})

const timeField = (name: string, value: string | null) => (value === null ? {} : { [name]: rfc3339(value) })

/** UTC with Postgres's microseconds; only a database in another time zone loses them. */
export function rfc3339(value: string): string {
  return value.endsWith('+00:00') ? value.replace('+00:00', 'Z') : new Date(value).toISOString()
}
