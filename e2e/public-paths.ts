/** The public pages (docs/specification/routes.md#public) that search engines may have; /auth is not for them. */
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

/** Any path that is not in the route map. */
export const unknownPath = '/nowhere'

/** Everything that anybody can see without signing in: the nine public pages, and the 404 page. */
export const sitePages = [...publicPaths, '/auth', unknownPath] as const
