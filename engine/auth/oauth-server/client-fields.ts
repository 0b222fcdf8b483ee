import { z } from 'zod'
import { type AuthMethod, authMethods, type Client, type ClientFields, grantTypes, type NewClient } from './client.ts'
import { oauthErrors } from './errors.ts'

const MAX_REDIRECTS = 10
const MAX_NAME_LENGTH = 1024
const MAX_ADDRESS_LENGTH = 2048

/** They run what they hold, or stay in this browser, instead of leading to the application. */
const dangerousSchemes = ['javascript', 'data', 'file', 'vbscript', 'about', 'blob']

const changes = {
  redirect_uris: z.array(z.string()).optional(),
  grant_types: z.array(z.string()).optional(),
  client_name: z.string().optional(),
  client_uri: z.string().optional(),
  logo_uri: z.string().optional(),
  token_endpoint_auth_method: z.string().optional(),
}

export const changedClient = z.object(changes)
export const registeredClient = z.object({ ...changes, client_type: z.string().optional() })

type Changes = z.infer<typeof changedClient>

/** A new application as it is kept; throws for what no application can be. */
export function newClient(
  { client_type: askedType, ...asked }: z.infer<typeof registeredClient>,
  registration: Client['registration_type'],
): NewClient {
  if (!asked.redirect_uris?.length) throw oauthErrors.clientField('redirect_uris is required')
  if (askedType !== undefined && askedType !== '' && askedType !== 'public' && askedType !== 'confidential') {
    throw oauthErrors.clientField("client_type must be 'public' or 'confidential'")
  }
  const method = asked.token_endpoint_auth_method || undefined
  const type = askedType || typeOf(method ?? 'client_secret_basic')
  if (method !== undefined && isMethod(method) && type !== typeOf(method)) {
    throw oauthErrors.clientField(
      `client_type '${type}' is inconsistent with token_endpoint_auth_method '${method}' (expected client_type '${typeOf(method)}')`,
    )
  }
  const standard: ClientFields = {
    redirect_uris: '',
    grant_types: grantTypes.join(','),
    client_name: null,
    client_uri: null,
    logo_uri: null,
    token_endpoint_auth_method: type === 'public' ? 'none' : 'client_secret_basic',
  }
  // An empty list is as none: only a change of it would leave the application without any.
  const { grant_types: grants, token_endpoint_auth_method: _inType, ...others } = asked
  const given = {
    ...others,
    ...(grants?.length && { grant_types: grants }),
    ...(method && { token_endpoint_auth_method: method }),
  }
  return { ...changed(standard, given), client_type: type, registration_type: registration }
}

/** The application with what is asked for; what is left out stays. */
export function changedFields(client: Client, asked: Changes): ClientFields {
  if (Object.values(asked).every((value) => value === undefined)) throw oauthErrors.nothingToUpdate()
  const fields = changed(client, asked)
  const method = fields.token_endpoint_auth_method
  if (typeOf(method) !== client.client_type) {
    const valid = authMethods.filter((one) => typeOf(one) === client.client_type)
    throw oauthErrors.clientField(
      `token_endpoint_auth_method '${method}' is not valid for client_type '${client.client_type}'; valid methods: [${valid.join(' ')}]`,
    )
  }
  return fields
}

const changed = (known: ClientFields, asked: Changes): ClientFields => ({
  redirect_uris: asked.redirect_uris ? redirects(asked.redirect_uris) : known.redirect_uris,
  grant_types: asked.grant_types ? grants(asked.grant_types) : known.grant_types,
  client_name: asked.client_name === undefined ? known.client_name : name(asked.client_name),
  client_uri: asked.client_uri === undefined ? known.client_uri : address('client_uri', asked.client_uri),
  logo_uri: asked.logo_uri === undefined ? known.logo_uri : address('logo_uri', asked.logo_uri),
  token_endpoint_auth_method:
    asked.token_endpoint_auth_method === undefined
      ? known.token_endpoint_auth_method
      : authMethod(asked.token_endpoint_auth_method),
})

function redirects(uris: readonly string[]): string {
  if (uris.length === 0) throw oauthErrors.clientField('redirect_uris cannot be empty')
  if (uris.length > MAX_REDIRECTS) throw oauthErrors.clientField('redirect_uris cannot exceed 10 items')
  for (const uri of uris) {
    const fault = redirectFault(uri)
    if (fault) throw oauthErrors.clientField(`invalid redirect_uri '${uri}': ${fault}`)
  }
  return uris.join(',')
}

/** What is wrong with an address to send people back to: secrets go there. */
function redirectFault(uri: string): string | undefined {
  if (uri === '') return 'redirect URI cannot be empty'
  if (uri.length > MAX_ADDRESS_LENGTH) return 'redirect URI is too long'
  // Browsers drop some of these, so that what is compared would not be what is opened. Commas separate the list.
  if (/[\p{Cc}\s\\,]/u.test(uri) || !URL.canParse(uri)) return 'invalid URL format'
  const { protocol, host, hostname, hash } = new URL(uri)
  const scheme = protocol.slice(0, -1)
  if (dangerousSchemes.includes(scheme)) return `scheme '${scheme}' is not allowed for security reasons`
  if (host === '') return 'must have scheme and host'
  if (scheme === 'http' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)) {
    return 'HTTP scheme only allowed for localhost'
  }
  if (hash !== '' || uri.includes('#')) return 'fragment not allowed in redirect URI'
  return undefined
}

function grants(types: readonly string[]): string {
  if (types.length === 0) throw oauthErrors.clientField('grant_types cannot be empty')
  if (types.some((type) => !grantTypes.some((known) => known === type))) {
    throw oauthErrors.clientField("grant_types must only contain 'authorization_code' and/or 'refresh_token'")
  }
  return types.join(',')
}

function name(text: string): string | null {
  if (text.length > MAX_NAME_LENGTH) throw oauthErrors.clientField('client_name cannot exceed 1024 characters')
  return text || null
}

/** Shown as a link, or a picture, to the people whom the application asks: nothing that a page would run. */
function address(field: 'client_uri' | 'logo_uri', text: string): string | null {
  if (text.length > MAX_ADDRESS_LENGTH) throw oauthErrors.clientField(`${field} cannot exceed 2048 characters`)
  if (text === '') return null
  const isWebAddress = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
  if (!isWebAddress) throw oauthErrors.clientField(`${field} must be a valid URL`)
  return text
}

function authMethod(method: string): AuthMethod {
  if (isMethod(method)) return method
  throw oauthErrors.clientField(`token_endpoint_auth_method must be one of: [${authMethods.join(' ')}]`)
}

const isMethod = (method: string): method is AuthMethod => authMethods.some((known) => known === method)

/** Only an application that can keep a secret shows one. */
const typeOf = (method: string): Client['client_type'] => (method === 'none' ? 'public' : 'confidential')
