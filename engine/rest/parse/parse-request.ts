import type { IncomingHttpHeaders } from 'node:http'
import { restErrors } from '../errors.ts'
import type { RestConfig } from '../rest-config.ts'
import { parseQuery } from './parse-query.ts'
import { type Action, parseAction, parseResource, type Resource } from './path-and-method.ts'
import { type Preferences, parsePreferences } from './prefer.ts'
import type { Query, Range } from './query.ts'
import { rootRange } from './range.ts'
import { type Payload, parsePayload } from './request-body.ts'

/** The raw request. */
export type HttpRequest = {
  method: string
  /** The URL without the service's prefix, with the query string. */
  url: string
  headers: IncomingHttpHeaders
  body: Buffer | undefined
}

/** A parsed request, before anything is looked up in the schema. */
export type ParsedRequest = {
  method: string
  path: string
  resource: Resource
  action: Action
  schema: string
  query: Query
  range: Range
  preferences: Preferences
  payload: Payload | undefined
  accept: string | undefined
}

export function parseRequest({ method, url, headers, body }: HttpRequest, config: RestConfig): ParsedRequest {
  const questionMark = url.indexOf('?')
  const path = questionMark === -1 ? url : url.slice(0, questionMark)
  const resource = parseResource(path)
  const schema = schemaOf(method, headers, config.schemas)
  const action = parseAction(method, resource)
  const isCall = action === 'call'
  const query = parseQuery(questionMark === -1 ? '' : url.slice(questionMark + 1), {
    withArguments: isCall && method !== 'POST',
  })
  const range = rootRange(query, method, headers.range)
  if (action === 'put' && (range.offset > 0 || range.limit !== undefined)) throw restErrors.limitOnPut()
  const hasPayload = method === 'POST' || action === 'update' || action === 'put'
  return {
    method,
    path,
    resource,
    action,
    schema,
    query,
    range,
    preferences: parsePreferences(headers.prefer),
    payload: hasPayload
      ? parsePayload({
          body,
          contentType: headers['content-type'],
          columns: action === 'put' ? undefined : query.columns,
          toFunction: isCall,
        })
      : undefined,
    accept: headers.accept,
  }
}

/**
 * The schema that a profile header names: `Accept-Profile` for GET and HEAD, `Content-Profile` for other methods
 * (docs/wire/rest.md#routes).
 */
export function schemaOf(method: string, headers: IncomingHttpHeaders, exposed: readonly string[]): string {
  const isRead = method === 'GET' || method === 'HEAD'
  const profile = headers[isRead ? 'accept-profile' : 'content-profile']
  if (profile === undefined) return exposed[0] ?? 'public'
  const schema = String(profile)
  if (exposed.includes(schema)) return schema
  throw restErrors.schemaNotExposed(schema, exposed)
}
