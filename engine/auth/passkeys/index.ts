import type { FastifyInstance } from 'fastify'
import { ownSessionsOnly } from '../http/own-sessions.ts'
import { signedIn } from '../http/signed-in.ts'
import { passkeyErrors } from './errors.ts'
import { managePasskeys } from './manage-passkeys.ts'
import { registerPasskey } from './register-passkey.ts'
import { signInByPasskey } from './sign-in-by-passkey.ts'

/** Keys that people's devices keep for this site, instead of a password. */
export async function passkeys(app: FastifyInstance) {
  app.addHook('onRequest', async () => {
    if (!app.authSettings.passkeysEnabled) throw passkeyErrors.disabled()
  })
  app.register(signInByPasskey)

  app.register(async function ownPasskeys(app) {
    await app.register(signedIn)
    await app.register(ownSessionsOnly)
    app.register(registerPasskey)
    app.register(managePasskeys)
  })
}
