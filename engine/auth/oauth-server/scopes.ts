/** What an application may ask to see of a person. What it may do is decided by the row policies alone. */
export const supportedScopes = ['openid', 'profile', 'email', 'phone'] as const

export type Scope = (typeof supportedScopes)[number]

const DEFAULT_SCOPE = 'email'

export const listScopes = (scopes: string): string[] => scopes.split(' ').filter(Boolean)

export const hasScope = (scopes: string, scope: Scope) => listScopes(scopes).includes(scope)

/** The scopes of a request, each once; those of somebody who asks for nothing in particular where it names none. */
export const askedScopes = (asked: string): string[] => [...new Set(listScopes(asked || DEFAULT_SCOPE))]

export const unsupportedScope = (scopes: readonly string[]) =>
  scopes.find((scope) => !supportedScopes.some((supported) => supported === scope))
