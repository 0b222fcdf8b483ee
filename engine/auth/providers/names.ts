/** All provider names, because clients read each of them as true or false (docs/wire/auth.md#settings). */
export const providerNames = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'snapchat',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'keycloak',
  'kakao',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'spotify',
  'slack',
  'slack_oidc',
  'workos',
  'twitch',
  'twitter',
  'zoom',
] as const

/** The issuers of the OpenID Connect providers, unless the project sets another (`url`). */
const issuers = {
  apple: 'https://appleid.apple.com',
  azure: 'https://login.microsoftonline.com/common/v2.0',
  gitlab: 'https://gitlab.com',
  google: 'https://accounts.google.com',
  linkedin_oidc: 'https://www.linkedin.com/oauth',
  slack_oidc: 'https://slack.com',
} as const

const isKnown = (name: string): name is keyof typeof issuers => Object.hasOwn(issuers, name)

/** Undefined for providers that only the project's settings locate. */
export const issuerOf = (name: string): string | undefined => (isKnown(name) ? issuers[name] : undefined)
