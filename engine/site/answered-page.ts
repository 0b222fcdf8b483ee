import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'

/** A public page of the built site that was served. The engine stores nothing about it. */
export type AnsweredPage = {
  /** The path as the build names it, without a query. */
  path: string
  query: string
  /** The referring page within this site, where the browser sends it; its path only where that page is public. */
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
  // Hosts are compared as parsed URLs of the same scheme, so that two spellings are equal.
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
