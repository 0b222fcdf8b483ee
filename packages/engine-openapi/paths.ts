import type { DbFunction, Table } from 'engine/feature'
import { bodyName, bodyParameter, filterName, queryParameter, refersTo } from './parameters.ts'

/** Splits a database comment: its first line is the summary, the rest the description. */
export function summarized(comment: string | null): { summary?: string; description?: string } {
  if (comment === null) return {}
  const [summary = '', ...lines] = comment.split('\n')
  const description = lines.join('\n').replace(/^\n+/, '')
  return { summary, ...(description !== '' && { description }) }
}

export const rootPath = {
  get: {
    tags: ['Introspection'],
    summary: 'OpenAPI description (this document)',
    produces: ['application/openapi+json', 'application/json'],
    responses: { 200: { description: 'OK' } },
  },
}

export function tablePath(table: Table) {
  const about = { tags: [table.name], ...summarized(table.description) }
  const filters = [...table.columns.keys()].map((column) => filterName(table, column))
  const operation = (parameters: readonly string[], status: number, response: object) => ({
    ...about,
    parameters: parameters.map(refersTo),
    responses: { [status]: response },
  })
  const paging = ['select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount']
  const rows = {
    description: 'OK',
    schema: { type: 'array', items: { $ref: `#/definitions/${table.name}` } },
  }
  const get = operation([...filters, ...paging], 200, rows)
  const read = { get: { ...get, responses: { ...get.responses, 206: { description: 'Partial Content' } } } }
  if (!table.insertable && !table.updatable && !table.deletable) return read
  const nothing = { description: 'No Content' }
  return {
    ...read,
    post: operation([bodyName(table), 'select', 'preferPost'], 201, { description: 'Created' }),
    delete: operation([...filters, 'preferReturn'], 204, nothing),
    patch: operation([...filters, bodyName(table), 'preferReturn'], 204, nothing),
  }
}

export function functionPath(called: DbFunction) {
  const about = {
    tags: [`(rpc) ${called.name}`],
    ...summarized(called.description),
    produces: [
      'application/json',
      'application/vnd.pgrst.object+json;nulls=stripped',
      'application/vnd.pgrst.object+json',
    ],
    responses: { 200: { description: 'OK' } },
  }
  const post = { ...about, parameters: [bodyParameter(called), refersTo('preferParams')] }
  if (called.volatility === 'volatile') return { post }
  return { get: { ...about, parameters: called.parameters.map(queryParameter) }, post }
}
