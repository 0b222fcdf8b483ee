/** An error of this service; `http/render-error.ts` renders it for the caller's API version. */
export class AuthError extends Error {
  readonly status: number
  readonly code: string
  /** The rules that a password breaks; only for `weak_password`. */
  readonly reasons: readonly WeakPasswordReason[] | undefined

  constructor(
    status: number,
    code: string,
    message: string,
    options: ErrorOptions & { reasons?: readonly WeakPasswordReason[] } = {},
  ) {
    super(message, options)
    this.status = status
    this.code = code
    this.reasons = options.reasons
  }
}

/** An error in OAuth's format, which has no code; the same in every API version (docs/wire/auth.md#errors). */
export class OAuthError extends Error {
  readonly error: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(error: string, description: string, status = 400, headers: Readonly<Record<string, string>> = {}) {
    super(description)
    this.error = error
    this.status = status
    this.headers = headers
  }
}

export type WeakPasswordReason = 'length' | 'characters' | 'pwned'

/** The request contains an invalid value. */
export const invalid = (message: string, status = 400) => new AuthError(status, 'validation_failed', message)

/** An internal error; the cause is logged. */
export const failed = (message: string, cause?: unknown) => new AuthError(500, 'unexpected_failure', message, { cause })

/**
 * The errors of this service, in the words of docs/wire/auth.md; codes and texts are contract. Errors of a single
 * feature are in its own errors.ts.
 */
