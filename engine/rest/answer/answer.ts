import { restErrors } from '../errors.ts'
import type { ParsedRequest } from '../parse/parse-request.ts'
import { encode, encodeParams } from '../parse/query-string.ts'
import type { Plan } from '../plan/plan-request.ts'
import type { RestConfig } from '../rest-config.ts'
import type { ResultRow } from '../sql/statement.ts'
import { contentRange, readStatus } from './content-range.ts'
import { preferenceApplied } from './preference-applied.ts'
import { applyOverrides } from './response-overrides.ts'
import type { StoredBody } from './spooled-body.ts'

type Body = string | Buffer | StoredBody
export type Answer = { status: number; headers: Record<string, string | string[]>; body: Body | undefined }

/**
 * The response to a request that Postgres answered (docs/wire/rest.md#answers). With several exposed schemas,
 * `Content-Profile` names the one that answered.
 */
export function answer(parsed: ParsedRequest, plan: Plan, row: ResultRow, config: RestConfig): Answer {
  const shown = renderBody(parsed, plan, row)
  const applied = preferenceApplied(parsed.preferences, plan, config)
  if (applied !== undefined) shown.headers['preference-applied'] = applied
  if (shown.headers['content-type'] !== undefined && config.schemas.length > 1)
    shown.headers['content-profile'] = parsed.schema
  return applyOverrides(shown, row)
}

function renderBody(parsed: ParsedRequest, plan: Plan, row: ResultRow): Answer {
  if (plan.kind === 'write') return renderWrite(parsed, plan.write.kind, plan.format.contentType, row)
  const rows = Number(row.page_total)
  const total = row.total === null ? undefined : Number(row.total)
  const { offset } = parsed.range
  const status = readStatus(parsed.range, rows, total)
  const headers: Answer['headers'] = { 'content-range': contentRange(offset, offset + rows - 1, total) }
  if (plan.kind === 'read') headers['content-location'] = locationOf(parsed)
  else if (plan.call.function.returns.kind === 'void') return { status: 204, headers, body: undefined }
  headers['content-type'] = plan.format.contentType
  if (status === 416) return outOfRange(headers, parsed, total)
  return { status, headers, body: parsed.method === 'HEAD' ? undefined : (row.body ?? '') }
}

function locationOf({ resource, query }: ParsedRequest): string {
  const path = `/${encode(resource.name)}`
  return query.params.length === 0 ? path : `${path}?${encodeParams(query.params)}`
}

function outOfRange(headers: Answer['headers'], { method, range }: ParsedRequest, total = 0): Answer {
  const { body } = restErrors.invalidRange(
    `An offset of ${range.offset} was requested, but there are only ${total} rows.`,
  )
  headers['content-type'] = 'application/json; charset=utf-8'
  return { status: 416, headers, body: method === 'HEAD' ? undefined : JSON.stringify(body) }
}

function renderWrite(parsed: ParsedRequest, kind: string, contentType: string, row: ResultRow): Answer {
  const { preferences, resource } = parsed
  const isShown = preferences.return === 'representation'
  const rows = Number(row.page_total)
  const headers: Answer['headers'] = {}
  const total = preferences.count === undefined || preferences.count === 'planned' ? undefined : rows
  if (kind === 'update') headers['content-range'] = contentRange(0, rows - 1, total)
  else if (kind !== 'put') headers['content-range'] = contentRange(1, 0, total)
  if (row.location) headers.location = `/${encode(resource.name)}?${row.location.map(encodePair).join('&')}`
  if (isShown) headers['content-type'] = contentType
  return { status: writeStatus(kind, isShown, parsed, row), headers, body: isShown ? (row.body ?? '') : undefined }
}

function encodePair(pair: string): string {
  const equals = pair.indexOf('=')
  return `${encode(pair.slice(0, equals))}=${encode(pair.slice(equals + 1))}`
}

function writeStatus(kind: string, isShown: boolean, { preferences }: ParsedRequest, { inserted }: ResultRow): number {
  const isNew = (inserted ?? 0) > 0
  if (kind === 'insert') return preferences.resolution === 'merge-duplicates' && inserted !== null && !isNew ? 200 : 201
  if (!isShown) return 204
  return kind === 'put' && isNew ? 201 : 200
}
