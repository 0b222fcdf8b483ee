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
