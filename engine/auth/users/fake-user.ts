import { randomUUID } from 'node:crypto'
import type { Metadata, User } from './user.ts'

/**
 * The answer to a sign-up with another user's confirmed address or number: a user who does not exist. Its empty
 * identities tell apps which know of it (docs/wire/auth.md#sign-up).
 */
export function fakeUser({ email, phone }: Pick<User, 'email' | 'phone'>, data: Metadata): User {
  const provider = email === null ? 'phone' : 'email'
  const now = new Date().toISOString()
  return {
    id: randomUUID(),
    aud: 'authenticated',
    role: '',
    email,
    phone,
    encrypted_password: null,
    raw_app_meta_data: { provider, providers: [provider] },
    raw_user_meta_data: data,
    confirmation_token: '',
    recovery_token: '',
    reauthentication_token: '',
    email_change: '',
    email_change_token_new: '',
    email_change_token_current: '',
    email_change_confirm_status: 0,
    phone_change: '',
    phone_change_token: '',
    is_anonymous: false,
    is_sso_user: false,
    created_at: now,
    updated_at: now,
    confirmed_at: null,
    email_confirmed_at: null,
    phone_confirmed_at: null,
    last_sign_in_at: null,
    invited_at: null,
    confirmation_sent_at: now,
    recovery_sent_at: null,
    email_change_sent_at: null,
    phone_change_sent_at: null,
    reauthentication_sent_at: null,
    banned_until: null,
    deleted_at: null,
    identities: [],
    factors: [],
  }
}
