import type { FastifyInstance } from 'fastify'
import { type IdpMetadata, parseIdpMetadata } from './idp-metadata.ts'
import { ssoErrors } from './sso-errors.ts'
import { rewriteMetadata, type SsoProvider } from './sso-provider-rows.ts'

const TIMEOUT_MS = 10_000
const MAX_METADATA_BYTES = 1024 * 1024
/** The age at which stored metadata is read anew: organizations announce new keys only there. */
const LIFETIME_MS = 24 * 60 * 60 * 1000

/** Fetches the metadata of an identity provider. Throws `saml_metadata_fetch_failed`. */
export async function fetchMetadata(url: string): Promise<string> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(url, {
    signal,
    headers: { accept: 'application/samlmetadata+xml, application/xml' },
  }).catch((cause: unknown) => {
    throw ssoErrors.metadataFetchFailed(`Error fetching SAML Metadata from URL '${url}'`, cause)
  })
  if (!response.ok) {
    throw ssoErrors.metadataFetchFailed(`HTTP ${response.status} error fetching SAML Metadata from URL '${url}'`)
  }
  const text = await response.text()
  if (text.length > MAX_METADATA_BYTES)
    throw ssoErrors.metadataFetchFailed(`The SAML Metadata at URL '${url}' is too large`)
  return text
}

/** Returns the current metadata of an identity provider; if its address does not answer, the last known. */
export async function currentMetadata(app: FastifyInstance, provider: SsoProvider): Promise<IdpMetadata> {
  const { metadata_url: url, metadata_xml: known, entity_id: entityId } = provider.saml
  const isFresh = Date.parse(provider.metadata_read_at) + LIFETIME_MS > Date.now()
  if (!url || isFresh) return parseIdpMetadata(known)
  try {
    const xml = await fetchMetadata(url)
    const metadata = parseIdpMetadata(xml)
    if (metadata.entityId !== entityId) throw ssoErrors.entityIdMismatch(entityId, metadata.entityId)
    await app.database.transaction({}, (tx) => rewriteMetadata(tx, provider.id, xml))
    return metadata
  } catch (error) {
    app.log.warn(`The metadata of ${entityId} is the old: ${error instanceof Error ? error.message : error}`)
    return parseIdpMetadata(known)
  }
}
