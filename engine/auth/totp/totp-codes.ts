import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

/** Codes of one step before and after are accepted too: clocks differ, and typing takes time. */
const WINDOW_STEPS = 1
const STEP_MS = 30_000
const SECRET_BYTES = 20
/** The quiet zone around a QR code that the standard requires, in modules: without it cameras take long or fail. */
const QUIET_ZONE = 4

export const newSecret = () => new Secret({ size: SECRET_BYTES }).base32

/** The URL by which an authenticator app takes the secret; the app shows `account` and `issuer`. */
export const totpUri = (secret: string, account: string, issuer: string) =>
  new TOTP({ secret, label: account, issuer }).toString()

/** The URL as an SVG image; the client itself prepends what makes it a data URI. */
export const qrCode = (uri: string) => renderSVG(uri, { ecc: 'M', border: QUIET_ZONE })

/** The time step of this code, counted in half minutes since 1970; undefined for one that is wrong now. */
export function matchingTimeStep(secret: string, code: string): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const timestamp = Date.now()
  const offset = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), window: WINDOW_STEPS, timestamp })
  return offset === null ? undefined : Math.floor(timestamp / STEP_MS) + offset
}
