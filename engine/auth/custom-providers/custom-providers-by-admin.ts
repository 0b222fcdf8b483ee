import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Transaction } from '../../database/database.ts'
import { discover } from '../external/openid.ts'
import { ownParameters } from '../external/provider.ts'
import { queryText, readBody, text } from '../http/read-body.ts'
import { readerOf } from '../outside-transactions.ts'
import {
  CUSTOM_PREFIX,
  type CustomProvider,
  type CustomProviderFields,
  customProviderJson,
  deleteCustomProvider,
  findCustomProvider,
  insertCustomProvider,
  listCustomProviders,
  updateCustomProvider,
} from './custom-provider.ts'
import { customErrors } from './errors.ts'
import { seal, unseal } from './sealed.ts'

const changes = z.object({
  name: z.string().optional(),
  client_id: z.string().optional(),
  client_secret: text,
  acceptable_client_ids: z.array(z.string()).optional(),
  scopes: z.array(z.string()).optional(),
  custom_claims_allowlist: z.array(z.string()).optional(),
  pkce_enabled: z.boolean().optional(),
  attribute_mapping: z.record(z.string(), z.unknown()).optional(),
  authorization_params: z.record(z.string(), z.unknown()).optional(),
  enabled: z.boolean().optional(),
  email_optional: z.boolean().optional(),
  issuer: z.string().optional(),
  discovery_url: z.string().optional(),
  skip_nonce_check: z.boolean().optional(),
  authorization_url: z.string().optional(),
  token_url: z.string().optional(),
  userinfo_url: z.string().optional(),
  jwks_uri: z.string().optional(),
})

const body = changes.extend({ provider_type: text, identifier: text })

type Changes = z.infer<typeof changes>
type ProviderRoute = { Params: { identifier: string } }

/** What only this service decides of a person; no provider may write it. */
const protectedClaims = [
  'id',
  'aud',
  'role',
  'app_metadata',
  'created_at',
  'updated_at',
  'confirmed_at',
  'email_confirmed_at',
  'phone_confirmed_at',
  'email_verified',
  'phone_verified',
  'banned_until',
  'is_super_admin',
]

const addressFields = ['issuer', 'discovery_url', 'authorization_url', 'token_url', 'userinfo_url', 'jwks_uri'] as const

const neededFields = {
  oidc: ['issuer'],
  oauth2: ['authorization_url', 'token_url', 'userinfo_url'],
} as const

/** /admin/custom-providers: providers beside those of config.toml, without a restart. */
export async function customProvidersByAdmin(app: FastifyInstance) {
  app.get('/custom-providers', async (request) => {
    const type = queryText(request, 'type')
    if (type !== '' && !isType(type)) throw customErrors.field("type must be either 'oauth2' or 'oidc'")
    return { providers: (await listCustomProviders(readerOf(app.database), type)).map(customProviderJson) }
  })

  app.post('/custom-providers', async (request, reply) => {
    const { provider_type: type, identifier, ...asked } = readBody(request, body)
    if (!isType(type)) throw customErrors.field("provider_type must be either 'oauth2' or 'oidc'")
    requireIdentifier(identifier)
    for (const field of ['name', 'client_id', 'client_secret'] as const) {
      if (!asked[field]) throw customErrors.field(`${field} is required`)
    }
    for (const field of neededFields[type]) {
      if (!asked[field]) {
        const kind = type === 'oidc' ? 'OIDC' : 'OAuth2'
        throw customErrors.field(`${field} is required for ${kind} providers`)
      }
    }
    const fields = await checked(app, { ...blank(type, identifier), ...written(asked) }, asked)
    const provider = await app.database.transaction({}, async (tx) => {
      if (!(await insertCustomProvider(tx, fields))) throw customErrors.known()
      return found(await findCustomProvider(tx, identifier))
    })
    return reply.code(201).send(customProviderJson(provider))
  })

  app.get<ProviderRoute>('/custom-providers/:identifier', async (request) =>
    customProviderJson(await providerOf(readerOf(app.database), request)),
  )

  app.put<ProviderRoute>('/custom-providers/:identifier', async (request) => {
    const asked = readBody(request, changes)
    const known = await providerOf(readerOf(app.database), request)
    const fields = await checked(app, { ...known, ...written(asked) }, asked)
    const provider = await app.database.transaction({}, async (tx) => {
      await updateCustomProvider(tx, fields)
      return found(await findCustomProvider(tx, known.identifier))
    })
    return customProviderJson(provider)
  })

  app.delete<ProviderRoute>('/custom-providers/:identifier', async (request, reply) => {
    const { identifier } = request.params
    requireIdentifier(identifier)
    const gone = await app.database.transaction({}, (tx) => deleteCustomProvider(tx, identifier))
    if (!gone) throw customErrors.unknown()
    return reply.code(204).send()
  })
}

