import type { FastifyInstance } from 'fastify'
import { startFeatures } from '../kernel/feature.ts'
import { authBasics, authMessages } from './auth-services.ts'
import { outdatedRowDeletion } from './delete-outdated-rows.ts'
import { discovery } from './endpoints/discovery.ts'
import { factors } from './endpoints/factors.ts'
import { getUser } from './endpoints/get-user.ts'
import { health } from './endpoints/health.ts'
import { jwks } from './endpoints/jwks.ts'
import { logOut } from './endpoints/log-out.ts'
import { otp } from './endpoints/otp.ts'
import { reauthenticate } from './endpoints/reauthenticate.ts'
import { resend } from './endpoints/resend.ts'
import { sendRecoveryMail } from './endpoints/send-recovery-mail.ts'
import { settings } from './endpoints/settings.ts'
import { signUp } from './endpoints/sign-up.ts'
import { token } from './endpoints/token.ts'
import { unlinkIdentity } from './endpoints/unlink-identity.ts'
import {
  noCustomProviders,
  unsupportedAdminEndpoints,
  unsupportedEndpoints,
} from './endpoints/unsupported-endpoints.ts'
import { updateOwnUser } from './endpoints/update-user.ts'
import { verify } from './endpoints/verify.ts'
import { authErrors } from './errors.ts'
import type { AuthFeature } from './feature.ts'
import { authFeatures } from './features.ts'
import { rawBodies } from './http/read-body.ts'
import { renderError } from './http/render-error.ts'
import { serviceRoleOnly } from './http/service-role.ts'
import { signedIn } from './http/signed-in.ts'
import { limitAddresses } from './limits/requests-per-address.ts'

/** The auth service in GoTrue's wire format: everything under /auth/v1. */
export async function auth(
  app: FastifyInstance,
  { features = authFeatures }: { features?: readonly AuthFeature[] } = {},
) {
  app.setErrorHandler(renderError)
  app.setNotFoundHandler((request) => {
    throw authErrors.unknownRoute(`${request.method} ${request.url.split('?', 1)[0]}`)
  })
  // Answers contain tokens and personal data, so they must not be cached; one that may be says so itself.
  app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  await app.register(rawBodies)
  await app.register(authBasics)
  await app.register(limitAddresses)
  app.decorate('authFeatures', await startFeatures(app, features, app.project.config.auth))
  await app.register(authMessages)
  for (const guard of app.authFeatures.parts('guards')) await app.register(guard)
  app.register(outdatedRowDeletion)

  app.register(health)
  app.register(settings)
  app.register(jwks)
  app.register(signUp)
  app.register(verify)
  app.register(token)
  app.register(otp)
  app.register(sendRecoveryMail)
  app.register(resend)
  app.register(discovery)
  app.register(unsupportedEndpoints)
  for (const routes of app.authFeatures.parts('visitors')) app.register(routes)

  app.register(async function signedInPeople(app) {
    await app.register(signedIn)
    app.register(getUser)
    app.register(updateOwnUser)
    app.register(logOut)
    app.register(reauthenticate)
    app.register(unlinkIdentity)
    app.register(factors, { prefix: '/factors' })
    for (const routes of app.authFeatures.parts('signedIn')) app.register(routes)
  })

  app.register(
    async function administration(app) {
      await app.register(serviceRoleOnly)
      app.register(unsupportedAdminEndpoints)
      app.register(noCustomProviders)
      for (const routes of app.authFeatures.parts('administration')) app.register(routes)
    },
    { prefix: '/admin' },
  )
}

/** Routes that mails, providers and third parties open without a key (docs/wire/auth.md#transport). */
export const openAuthPaths: readonly string[] = [
  '/verify',
  '/.well-known/jwks.json',
  '/.well-known/openid-configuration',
  ...authFeatures.flatMap(({ always }) => always.openPaths ?? []),
]
