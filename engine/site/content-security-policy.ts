/** Lets a page run its own scripts, those inside it only if their hash is given, and talk to this server only. */
export const contentSecurityPolicy = (siteUrl: string, scriptHashes: string[]): string =>
  policyOf({ scriptHashes, connect: [socketsOf(siteUrl)], framing: [`frame-ancestors 'none'`] })

/** The same for a page that stands on another host than the backend at `backendUrl`, as that page can say it itself. */
export const policyInPage = (backendUrl: string, scriptHashes: string[]): string => {
  const { origin } = new URL(backendUrl)
  // A browser takes from a header alone who may frame the page.
  return policyOf({ scriptHashes, files: [origin], connect: [origin, socketsOf(origin)], framing: [] })
}

type Policy = { scriptHashes: string[]; files?: string[]; connect: string[]; framing: string[] }

const policyOf = ({ scriptHashes, files = [], connect, framing }: Policy) =>
  [
    sources('default-src', files),
    sources('script-src', scriptHashes),
    // What scripts set through the DOM's own style objects is not meant by this, and is all that the pages need.
    `style-src 'self'`,
    // Avatars and logos are addresses that people enter.
    `img-src 'self' data: blob: https:${files.map((origin) => ` ${origin}`).join('')}`,
    sources('connect-src', connect),
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    ...framing,
  ].join('; ')

const sources = (directive: string, more: string[]) => [directive, `'self'`, ...more].join(' ')

/** Named as well, since not every browser counts sockets of an origin as that origin. */
const socketsOf = (url: string) => new URL(url).origin.replace(/^http/, 'ws')
