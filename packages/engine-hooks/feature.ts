import { type HooksFeature, userJson } from 'engine/feature'
import { callFactorHook, callPasswordHook } from './attempt-hooks.ts'
import { callHook } from './call-hook.ts'
import { openHooks } from './open-hooks.ts'
import { sendByHook } from './sms-hook.ts'
import { customClaims } from './token-hook.ts'

/** Calls the project's hooks, functions in its database or webhooks. */
export const feature: HooksFeature = {
  hooks({ database }, { hook }) {
    const {
      send_sms: sms,
      send_email: mail,
      custom_access_token: token,
      before_user_created: newcomer,
      password_verification_attempt: password,
      mfa_verification_attempt: factor,
    } = openHooks(hook, database)
    return {
      ...(sms && { sendText: (message) => sendByHook(sms, message) }),
      ...(mail && { sendMail: async (payload) => void (await callHook(mail, 'send-email', payload)) }),
      ...(token && { claims: (claims, method) => customClaims(token, claims, method) }),
      ...(newcomer && {
        beforeUserCreated: async (user, visitor) =>
          void (await callHook(newcomer, 'before-user-created', { user: userJson(user) }, visitor)),
      }),
      ...(password && { onPasswordAttempt: (attempt, visitor) => callPasswordHook(password, attempt, visitor) }),
      ...(factor && { onFactorAttempt: (attempt, visitor) => callFactorHook(factor, attempt, visitor) }),
    }
  },
}
