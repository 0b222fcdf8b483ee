import { AuthError, failed } from 'engine/feature'

/** The errors of the captcha check, in GoTrue's words. */
export const captchaErrors = {
  disallowed: (reason: string) =>
    new AuthError(400, 'captcha_failed', `captcha protection: request disallowed (${reason})`),
  unreachable: (cause: unknown) => failed('captcha verification process failed', cause),
}
