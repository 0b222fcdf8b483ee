/**
 * Pages that are complete as HTML. React renders them at build time and is then removed: the build inserts one small
 * script instead, site-script.ts, a few kilobytes instead of a hundred, or auth-script.ts, which includes the auth
 * client.
 */
export const staticPages = [
  '/',
  '/services',
  '/services/web-development',
  '/services/digital-marketing',
  '/services/ai-automation',
  '/services/graphic-design',
  '/pricing',
  '/contact',
  '/auth',
  '/for',
  '/404',
] as const
