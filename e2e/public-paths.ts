/** The public pages (docs/specification/routes.md#public) that search engines may index, which excludes /auth. */
export const publicPaths = [
  '/',
  '/services',
  '/services/web-development',
  '/services/digital-marketing',
  '/services/ai-automation',
  '/services/graphic-design',
  '/pricing',
  '/contact',
] as const

/** A path outside the route map. */
export const unknownPath = '/nowhere'

/** Every page that needs no session: the nine public pages, sign-in and the 404 page. */
export const sitePages = [...publicPaths, '/auth', unknownPath] as const
