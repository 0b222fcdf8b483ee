import fp from 'fastify-plugin'
import { authErrors } from '../errors.ts'
import type { SignedInPerson } from '../sessions/signed-in-person.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** An application that somebody let in may call this too. */
    openToApplications?: boolean
  }
}

/**
 * Keeps applications from what decides about the account: with somebody's token in hand, one could otherwise change
 * their password, or let itself and others in for more.
 */
export const ownSessionsOnly = fp(
  async function ownSessionsOnly(app) {
    app.addHook('onRequest', async ({ person, routeOptions }) => {
      if (!routeOptions.config.openToApplications) requireOwnSession(person)
    })
  },
  { name: 'own-sessions-only', dependencies: ['signed-in'] },
)

/** Throws where it is not the person themselves who calls, but an application that they let in. */
export function requireOwnSession(person: SignedInPerson) {
  if (isApplication(person)) throw authErrors.notForApplications()
}

/** Whether an application calls, by a session that somebody gave it. */
export const isApplication = ({ session }: SignedInPerson) => session !== null && session.oauth_client_id !== null
