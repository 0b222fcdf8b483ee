import type { FastifyRequest } from 'fastify'
import type { Transaction } from '../../database/database.ts'
import { type AuthMethod, type Client, findClient } from './client.ts'
import { oauthErrors } from './errors.ts'
import { isSecretOf } from './secrets.ts'

type Credentials = { id: string; secret: string; method: AuthMethod }

/** Which application calls, once it has proved it in the way it is registered for. */
export async function authenticated(tx: Transaction, request: FastifyRequest, form: URLSearchParams): Promise<Client> {
  const header = request.headers.authorization ?? ''
  const byHeader = /^basic /i.test(header)
  const refuse = (message: string) => oauthErrors.clientInvalid(message, { byHeader })

  const credentials = byHeader ? fromHeader(header) : fromForm(form)
  if (!credentials) throw refuse('invalid basic auth format')
  const { id, secret, method } = credentials
  if (id === '') throw refuse('Client authentication required')
  if (byHeader && form.has('client_id') && form.get('client_id') !== id) throw refuse('Invalid client credentials')
  const client = await findClient(tx, id)
  if (!client) throw refuse('Invalid client credentials')

  const expected = client.token_endpoint_auth_method
  if (method !== expected) {
    throw refuse(`invalid authentication method: client is registered for '${expected}' but '${method}' was used`)
  }
  const hash = client.client_secret_hash
  if (expected !== 'none' && (hash === null || !isSecretOf(hash, secret))) throw refuse('Invalid client credentials')
  return client
}

/** Both halves are written as in a form (RFC 6749 §2.3.1). */
function fromHeader(header: string): Credentials | undefined {
  const decoded = Buffer.from(header.slice('basic '.length).trim(), 'base64').toString()
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(decoded) ?? []
  if (id === undefined || secret === undefined) return undefined
  return { id: formDecoded(id), secret: formDecoded(secret), method: 'client_secret_basic' }
}

function fromForm(form: URLSearchParams): Credentials {
  const secret = form.get('client_secret') ?? ''
  return { id: form.get('client_id') ?? '', secret, method: secret === '' ? 'none' : 'client_secret_post' }
}

const formDecoded = (text: string) => new URLSearchParams(`_=${text.replaceAll('&', '%26')}`).get('_') ?? ''
