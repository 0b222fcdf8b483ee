import type { IncomingHttpHeaders } from 'node:http'
import multipart from '@fastify/multipart'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../kernel/network.ts'
import type { BuiltSite } from './built-site.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { changeSiteFile, sendSiteFile } from './site-file.ts'
import {
  discardRest,
  type FileLimits,
  MAX_TEXT_BYTES,
  readSubmittedForm,
  type SubmittedFile,
} from './submitted-form.ts'

/** A page that is rendered for each request, by filling in a page of the build. */
export type RenderedPage = {
  /** The route's pattern: `/for/:token`. */
  path: string
  /** Whether the page takes a form; otherwise it is only read. */
  takesForms?: true
  /** Takes a form with files, in the place of one without. */
  takesFiles?: FileLimits
  /** Renders only URLs with this parameter in their query; every other query gets the page of the build. */
  onlyWith?: string
  /** The file of the build that is filled in: `for/index.html`. */
  file: string
  /** Undefined where the page does not exist: the answer is the 404 page, as for any other path. */
  answer(asked: PageRequest): Promise<FilledPage | Response | undefined>
  /** The page for status 503, where `answer` fails: it tells the visitor to try again. */
  renderFailure(html: string, asked: PageRequest): string
  /** The page for status 413, where a form is too large to be read; without it, that for a failure. */
  renderTooLarge?(html: string, asked: PageRequest): string
}

export type PageRequest = {
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  /** The fields of the form; those of a form with files are there once its `files` were read. */
  form: URLSearchParams
  /** Reads the form and returns its files one by one. Until then nothing of it is received. */
  files(): AsyncIterable<SubmittedFile>
  method: string
  headers: IncomingHttpHeaders
  /** The visitor's address as limits count it: an IPv4 address or an IPv6 network. */
  network: string
}

export type FilledPage = { status: number; fill: (html: string) => string }

/** Headers for a page that is meant for one person: it is not cached, and its address is not sent on as a referrer. */
const uncachedHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
}

export async function renderedPages(
  app: FastifyInstance,
  { built, pages }: { built: BuiltSite; pages: readonly RenderedPage[] },
) {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_TEXT_BYTES },
    async (_request: FastifyRequest, body: string | Buffer) => new URLSearchParams(String(body)),
  )
  // The reader of a form refuses an excess itself.
  await app.register(multipart, { throwFileSizeLimit: false })
  for (const page of pages) {
    if (page.onlyWith !== undefined) continue
    app.route({
      method: takesForms(page) ? 'POST' : 'GET',
      url: page.path,
      config: { takesForms: takesForms(page) },
      handler: renderer(app, built, page),
      errorHandler: refuser(app, built, page),
    })
  }
}

const takesForms = ({ takesForms, takesFiles }: RenderedPage) => takesForms === true || takesFiles !== undefined

/** Handles requests for this page. */
export function renderer(app: FastifyInstance, built: BuiltSite, page: RenderedPage) {
  const send = filledSender(app, built, page)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(uncachedHeaders)
    const isMultipart = request.method === 'POST' && request.isMultipart()
    if (isMultipart !== (page.takesFiles !== undefined))
      return reply.code(415).type('text/plain').send('Unsupported form\n')
    const what = pageRequest(request, page)
    const answer = await page.answer(what).catch((error: unknown): FilledPage => {
      request.log.error(error)
      return { status: 503, fill: (html) => page.renderFailure(html, what) }
    })
    if (isMultipart) discardRest(request)
    if (answer === undefined) return reply.callNotFound()
    if (answer instanceof Response) return sendResponse(reply, answer)
    return send(request, reply, answer)
  }
}

/** Answers what cannot be read as the form of this page: the visitor reads of one that is too large on the page itself. */
function refuser(app: FastifyInstance, built: BuiltSite, page: RenderedPage) {
  const send = filledSender(app, built, page)
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') throw error
    const asked = pageRequest(request, page)
    const fill = (html: string) => page.renderTooLarge?.(html, asked) ?? page.renderFailure(html, asked)
    return send(request, reply.headers(uncachedHeaders), { status: 413, fill })
  }
}

function filledSender(app: FastifyInstance, built: BuiltSite, page: RenderedPage) {
  const csp = contentSecurityPolicy(app.config.siteUrl, built.csp[page.file] ?? [])
  return (request: FastifyRequest, reply: FastifyReply, { status, fill }: FilledPage) => {
    const file = built.files.get(page.file)
    if (!file) throw new Error(`The build has no file ${page.file}.`)
    reply.code(status).header('content-security-policy', csp)
    return sendSiteFile(request, reply, changeSiteFile(file, fill))
  }
}

function pageRequest(request: FastifyRequest, { takesFiles }: RenderedPage): PageRequest {
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
  return {
    params: strings(request.params),
    query: queryOf(request),
    form,
    files: () => (takesFiles ? readSubmittedForm(request, form, takesFiles) : noFiles()),
    method: request.method,
    headers: request.headers,
    network: networkOf(request.ip),
  }
}

async function* noFiles() {}

export const queryOf = ({ url }: FastifyRequest) => new URLSearchParams(url.split('?').slice(1).join('?'))

const strings = (params: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(params ?? {}).map(([name, value]) => [name, String(value)]))

function sendResponse(reply: FastifyReply, response: Response) {
  // Headers of the page itself come first.
  for (const [name, value] of response.headers) reply.header(name, value)
  return reply.code(response.status).send(response.body ?? undefined)
}
