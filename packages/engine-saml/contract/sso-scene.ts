import { randomUUID } from 'node:crypto'
import { app, browser } from 'engine/testing/contract'
import { expect } from 'vitest'
import { administerSso, readRequest, samlIdentityProvider } from './saml-identity-provider.ts'

export const south = samlIdentityProvider('south')

let southId: string | undefined

/**
 * Registers the organization South, whose people may then sign in, and returns its id. An earlier registration is
 * replaced.
 */
export async function registerSouth(): Promise<string> {
  if (southId !== undefined) await administerSso('DELETE', `/${southId}`)
  const { status, body } = await administerSso('POST', '', {
    type: 'saml',
    metadata_xml: south.metadata,
    domains: [south.domain],
    attribute_mapping: {
      keys: {
        name: { name: 'displayName' },
        department: { names: ['ou', 'department'], default: 'unknown' },
        groups: { name: 'memberOf', array: true },
      },
    },
  })
  expect(status).toBe(201)
  southId = String(body.id)
  return southId
}

/** Starts the sign-in of a person at South, and returns the request as their identity provider sees it. */
export async function asking(options: { client?: ReturnType<typeof browser>; redirectTo?: string } = {}) {
  const { client = browser(), redirectTo = app } = options
  const { data, error } = await client.auth.signInWithSSO({ domain: south.domain, options: { redirectTo } })
  if (error) throw error
  return readRequest(data.url)
}

export const colleague = (name: string) => ({
  id: randomUUID(),
  email: `${name}-${randomUUID().slice(0, 8)}@${south.domain}`,
})
