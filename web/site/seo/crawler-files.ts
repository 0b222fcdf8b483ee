import { indexedPages } from './public-pages.ts'

export function sitemap(origin: string): string {
  const urls = indexedPages.map(([path]) => `  <url><loc>${origin}${path}</loc></url>\n`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`
}

/**
 * The robots.txt, which allows everything: crawlers cannot see the `noindex` of a page that they may not fetch, and
 * disallowed addresses still appear in search results once they are linked.
 */
export function robots(origin: string): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`
}

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * The security.txt (RFC 9116) with the contact for security reports: the agency's mail address if it has one, and
 * always the contact form.
 */
export function securityTxt(origin: string, builtAt: Date): string {
  // RFC 9116 recommends an expiry of less than a year; every build renews it.
  const expires = new Date(builtAt.getTime() + 364 * DAY_MS).toISOString()
  return [
    `{{ if .email }}Contact: mailto:{{ .email }}\n{{ end }}Contact: ${origin}/contact`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${origin}/.well-known/security.txt`,
    '',
  ].join('\n')
}
