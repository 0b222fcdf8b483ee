import type { Provider } from '@supabase/auth-js'

/** Entries of `external` in the auth service's /settings that are not sign-in providers. */
const otherWays = new Set(['anonymous_users', 'email', 'phone'])

/** The enabled providers in the backend's /settings. Parsed without a library, to keep /auth light. */
export function enabledProviders(settings: unknown): Provider[] {
  if (!settings || typeof settings !== 'object' || !('external' in settings)) return []
  const { external } = settings
  if (!external || typeof external !== 'object') return []
  return Object.entries(external)
    .filter(([, isEnabled]) => isEnabled === true)
    .map(([name]) => name)
    .filter(isProvider)
}

/**
 * The auth service decides which provider names exist: an OpenID Connect issuer may have one that the client's types do not
 * list.
 */
const isProvider = (name: string): name is Provider => !otherWays.has(name)

export const providerLabel = (name: string) => labels[name] ?? name.charAt(0).toUpperCase() + name.slice(1)

/** Labels of sign-in providers that differ from the capitalized name. */
const labels: Record<string, string> = {
  azure: 'Microsoft',
  github: 'GitHub',
  gitlab: 'GitLab',
  linkedin: 'LinkedIn',
  linkedin_oidc: 'LinkedIn',
  slack_oidc: 'Slack',
  workos: 'WorkOS',
}
