/** Returns the origin that the site is built for: that of SITE_URL, or the engine's own default. */
export function siteOrigin(siteUrl = ''): string {
  if (siteUrl === '') return 'http://localhost:3000'
  if (!/^https?:/.test(siteUrl) || !URL.canParse(siteUrl)) {
    throw new Error('SITE_URL should be an address such as https://example.com.')
  }
  return new URL(siteUrl).origin
}
