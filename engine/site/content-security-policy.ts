/** A policy that lets a page run its own scripts, inline ones only by their hash, and connect to this server only. */
export const contentSecurityPolicy = (siteUrl: string, scriptHashes: string[]): string =>
  policyOf({ scriptHashes, connect: [socketsOf(siteUrl)], framing: [`frame-ancestors 'none'`] })

/** The same policy for a page on another host than the backend at `backendUrl`, for the page's own meta element. */
export const policyInPage = (backendUrl: string, scriptHashes: string[]): string => {
  const { origin } = new URL(backendUrl)
  // Browsers read who may frame a page from the header only.
  return policyOf({ scriptHashes, files: [origin], connect: [origin, socketsOf(origin)], framing: [] })
}

type Policy = { scriptHashes: string[]; files?: string[]; connect: string[]; framing: string[] }

const policyOf = ({ scriptHashes, files = [], connect, framing }: Policy) =>
  [
    sources('default-src', files),
    sources('script-src', scriptHashes),
    // Styles that scripts set through the DOM are not covered by this, and the pages need no others.
    `style-src 'self'`,
    // Avatars and logos are URLs that users enter.
    `img-src 'self' data: blob: https:${files.map((origin) => ` ${origin}`).join('')}`,
    sources('connect-src', connect),
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    ...framing,
  ].join('; ')

const sources = (directive: string, more: string[]) => [directive, `'self'`, ...more].join(' ')

/** Listed too, since some browsers do not count WebSockets as part of the origin. */
const socketsOf = (url: string) => new URL(url).origin.replace(/^http/, 'ws')
