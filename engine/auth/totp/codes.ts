import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

/** Codes of one step before and after count too: clocks differ, and typing takes its time. */
const WINDOW_STEPS = 1
const STEP_MS = 30_000
const SECRET_BYTES = 20
/** What the QR standard asks for around a code, in modules: without it cameras take long or fail. */
const QUIET_ZONE = 4

export const newSecret = () => new Secret({ size: SECRET_BYTES }).base32

/** The address by which an authenticator app takes the secret over; `account` and `issuer` are what it shows. */
export const totpUri = (secret: string, account: string, issuer: string) =>
  new TOTP({ secret, label: account, issuer }).toString()

/** The address as a picture: markup, to which the client itself prepends what makes it a data URI. */
export const qrCode = (uri: string) => renderSVG(uri, { ecc: 'M', border: QUIET_ZONE })

/** For which half minute, counted since 1970, the app made this code; undefined for one that is wrong now. */
export function stepOf(secret: string, code: string): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const timestamp = Date.now()
  const offset = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), window: WINDOW_STEPS, timestamp })
  return offset === null ? undefined : Math.floor(timestamp / STEP_MS) + offset
}
