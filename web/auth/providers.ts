import type { Provider } from '@supabase/auth-js'

/** What /settings lists beside the providers. */
const otherWays = new Set(['anonymous_users', 'email', 'phone'])

/** The providers that the backend's answer to /settings switches on. By hand, because /auth should be light. */
export function enabledProviders(settings: unknown): Provider[] {
  if (!settings || typeof settings !== 'object' || !('external' in settings)) return []
  const { external } = settings
  if (!external || typeof external !== 'object') return []
  return Object.entries(external)
    .filter(([, isEnabled]) => isEnabled === true)
    .map(([name]) => name)
    .filter(isProvider)
}

/** The backend decides which there are: any issuer can have a name, also one that the client's types don't list. */
const isProvider = (name: string): name is Provider => !otherWays.has(name)

export const providerLabel = (name: string) => labels[name] ?? name.charAt(0).toUpperCase() + name.slice(1)

/** Where the name alone does not make it. */
const labels: Record<string, string> = {
  azure: 'Microsoft',
  github: 'GitHub',
  gitlab: 'GitLab',
  linkedin: 'LinkedIn',
  linkedin_oidc: 'LinkedIn',
  slack_oidc: 'Slack',
  workos: 'WorkOS',
}