/** The fields as they are stored, once the provider itself has said that the addresses are right. */
async function checked(
  { tokens }: FastifyInstance,
  fields: CustomProviderFields,
  asked: Changes,
): Promise<CustomProviderFields> {
  const { identifier, provider_type: type } = fields
  for (const name of addressFields) requireAddress(name, fields[name])
  const secret = asked.client_secret || unseal(tokens, identifier, fields.client_secret)
  const isOidc = type === 'oidc'
  return {
    ...fields,
    client_secret: seal(tokens, identifier, secret),
    scopes: isOidc && !fields.scopes.includes('openid') ? ['openid', ...fields.scopes] : fields.scopes,
    cached_discovery: isOidc && movesTo(asked) ? await describe(fields, secret) : fields.cached_discovery,
  }
}

const movesTo = ({ issuer, discovery_url: url }: Changes) => issuer !== undefined || url !== undefined

async function describe({ issuer, discovery_url: url, client_id: id }: CustomProviderFields, secret: string) {
  try {
    const client = await discover({ issuer: issuer ?? '', ...(url && { url }) }, id, secret)
    return { ...client.serverMetadata() }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw customErrors.field(`The discovery document of ${issuer} cannot be used: ${reason}`)
  }
}

/** What is asked for, as columns; what is left out stays. */
function written({ client_secret: _sealedLater, authorization_params: parameters, ...asked }: Changes) {
  for (const target of Object.keys(asked.attribute_mapping ?? {})) {
    if (protectedClaims.includes(target)) {
      throw customErrors.field(`Cannot map to protected system field: ${target}`)
    }
  }
  const entries = Object.entries(asked).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(entries), ...(parameters && { authorization_params: textsOnly(parameters) }) }
}

function textsOnly(parameters: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(parameters).map(([name, value]): [string, string] => {
    if (ownParameters.has(name)) throw customErrors.field(`Cannot override reserved OAuth parameter: ${name}`)
    if (typeof value !== 'string') throw customErrors.field(`Authorization parameter "${name}" must be a string`)
    return [name, value]
  })
  return Object.fromEntries(entries)
}

const blank = (type: CustomProvider['provider_type'], identifier: string): CustomProviderFields => ({
  provider_type: type,
  identifier,
  name: '',
  client_id: '',
  client_secret: '',
  acceptable_client_ids: [],
  scopes: [],
  custom_claims_allowlist: [],
  pkce_enabled: true,
  attribute_mapping: {},
  authorization_params: {},
  enabled: true,
  email_optional: false,
  issuer: null,
  discovery_url: null,
  skip_nonce_check: false,
  cached_discovery: null,
  authorization_url: null,
  token_url: null,
  userinfo_url: null,
  jwks_uri: null,
})

const isType = (type: string): type is CustomProvider['provider_type'] => type === 'oauth2' || type === 'oidc'

function requireIdentifier(identifier: string) {
  if (identifier === '') throw customErrors.field('identifier is required')
  if (identifier.startsWith(CUSTOM_PREFIX) && identifier.length > CUSTOM_PREFIX.length) return
  throw customErrors.field(`identifier must start with 'custom:' prefix, e.g. 'custom:${identifier}'`)
}

/** Encrypted, except on this machine: secrets and tokens go there. */
function requireAddress(name: string, address: string | null) {
  if (address === null) return
  const { protocol, hostname } = URL.canParse(address) ? new URL(address) : { protocol: '', hostname: '' }
  const isHere = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
  if (protocol === 'https:' || (protocol === 'http:' && isHere)) return
  throw customErrors.field(`${name} must be a HTTPS URL`)
}

function found(provider: CustomProvider | undefined): CustomProvider {
  if (!provider) throw customErrors.unknown()
  return provider
}

async function providerOf(tx: Transaction, { params }: FastifyRequest<ProviderRoute>): Promise<CustomProvider> {
  requireIdentifier(params.identifier)
  return found(await findCustomProvider(tx, params.identifier))
}
