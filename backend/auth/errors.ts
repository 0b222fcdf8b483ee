import type { FactorType } from './people/user.ts'

/** A refusal of this service; `http/render-error.ts` puts it into the wire shape the caller's API version asks for. */
export class AuthError extends Error {
  readonly status: number
  readonly code: string
  /** Only for `weak_password`: which rules the password breaks. */
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

/** A refusal in the words of OAuth, which have no code; the same in every API version (auth.md §2). */
export class OAuthRefusal extends Error {
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

const factorNames: Record<FactorType, string> = { totp: 'TOTP', phone: 'Phone', webauthn: 'WebAuthn' }

const invalid = (message: string, status = 400) => new AuthError(status, 'validation_failed', message)
const notSignedIn = (message: string) => new OAuthRefusal('invalid request', message)
const failed = (message: string, cause?: unknown) => new AuthError(500, 'unexpected_failure', message, { cause })

/** Every refusal this service knows, in the words of the reference (auth.md); codes and texts are contract. */
export const authErrors = {
  // The request itself
  unreadableBody: (detail: string) => new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${detail}`),
  bodyTooLarge: () => new AuthError(413, 'request_entity_too_large', 'Request body is larger than 1 MiB'),
  unknownRoute: (route: string) => new AuthError(404, 'unknown', `There is no route ${route}`),
  captchaFailed: (reason: string) =>
    new AuthError(400, 'captcha_failed', `captcha protection: request disallowed (${reason})`),
  captchaUnreachable: (cause: unknown) => failed('captcha verification process failed', cause),
  overRequestRate: () => new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached'),
  unexpected: (cause: unknown) => failed('Unexpected failure, please check server logs for more information', cause),

  // The bearer
  noBearer: () => new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token'),
  badToken: (detail: string) =>
    new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${detail}`),
  noSubject: () => new AuthError(403, 'bad_jwt', 'invalid claim: missing sub claim'),
  malformedSubject: () => new AuthError(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID'),
  userGone: () => new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist'),
  sessionGone: () => new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist'),
  wrongAudience: () => invalid("Token audience doesn't match request audience"),
  notAdmin: () => new AuthError(403, 'not_admin', 'User not allowed'),

  // Accounts
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

  // Addresses and passwords
  emailRequired: () => invalid('An email address is required'),
  emailTooLong: () => invalid('An email address is too long'),
  emailMalformed: () => invalid('Unable to validate email address: invalid format'),
  phoneMalformed: () => invalid('Invalid phone number format (E.164 required)'),
  passwordMissing: () => invalid('Signup requires a valid password'),
  passwordTooLong: () => invalid('Password cannot be longer than 72 characters'),
  weakPassword: (message: string, reasons: readonly WeakPasswordReason[]) =>
    new AuthError(422, 'weak_password', message, { reasons }),
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

  // What a request may hold
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

  // Mail links and codes
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

  // Refreshing
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

  // PKCE
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

  // Second factors
  factorsOfAnonymous: () =>
    new AuthError(403, 'no_authorization', 'Anonymous user not allowed to perform these actions'),
  factorIdMalformed: () => invalid('factor_id must be an UUID', 404),
  factorNotFound: () => new AuthError(404, 'mfa_factor_not_found', 'Factor not found'),
  factorTypeUnknown: () => invalid('factor_type needs to be totp, phone, or webauthn'),
  factorEnrollDisabled: (type: FactorType) =>
    new AuthError(422, `mfa_${type}_enroll_not_enabled`, `MFA enroll is disabled for ${factorNames[type]}`),
  factorVerifyDisabled: (type: FactorType) =>
    new AuthError(422, `mfa_${type}_verify_not_enabled`, `MFA verification is disabled for ${factorNames[type]}`),
  factorNameTaken: (name: string) =>
    new AuthError(
      422,
      'mfa_factor_name_conflict',
      `A factor with the friendly name "${name}" for this user already exists`,
    ),
  tooManyFactors: () =>
    new AuthError(
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    ),
  levelTooLowToEnroll: () => new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor'),
  levelTooLowToUnenroll: () => new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor'),
  factorCodeMissing: () => invalid('Code needs to be non-empty'),
  challengeUnknown: () =>
    new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found'),
  challengeOfSomebodyElse: () =>
    new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.'),
  challengeExpired: (id: string) =>
    new AuthError(
      422,
      'mfa_challenge_expired',
      `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
    ),
  factorKeyInput: (message: string) => invalid(message),
  wrongFactorKey: () => new AuthError(422, 'mfa_verification_failed', 'Failed to validate WebAuthn MFA response'),
  wrongTotp: () => new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered'),

  // Sign-in by a provider
  unsupportedProvider: (detail: string) => invalid(`Unsupported provider: ${detail}`),
  stateMissing: () => new AuthError(400, 'bad_oauth_callback', 'OAuth state parameter missing'),
  stateMalformed: () => new AuthError(400, 'bad_oauth_state', 'OAuth state parameter is invalid'),
  stateUnknown: () => new AuthError(400, 'bad_oauth_state', 'OAuth state not found or expired'),
  stateExpired: () => new AuthError(400, 'bad_oauth_state', 'OAuth state has expired'),
  stateUsed: () => new AuthError(400, 'flow_state_already_used', 'State has already been used'),
  authorizationCodeMissing: () =>
    new AuthError(400, 'bad_oauth_callback', 'OAuth callback with missing authorization code missing'),
  providerFailed: (cause: unknown) => failed('Unable to exchange external code', cause),
  providerUnreachable: (cause: unknown) => failed('The provider does not answer', cause),
  noEmailFromProvider: () => failed('Error getting user email from external provider'),
  severalAccounts: () =>
    failed('Multiple accounts with the same email address in the same linking domain detected: default'),
  emailUnverified: (provider: string, { mailed }: { mailed: boolean }) =>
    new AuthError(
      422,
      'provider_email_needs_verification',
      mailed
        ? `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`
        : `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`,
    ),

  customProvider: (message: string) => invalid(message),
  customProviderKnown: () =>
    new AuthError(400, 'conflict', 'A custom OAuth provider with this identifier already exists'),
  customProviderUnknown: () => new AuthError(404, 'provider_not_found', 'Custom OAuth provider not found'),

  // ID tokens
  idTokenNeeded: () => notSignedIn('id_token required'),
  idTokenProviderNeeded: () => notSignedIn('provider or client_id and issuer required'),
  badIdToken: () => notSignedIn('Bad ID token'),
  idTokenWithoutSubject: () => notSignedIn('Missing sub claim in id_token'),
  unacceptableAudience: (audience: readonly unknown[]) =>
    notSignedIn(`Unacceptable audience in id_token: [${audience.join(' ')}]`),
  nonceOnOneSide: () => notSignedIn('Passed nonce and nonce in id_token should either both exist or not.'),
  nonceMismatch: () => new OAuthRefusal('invalid nonce', 'Nonces mismatch'),
  providerDisabled: (issuer: string) =>
    new AuthError(400, 'provider_disabled', `Provider (issuer "${issuer}") is not enabled`),
  idTokenProviderUnknown: (provider: string) => invalid(`Custom OIDC provider "${provider}" not allowed`),

  // Passkeys
  passkeysDisabled: () => new AuthError(404, 'passkey_disabled', 'Passkeys are disabled'),
  passkeyInput: (message: string) => invalid(message),
  passkeyOfSso: () => invalid('SSO users cannot register passkeys', 422),
  passkeyUnknown: () => invalid('Passkey not found', 404),
  passkeyKnown: () => new AuthError(422, 'webauthn_credential_exists', 'This credential is already registered'),
  passkeyOwnerDeleted: () => new AuthError(403, 'user_not_found', 'User not found'),
  tooManyPasskeys: () => new AuthError(422, 'too_many_passkeys', 'Maximum number of passkeys reached'),
  levelTooLowForPasskeys: () =>
    new AuthError(403, 'insufficient_aal', 'AAL2 session is required to manage passkeys when MFA is enabled'),
  ceremonyUnknown: () => new AuthError(400, 'webauthn_challenge_not_found', 'Challenge not found or already used'),
  ceremonyExpired: () => new AuthError(400, 'webauthn_challenge_expired', 'Challenge has expired'),
  ceremonyFailed: (message = 'Credential verification failed') =>
    new AuthError(400, 'webauthn_verification_failed', message),

  // Crypto wallets
  walletsDisabled: (chain?: string) =>
    new AuthError(422, 'web3_provider_disabled', `${chain ? `${chain} ` : ''}Web3 provider is disabled`),
  chainUnknown: () => new AuthError(400, 'web3_unsupported_chain', 'Unsupported chain'),
  walletMessage: (message: string) => invalid(message),
  walletRefused: (description: string) => new OAuthRefusal('invalid_grant', description),

  // Applications that people let into their account
  applicationSession: () => new OAuthRefusal('invalid_client', 'Client authentication required for OAuth session'),
  notAnApplicationSession: () =>
    new OAuthRefusal('invalid_client', 'Client authentication not allowed for non-OAuth session'),
  sessionOfAnotherApplication: () =>
    new OAuthRefusal('invalid_client', "Client does not match the session's OAuth client"),
  notForApplications: () =>
    new AuthError(403, 'no_authorization', 'OAuth clients are not allowed to perform these actions'),

  // Single sign-on
  samlDisabled: () => new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled'),
  ssoWithBoth: () => invalid('Only one of provider_id or domain supported'),
  ssoWithNeither: () => invalid('A provider_id or domain needs to be provided'),
  ssoProviderUnknown: () => new AuthError(404, 'sso_provider_not_found', 'No such SSO provider'),
  ssoDomainUnknown: () => new AuthError(404, 'sso_provider_not_found', 'No SSO provider assigned for this domain'),
  ssoProviderDisabled: () =>
    new AuthError(404, 'sso_provider_disabled', 'SSO Provider assigned for this domain is currently disabled'),
  samlResponseMissing: () => invalid('SAMLResponse is missing'),
  samlInvalid: () => invalid('SAML Assertion is not valid'),
  assertionUsed: () => invalid('SAML Assertion has already been used'),
  samlIdpUnknown: () =>
    new AuthError(404, 'saml_idp_not_found', 'A SAML connection has not been established with this Identity Provider'),
  samlWithoutUserId: () =>
    new AuthError(
      400,
      'saml_assertion_no_user_id',
      'SAML Assertion did not contain a persistent Subject Identifier attribute or Subject NameID uniquely identifying this user',
    ),
  samlWithoutEmail: () =>
    new AuthError(400, 'saml_assertion_no_email', 'SAML Assertion does not contain an email address'),
  relayStateMalformed: () => invalid('SAML RelayState is not a valid UUID or URL'),
  relayStateUnknown: () =>
    new AuthError(404, 'saml_relay_state_not_found', 'SAML RelayState does not exist, try logging in again?'),
  relayStateExpired: () =>
    new AuthError(422, 'saml_relay_state_expired', 'SAML RelayState has expired. Try logging in again?'),

  // Identity providers, as administrators know them
  ssoIdpUnknown: () => new AuthError(404, 'sso_provider_not_found', 'SSO Identity Provider not found'),
  ssoTypeUnknown: () => invalid("Only 'saml' supported for SSO provider type"),
  metadataTwice: () => invalid('Only one of metadata_xml or metadata_url needs to be set'),
  metadataMissing: () => invalid('Either metadata_xml or metadata_url must be set'),
  samlMetadata: (message: string) => invalid(message),
  metadataFetchFailed: (message: string, cause?: unknown) =>
    new AuthError(400, 'saml_metadata_fetch_failed', message, { cause }),
  nameIdFormatUnknown: (formats: readonly string[]) =>
    invalid(`name_id_format must be unspecified or one of ${formats.join(', ')}`),
  samlIdpKnown: (entityId: string) =>
    new AuthError(
      422,
      'saml_idp_already_exists',
      `SAML Identity Provider with this EntityID (${entityId}) already exists`,
    ),
  entityIdMismatch: (expected: string, given: string) =>
    new AuthError(
      400,
      'saml_entity_id_mismatch',
      `SAML Metadata can be updated only if the EntityID matches for the provider; expected '${expected}' but got '${given}'`,
    ),
  ssoDomainTaken: (domain: string, providerId: string) =>
    new AuthError(
      400,
      'sso_domain_already_exists',
      `SSO Domain '${domain}' is already assigned to an SSO identity provider (${providerId})`,
    ),
  ssoConflict: (cause: unknown) =>
    new AuthError(422, 'conflict', 'Updating SSO provider failed, likely due to a conflict. Try again?', { cause }),

  // Identities
  manualLinkingDisabled: () => new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled'),
  identityLinked: ({ toCaller }: { toCaller: boolean }) =>
    new AuthError(
      422,
      'identity_already_exists',
      toCaller ? 'Identity is already linked' : 'Identity is already linked to another user',
    ),
  identityIdMalformed: () => invalid('identity_id must be an UUID', 404),
  lastIdentity: () =>
    new AuthError(422, 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking'),
  identityNotFound: () => new AuthError(422, 'identity_not_found', "Identity doesn't exist"),
  emailConflict: () =>
    new AuthError(422, 'email_conflict_identity_not_deletable', 'Unable to unlink identity due to email conflict'),

  // Mails
  mailTooSoon: (seconds: number) =>
    new AuthError(
      429,
      'over_email_send_rate_limit',
      `For security purposes, you can only request this after ${seconds} seconds.`,
    ),
  mailQuotaUsedUp: () => new AuthError(429, 'over_email_send_rate_limit', 'email rate limit exceeded'),
  mailFailed: (mail: string, cause: unknown) => failed(`Error sending ${mail} email`, cause),

  // Text messages
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
  factorPhoneMissing: () => invalid('Phone number required to enroll Phone factor'),
  factorPhoneVerified: () =>
    new AuthError(
      422,
      'mfa_verified_factor_exists',
      'A verified phone factor already exists, unenroll the existing factor to continue',
    ),
  wrongFactorCode: () => new AuthError(422, 'mfa_verification_failed', 'Invalid MFA Phone code entered'),

  // Hooks of the project
  hookFailed: (cause: unknown) => failed('Error running hook', cause),
  hookTimeout: (seconds: number, cause: unknown) =>
    new AuthError(422, 'hook_timeout', `Failed to reach hook within maximum time of ${seconds.toFixed(6)} seconds`, {
      cause,
    }),
  hookUnreachable: (cause: unknown) =>
    new AuthError(422, 'hook_timeout_after_retry', 'Failed to reach hook after maximum retries', { cause }),
  hookUnavailable: () => failed('Service currently unavailable due to hook'),
  hookAnswered: (message: string, cause?: unknown) => failed(message, cause),
  hookContentType: (message: string) => new AuthError(400, 'hook_payload_invalid_content_type', message),
  hookAnswerTooLarge: (bytes: number) =>
    new AuthError(422, 'hook_payload_over_size_limit', `Payload size exceeded size limit of ${bytes} bytes`),
  hookRefused: ({ http_code, message }: { http_code: number; message: string }) =>
    new AuthError(http_code, http_code >= 500 ? 'unexpected_failure' : 'unknown', message),

  // Administration
  userIdMalformed: () => invalid('user_id must be an UUID', 404),
  userNotFound: () => new AuthError(404, 'user_not_found', 'User not found'),
  contactNeeded: () => invalid('Cannot create a user without either an email or phone'),
  passwordOrHash: () => invalid('Only a password or a password hash should be provided'),
  newIdMalformed: () => invalid('ID must conform to the uuid v4 format'),
  passwordHashUnknown: () => invalid('Password hash should be one of bcrypt, argon2i, argon2id or fbscrypt'),
  banDurationMalformed: () => invalid('invalid format for ban duration'),
  pageMalformed: (detail: string) => invalid(`Bad Pagination Parameters: ${detail}`),
  sortMalformed: () => invalid('Bad Sort Parameters'),

  linkForNobody: () => new AuthError(404, 'user_not_found', 'User with this email not found'),
  linkTypeUnknown: (type: string) => invalid(`Invalid email action link type requested: ${type}`),
  linkToCurrentOff: () => invalid('Enable secure email change to generate link for current email'),

  // The database said no
  savingUserFailed: (cause: unknown) => failed('Database error saving new user', cause),
  creatingUserFailed: (cause: unknown) => failed('Database error creating new user', cause),
  updatingUserFailed: (cause: unknown) => failed('Error updating user', cause),
  deletingUserFailed: (cause: unknown) => failed('Database error deleting user', cause),
}
