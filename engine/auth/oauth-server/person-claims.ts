import { isConfirmed, isPhoneConfirmed, type User } from '../people/user.ts'
import { hasScope } from './scopes.ts'

/** What of a person is called how by OpenID Connect; what is not known is left out. */
function profileOf(user: User) {
  const metadata = user.raw_user_meta_data ?? {}
  const firstText = (...names: string[]) =>
    names.map((name) => metadata[name]).find((value): value is string => typeof value === 'string' && value !== '')
  const name = firstText('name') ?? user.email
  const picture = firstText('picture', 'avatar_url')
  const username = firstText('preferred_username', 'username')
  return {
    ...(name && { name }),
    ...(picture !== undefined && { picture }),
    ...(username !== undefined && { preferred_username: username }),
    ...(user.updated_at !== null && { updated_at: inSeconds(user.updated_at) }),
  }
}

/** As tokens tell the time. */
export const inSeconds = (time: string) => Math.floor(Date.parse(time) / 1000)

/** What an ID token says of somebody, as far as they allowed it. */
export const idTokenClaims = (user: User, scopes: string) => ({
  ...(hasScope(scopes, 'email') && user.email && { email: user.email }),
  email_verified: hasScope(scopes, 'email') && isConfirmed(user),
  ...(hasScope(scopes, 'phone') && user.phone && { phone_number: user.phone }),
  phone_number_verified: hasScope(scopes, 'phone') && isPhoneConfirmed(user),
  ...(hasScope(scopes, 'profile') && profileOf(user)),
})

/** The same for /oauth/userinfo, where GoTrue has other names for the phone. */
export const userInfoClaims = (user: User, scopes: string) => ({
  sub: user.id,
  ...(hasScope(scopes, 'email') && {
    ...(user.email && { email: user.email }),
    ...(isConfirmed(user) && { email_verified: true }),
  }),
  ...(hasScope(scopes, 'profile') && { ...profileOf(user), user_metadata: user.raw_user_meta_data ?? {} }),
  ...(hasScope(scopes, 'phone') && {
    ...(user.phone && { phone: user.phone }),
    ...(isPhoneConfirmed(user) && { phone_verified: true }),
  }),
})
