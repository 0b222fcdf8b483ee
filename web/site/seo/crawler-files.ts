import { foundPages } from './public-pages.ts'

export function sitemap(origin: string): string {
  const urls = foundPages.map(([path]) => `  <url><loc>${origin}${path}</loc></url>\n`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`
}

/**
 * Nothing is closed to crawlers: what they may not fetch they cannot see the `noindex` of, and a closed address turns
 * up in search results all the same once somebody links to it.
 */
export function robots(origin: string): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Where to report a hole (RFC 9116): by mail where the agency has an address, and always by the contact form. */
export function securityTxt(origin: string, builtAt: Date): string {
  // The standard asks for less than a year; every build starts it anew.
  const expires = new Date(builtAt.getTime() + 364 * DAY_MS).toISOString()
  return [
    `{{ if .email }}Contact: mailto:{{ .email }}\n{{ end }}Contact: ${origin}/contact`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${origin}/.well-known/security.txt`,
    '',
  ].join('\n')
}
