import { AuthError, invalid } from 'engine/feature'

/** The errors of single sign-on, in GoTrue's words (engine/docs/wire/auth.md#single-sign-on). */
export const ssoErrors = {
  // Errors before the redirect to an identity provider
  withBoth: () => invalid('Only one of provider_id or domain supported'),
  withNeither: () => invalid('A provider_id or domain needs to be provided'),
  providerUnknown: () => new AuthError(404, 'sso_provider_not_found', 'No such SSO provider'),
  domainUnknown: () => new AuthError(404, 'sso_provider_not_found', 'No SSO provider assigned for this domain'),
  providerDisabled: () =>
    new AuthError(404, 'sso_provider_disabled', 'SSO Provider assigned for this domain is currently disabled'),

  // Errors of the identity provider's response
  responseMissing: () => invalid('SAMLResponse is missing'),
  assertionInvalid: () => invalid('SAML Assertion is not valid'),
  assertionUsed: () => invalid('SAML Assertion has already been used'),
  issuerUnknown: () =>
    new AuthError(404, 'saml_idp_not_found', 'A SAML connection has not been established with this Identity Provider'),
  withoutUserId: () =>
    new AuthError(
      400,
      'saml_assertion_no_user_id',
      'SAML Assertion did not contain a persistent Subject Identifier attribute or Subject NameID uniquely identifying this user',
    ),
  withoutEmail: () => new AuthError(400, 'saml_assertion_no_email', 'SAML Assertion does not contain an email address'),
  relayStateMalformed: () => invalid('SAML RelayState is not a valid UUID or URL'),
  relayStateUnknown: () =>
    new AuthError(404, 'saml_relay_state_not_found', 'SAML RelayState does not exist, try logging in again?'),
  relayStateExpired: () =>
    new AuthError(422, 'saml_relay_state_expired', 'SAML RelayState has expired. Try logging in again?'),

  // Errors of the admin endpoint for identity providers
  idpUnknown: () => new AuthError(404, 'sso_provider_not_found', 'SSO Identity Provider not found'),
  typeUnknown: () => invalid("Only 'saml' supported for SSO provider type"),
  metadataTwice: () => invalid('Only one of metadata_xml or metadata_url needs to be set'),
  metadataMissing: () => invalid('Either metadata_xml or metadata_url must be set'),
  metadata: invalid,
  metadataFetchFailed: (message: string, cause?: unknown) =>
    new AuthError(400, 'saml_metadata_fetch_failed', message, { cause }),
  nameIdFormatUnknown: (formats: readonly string[]) =>
    invalid(`name_id_format must be unspecified or one of ${formats.join(', ')}`),
  idpKnown: (entityId: string) =>
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
  domainTaken: (domain: string, providerId: string) =>
    new AuthError(
      400,
      'sso_domain_already_exists',
      `SSO Domain '${domain}' is already assigned to an SSO identity provider (${providerId})`,
    ),
  conflict: (cause: unknown) =>
    new AuthError(422, 'conflict', 'Updating SSO provider failed, likely due to a conflict. Try again?', { cause }),
}
