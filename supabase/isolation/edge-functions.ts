import { type Identity, identities } from './identities.ts'
import type { Caller } from './rights.ts'
import type { Installation, Person } from './test-accounts.ts'

type EdgeFunction = {
  worksFor: (identity: Identity | 'refused', caller: Caller) => boolean
  /** True if callers for whom the function works do not try it, since that would have an effect. */
  isLeftOut?: true
}

const heldBy =
  (...roles: string[]) =>
  (identity: Identity | 'refused') =>
    identity !== 'refused' && identity.roles.some((role) => roles.includes(role))
const everybody = () => true

/** The callers that each Edge Function lets in. The chat accepts every connection and authenticates afterwards. */
export const edgeFunctions: Readonly<Record<string, EdgeFunction>> = {
  // Calendar programs read a feed by the secret in its address.
  calendar: { worksFor: everybody },
  // change-address is open to visitors, who open the links of its mails; requests for a change are authenticated
  // inside.
  'change-address': { worksFor: everybody },
  chat: { worksFor: everybody },
  'create-user': { worksFor: heldBy('agency_admin', 'admin', 'super_admin') },
  'enquiry-in': { worksFor: everybody },
  // erase-client and export-client find only clients of whom the caller is an admin, and nobody else's exist.
  'erase-client': { worksFor: (identity) => identity !== 'refused' && identity.roles.length > 0 },
  'export-client': { worksFor: (identity) => identity !== 'refused' && identity.roles.length > 0 },
  'for-client': { worksFor: everybody },
  // A key lets a program in, whom no other function knows.
  'for-programs': { worksFor: (_identity, caller) => caller === 'reporter' || caller === 'zapier' },
  'invite-user': { worksFor: heldBy('agency_admin', 'admin', 'super_admin') },
  'mail-clients': { worksFor: (identity) => identity !== 'refused' && identity.worksFor !== undefined },
  'reset-user-password': { worksFor: heldBy('super_admin') },
  'send-contact-notification': { worksFor: everybody },
  'send-due-mails': { worksFor: () => false },
  'send-pushes': { worksFor: () => false },
  'settle-deleted': { worksFor: (identity) => identity !== 'refused' && identity.worksFor !== undefined },
  'send-test-mail': { worksFor: heldBy('super_admin'), isLeftOut: true },
  webhooks: { worksFor: heldBy('agency_admin', 'admin', 'super_admin') },
}

export const getsIn = (name: string, caller: Caller): boolean =>
  edgeFunctions[name]?.worksFor(identities[caller], caller) ?? false

/** Calls an Edge Function; true if the caller was let in. The body is empty, so that the call has no effect. */
export async function tryEdgeFunction(
  name: string,
  { token }: Person,
  { url, anonKey }: Installation,
  ask = fetch,
): Promise<boolean> {
  const headers = { apikey: anonKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const { status } = await ask(`${url}/functions/v1/${name}`, { method: 'POST', headers, body: '{}' })
  if (status >= 500) throw new Error(`The function ${name} answered with ${status}.`)
  return status !== 401 && status !== 403
}
