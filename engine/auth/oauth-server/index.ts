import type { FastifyInstance } from 'fastify'
import { signedIn } from '../http/signed-in.ts'
import { authorizeApplication } from './authorize.ts'
import { consent } from './consent.ts'
import { grants } from './grants.ts'
import { registerClient } from './register-client.ts'
import { tokenForApplications } from './token.ts'
import { userInfo } from './user-info.ts'

/** Where applications call, with no key of the project. */
export async function oauthServer(app: FastifyInstance) {
  if (!app.authSettings.oauthServer) return
  app.register(registerClient)
  app.register(authorizeApplication)
  app.register(tokenForApplications)

  app.register(async function withSomebodysToken(app) {
    await app.register(signedIn)
    app.register(userInfo)
  })
}

/** Where people decide which applications they let in. */
export async function oauthConsent(app: FastifyInstance) {
  if (!app.authSettings.oauthServer) return
  app.register(consent)
  app.register(grants)
}