export const authErrors = {
  // Errors of the request itself
  unreadableBody: (detail: string) => new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${detail}`),
  bodyTooLarge: () => new AuthError(413, 'request_entity_too_large', 'Request body is larger than 1 MiB'),
  unknownRoute: (route: string) => new AuthError(404, 'unknown', `There is no route ${route}`),
  noOAuthServer: () =>
    new AuthError(404, 'feature_disabled', 'This service is no OAuth server: other applications cannot sign in by it'),
  noCustomProviders: () =>
    new AuthError(404, 'feature_disabled', 'Providers are not kept in the database: config.toml names them'),
  web3Disabled: () => new AuthError(404, 'web3_provider_disabled', 'Web3 provider is disabled'),
  overRequestRate: () => new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached'),
  unexpected: (cause: unknown) => failed('Unexpected failure, please check server logs for more information', cause),
  /** The client retries by itself. */
  databaseAway: (cause: unknown) =>
    new AuthError(503, 'unexpected_failure', 'The database does not answer at the moment', { cause }),

  // Errors of the bearer token
  noBearer: () => new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token'),
  badToken: (detail: string) =>
    new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${detail}`),
  noSubject: () => new AuthError(403, 'bad_jwt', 'invalid claim: missing sub claim'),
  malformedSubject: () => new AuthError(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID'),
  userGone: () => new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist'),
  sessionGone: () => new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist'),
  wrongAudience: () => invalid("Token audience doesn't match request audience"),
  notAdmin: () => new AuthError(403, 'not_admin', 'User not allowed'),
  notForAnonymous: () => new AuthError(403, 'no_authorization', 'Anonymous user not allowed to perform these actions'),

  // Errors of accounts
  signUpDisabled: () => new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance'),
  anonymousDisabled: () => new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'),
  emailSignUpDisabled: () => new AuthError(400, 'email_provider_disabled', 'Email signups are disabled'),
  phoneSignUpDisabled: () => new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled'),
  emailSignInDisabled: () => new AuthError(422, 'email_provider_disabled', 'Email logins are disabled'),
  phoneSignInDisabled: () => new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled'),
  phoneUnsupported: () => new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider'),
  alreadyRegistered: () => new AuthError(422, 'user_already_exists', 'User already registered'),
  emailTaken: () => new AuthError(422, 'email_exists', 'A user with this email address has already been registered'),
  phoneTaken: () => new AuthError(422, 'phone_exists', 'Phone number already registered by another user'),
  wrongCredentials: () => new AuthError(400, 'invalid_credentials', 'Invalid login credentials'),
  ownPhoneTaken: () => new AuthError(422, 'phone_exists', 'A user with this phone number has already been registered'),
  phoneNotConfirmed: (status = 400) => new AuthError(status, 'phone_not_confirmed', 'Phone not confirmed'),
  emailNotConfirmed: (status = 400) => new AuthError(status, 'email_not_confirmed', 'Email not confirmed'),
  banned: (status = 403) => new AuthError(status, 'user_banned', 'User is banned'),
  ssoManaged: () =>
    new AuthError(422, 'user_sso_managed', 'Updating email, phone, password of a SSO account only possible via SSO'),
  appMetadataByUser: () => new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges'),
  secondFactorNeeded: () =>
    new AuthError(401, 'insufficient_aal', 'AAL2 session is required to update email or password when MFA is enabled.'),

  // Errors of addresses and passwords
  emailRequired: () => invalid('An email address is required'),
  emailTooLong: () => invalid('An email address is too long'),
  emailMalformed: () => invalid('Unable to validate email address: invalid format'),
  phoneMalformed: () => invalid('Invalid phone number format (E.164 required)'),
  passwordMissing: () => invalid('Signup requires a valid password'),
  passwordTooLong: () => invalid('Password cannot be longer than 72 characters'),
  weakPassword: (message: string, reasons: readonly WeakPasswordReason[]) =>
    new AuthError(422, 'weak_password', message, { reasons }),
  metadataTooLarge: () => invalid('Metadata cannot be larger than 64 KB', 422),
  samePassword: () => new AuthError(422, 'same_password', 'New password should be different from the old password.'),
  anonymousPassword: () =>
    invalid('Updating password of an anonymous user without an email or phone is not allowed', 422),
  reauthenticationWithoutAddress: () =>
    invalid('Reauthentication requires the user to have an email or a phone number'),
  verifyPhoneFirst: () => new AuthError(422, 'phone_not_confirmed', 'Please verify your phone first.'),
  verifyEmailFirst: () => new AuthError(422, 'email_not_confirmed', 'Please verify your email first.'),
  reauthenticationNotValid: () => new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid'),
  currentPasswordMissing: () =>
    new AuthError(400, 'current_password_required', 'Current password required when setting new password.'),
  currentPasswordWrong: () =>
    new AuthError(400, 'current_password_invalid', 'Current password required when setting new password.'),
  reauthenticationNeeded: () =>
    new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication'),

  // Errors of the request's fields
  signUpWithBoth: () => invalid('Only an email address or phone number should be provided on signup.'),
  signInWithBoth: () => invalid('Only an email address or phone number should be provided on login.'),
  signInWithNeither: () => invalid('missing email or phone'),
  otpWithNeither: () => invalid('One of email or phone must be set'),
  otpWithBoth: () => invalid('Only an email address or phone number should be provided'),
  otpChannelWithEmail: () => invalid('Channel should only be specified with Phone OTP'),
  otpSignUpDisabled: () => new AuthError(422, 'otp_disabled', 'Signups not allowed for otp'),
  recoverWithoutEmail: () => invalid('Password recovery requires an email'),
  unknownGrant: () => new AuthError(400, 'invalid_credentials', 'unsupported_grant_type'),
  unknownLogoutScope: (scope: string) => invalid(`Unsupported logout scope "${scope}"`),
  resendWithoutType: () => invalid('Missing one of these types: signup, email_change, sms, phone_change'),
  resendNeedsEmail: () => invalid('Type provided requires an email address'),
  resendNeedsPhone: () => invalid('Type provided requires a phone number'),
  resendWithBoth: () => invalid('Only an email address or phone number should be provided.'),
  resendWithNeither: () => invalid('Missing email address or phone number'),

  // Errors of links and codes in mails
  verifyWithoutType: () => invalid('Verify requires a verification type'),
  verifyWithoutToken: () => invalid('Verify requires a token or a token hash'),
  verifyTokenOrHash: () => invalid('Verify requires either a token or a token hash'),
  verifyWithoutAddress: () => invalid('Only an email address or phone number should be provided on verify'),
  verifyOnlyHash: () => invalid('Only the token_hash and type should be provided'),
  verifyMalformedEmail: () => invalid('Invalid email format', 422),
  unknownEmailVerification: () => invalid('Invalid email verification type'),
  unknownVerification: () => invalid('Unsupported verification type'),
  codeExpired: () => new AuthError(403, 'otp_expired', 'Token has expired or is invalid'),
  linkExpired: () => new AuthError(403, 'otp_expired', 'Email link is invalid or has expired'),

  // Errors of refreshing
  refreshTokenMalformed: () => invalid('Refresh token is not valid'),
  refreshTokenUnknown: () =>
    new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'),
  refreshTokenWithoutSession: () =>
    new AuthError(400, 'session_not_found', 'Invalid Refresh Token: No Valid Session Found'),
  refreshTokenUsed: () => new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used'),
  refreshSessionExpired: (why = '') =>
    new AuthError(400, 'session_expired', `Invalid Refresh Token: Session Expired${why}`),
  refreshBanned: () => new AuthError(400, 'user_banned', 'Invalid Refresh Token: User Banned'),
  refreshConflict: () =>
    new AuthError(409, 'conflict', 'Too many concurrent token refresh requests on the same session or refresh token'),

  // Errors of PKCE
  pkceWithPhone: () => invalid('PKCE not supported for phone signups'),
  halfPkce: () => invalid('PKCE flow requires code_challenge_method and code_challenge'),
  challengeLength: () => invalid('code challenge has to be between 43 and 128 characters'),
  challengeCharacters: () =>
    invalid('code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes'),
  challengeMethod: (method: string) => invalid(`unsupported code_challenge method "${method}"`),
  codeAndVerifierNeeded: () => invalid('invalid request: both auth code and code verifier should be non-empty'),
  flowNotFound: () => new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found'),
  flowExpired: () => new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired'),
  wrongVerifier: () =>
    new AuthError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier'),

  // Errors of sending mails
  mailTooSoon: (seconds: number) =>
    new AuthError(
      429,
      'over_email_send_rate_limit',
      `For security purposes, you can only request this after ${seconds} seconds.`,
    ),
  mailQuotaUsedUp: () => new AuthError(429, 'over_email_send_rate_limit', 'email rate limit exceeded'),

  // Errors of sending text messages
  channelUnknown: () =>
    invalid(
      "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider.",
    ),
  smsTooSoon: (seconds: number) =>
    new AuthError(
      429,
      'over_sms_send_rate_limit',
      `For security purposes, you can only request this after ${seconds} seconds.`,
    ),
  smsQuotaUsedUp: () => new AuthError(429, 'over_sms_send_rate_limit', 'SMS rate limit exceeded'),
  smsFailed: (cause: unknown) =>
    new AuthError(422, 'sms_send_failed', 'Error sending confirmation OTP to provider', { cause }),

  // Errors of the administration
  userIdMalformed: () => invalid('user_id must be an UUID', 404),
  userNotFound: () => new AuthError(404, 'user_not_found', 'User not found'),
  pageMalformed: (detail: string) => invalid(`Bad Pagination Parameters: ${detail}`),

  // Errors of the database
  savingUserFailed: (cause: unknown) => failed('Database error saving new user', cause),
}
