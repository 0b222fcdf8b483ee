import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { s3Errors } from './s3-errors.ts'

const ALGORITHM = 'AWS4-HMAC-SHA256'
/** The largest difference between the clocks of caller and server. */
const SKEW_MS = 15 * 60 * 1000
const MAX_LIFETIME_SECONDS = 7 * 24 * 60 * 60

export type SignedRequest = { method: string; url: string; headers: IncomingHttpHeaders }

/** The parsed signature of a request. */
export type Signature = {
  accessKey: string
  /** The user's token, where the access key alone does not identify the caller. */
  sessionToken: string | undefined
  /** Throws unless one of these secrets has signed the request recently. */
  verify(...secrets: string[]): void
}

/** Parses the AWS signature of a request: from its header, or from the query of a presigned URL. */
export function signatureOf(request: SignedRequest): Signature {
  const { searchParams } = new URL(request.url, 'http://s3')
  const isPresigned = searchParams.get('X-Amz-Algorithm') === ALGORITHM
  const parts = isPresigned ? fromQuery(searchParams) : fromHeader(request.headers)
  const [accessKey, day, region, service] = parts.scope
  const scope = `${day}/${region}/${service}/aws4_request`
  const text = [
    request.method,
    request.url.split('?', 1)[0],
    canonicalQuery(request.url),
    ...parts.signedHeaders.map((name) => `${name}:${headerText(request.headers, name)}`),
    '',
    parts.signedHeaders.join(';'),
    parts.payload,
  ].join('\n')

  return {
    accessKey,
    sessionToken: parts.sessionToken,
    verify(...secrets) {
      const toSign = [ALGORITHM, parts.date, scope, createHash('sha256').update(text).digest('hex')].join('\n')
      const given = Buffer.from(parts.signature, 'hex')
      const isSignedBy = (secret: string) => {
        const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(sign, `AWS4${secret}`)
        const expected = sign(key, toSign)
        return given.length === expected.length && timingSafeEqual(given, expected)
      }
      if (!secrets.some(isSignedBy)) throw s3Errors.wrongSignature()
      requireAllSigned(request, parts)
      requireInTime(parts)
    },
  }
}

type Parts = {
  scope: [accessKey: string, day: string, region: string, service: string]
  signedHeaders: string[]
  signature: string
  date: string
  payload: string
  sessionToken: string | undefined
  /** The lifetime of a presigned URL in seconds. */
  lifeSeconds?: number
}

function fromHeader(headers: IncomingHttpHeaders): Parts {
  const { authorization = '' } = headers
  if (!authorization.startsWith(ALGORITHM)) throw s3Errors.unsigned()
  const fields = new Map(
    authorization
      .slice(ALGORITHM.length)
      .split(',')
      .map((field) => field.trim().split('=', 2))
      .map(([name = '', value = '']) => [name, value]),
  )
  return {
    scope: scopeOf(fields.get('Credential') ?? ''),
    signedHeaders: (fields.get('SignedHeaders') ?? '').split(';'),
    signature: fields.get('Signature') ?? '',
    date: String(headers['x-amz-date'] ?? ''),
    payload: String(headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD'),
    sessionToken: textOf(headers['x-amz-security-token']),
  }
}

function fromQuery(query: URLSearchParams): Parts {
  return {
    scope: scopeOf(query.get('X-Amz-Credential') ?? ''),
    signedHeaders: (query.get('X-Amz-SignedHeaders') ?? '').split(';'),
    signature: query.get('X-Amz-Signature') ?? '',
    date: query.get('X-Amz-Date') ?? '',
    payload: query.get('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD',
    sessionToken: query.get('X-Amz-Security-Token') ?? undefined,
    lifeSeconds: Number(query.get('X-Amz-Expires') ?? Number.NaN),
  }
}

/**
 * Parses the credential scope `<access key>/<day>/<region>/<service>/aws4_request`; only the key may contain more
 * slashes.
 */
function scopeOf(credential: string): Parts['scope'] {
  const [, accessKey = '', day = '', region = '', service = ''] =
    /^(.+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request$/.exec(credential) ?? []
  if (accessKey === '') throw s3Errors.signatureMalformed()
  return [accessKey, day, region, service]
}

/** Request headers that are part of every AWS signature. */
const alwaysSigned = ['x-amz-date', 'x-amz-content-sha256']

/**
 * Rejects unsigned headers that change what a request does, since the holder of a presigned URL could add some. Proxies
 * of AWS use a prefix of their own.
 */
function requireAllSigned({ headers }: SignedRequest, { signedHeaders }: Parts) {
  const names = Object.keys(headers).filter((name) => name.startsWith('x-amz-') && !name.startsWith('x-amz-cf-'))
  if (names.some((name) => !signedHeaders.includes(name) && !alwaysSigned.includes(name))) {
    throw s3Errors.unsignedHeaders()
  }
}

function requireInTime({ date, scope: [, day], lifeSeconds }: Parts) {
  const [, y, mo, d, h, mi, s] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? []
  const at = Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`)
  if (Number.isNaN(at) || !date.startsWith(day)) throw s3Errors.signatureMalformed()
  const ageMs = Date.now() - at
  if (ageMs < -SKEW_MS) throw s3Errors.skewed()
  if (lifeSeconds === undefined) {
    if (ageMs > SKEW_MS) throw s3Errors.skewed()
  } else {
    if (!(lifeSeconds >= 1 && lifeSeconds <= MAX_LIFETIME_SECONDS)) throw s3Errors.signatureMalformed()
    if (ageMs > lifeSeconds * 1000) throw s3Errors.expired()
  }
}

/** The canonical query: every parameter except the signature itself, sorted and encoded as AWS does. */
function canonicalQuery(url: string): string {
  const [, query = ''] = url.split(/\?(.*)/s, 2)
  return query
    .split('&')
    .filter((pair) => pair !== '' && !pair.startsWith('X-Amz-Signature='))
    .map((pair) => pair.split(/=(.*)/s, 2).map((part) => encoded(decoded(part))))
    .map(([name = '', value = '']) => [name, value] as const)
    .sort(([a, x], [b, y]) => (a === b ? compare(x, y) : compare(a, b)))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw s3Errors.signatureMalformed()
  }
}

const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

const headerText = (headers: IncomingHttpHeaders, name: string) =>
  (textOf(headers[name]) ?? '').trim().replace(/\s+/g, ' ')

const textOf = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(',') : value)

const sign = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
