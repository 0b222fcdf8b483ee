import type { FastifyRequest } from 'fastify'
import { authErrors } from '../errors.ts'
import { queryText } from './read-body.ts'

const DEFAULT_PAGE_SIZE = 50

/** The requested page of a list (docs/wire/auth.md#administration). */
export type Page = { page: number; perPage: number }

/** The client sends unset parameters as empty strings. */
export const parsePage = (request: FastifyRequest): Page => ({
  page: parseCount(request, 'page', 1),
  perPage: parseCount(request, 'per_page', DEFAULT_PAGE_SIZE),
})

function parseCount(request: FastifyRequest, name: string, standard: number): number {
  const asked = queryText(request, name)
  if (asked === '') return standard
  if (!/^[1-9]\d{0,8}$/.test(asked)) throw authErrors.pageMalformed(`${name} should be a positive number`)
  return Number(asked)
}

/** `page` comes first and `rel` is quoted, since the client parses them by position. */
export function pageLinks(path: string, { page, perPage }: Page, total: number): string {
  const last = Math.max(1, Math.ceil(total / perPage))
  const link = (to: number, rel: string) => `<${path}?page=${to}&per_page=${perPage}>; rel="${rel}"`
  return [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', ')
}
