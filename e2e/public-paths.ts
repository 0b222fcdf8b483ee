/** The public pages of the route map that search engines may have [1§2]; /auth is public too, but not for them. */
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
