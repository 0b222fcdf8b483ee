/**
 * The pages that are complete as HTML. React renders them at build time and stays home: the build takes it out of
 * them and puts in one small script: site-script.ts, a few kilobytes instead of a hundred, or auth-script.ts, which has
 * the auth client besides.
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
