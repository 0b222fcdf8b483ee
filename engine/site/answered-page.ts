import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'

/** A public page of the built site that somebody has got. The engine keeps nothing of it. */
export type AnsweredPage = {
  /** As the build names it, without a query. */
  path: string
  query: string
  /** What led here within this site, where the browser says so; its path only where that is a public page. */
  from: { path: string | undefined; query: string } | undefined
  headers: IncomingHttpHeaders
}

/** `pages` are the public ones. */
export function answeredPage(
  path: string,
  request: FastifyRequest,
  { siteUrl, pages }: { siteUrl: string; pages: Readonly<Record<string, string>> },
): AnsweredPage {
  const { headers, host } = request
  const referrer = URL.parse(headers.referer ?? '')
  // Two spellings of a host are one once both are read as addresses of the same scheme.
  const isOurs =
    referrer !== null &&
    [host, new URL(siteUrl).host].some((name) => URL.parse(`${referrer.protocol}//${name}`)?.host === referrer.host)
  return {
    path,
    query: request.url.split('?').slice(1).join('?'),
    from: isOurs
      ? {
          path: Object.hasOwn(pages, referrer.pathname) ? referrer.pathname : undefined,
          query: referrer.search.slice(1),
        }
      : undefined,
    headers,
  }
}
