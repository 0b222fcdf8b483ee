import { randomUUID } from 'node:crypto'
import { app, browser } from 'engine/testing/contract'
import { expect } from 'vitest'
import { administerSso, readRequest, samlIdentityProvider } from './saml-identity-provider.ts'

export const south = samlIdentityProvider('south')

let southId: string | undefined

/** Lets the people of South sign in, and returns the id that South has from now on, also where a file before did so. */
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

/** Somebody of South who asks to sign in, as their identity provider sees the request. */
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
