import { slot, slotsInJson } from '../../lib/slot.ts'
import type { PublicPage } from './public-pages.ts'
import { shareCardSize } from './share-card-size.ts'
import type { PageGraph } from './structured-data.ts'

export type IndexedPage = Pick<PublicPage, 'title' | 'description'> & {
  /** The absolute address of the page, for the canonical link. */
  url: string
  picture: { url: string; alt: string }
  graph: PageGraph
}

/** Head tags for search engines and link previews, besides title and description. */
export function headTags({ title, description, url, picture, graph }: IndexedPage): string {
  const openGraph = {
    'og:type': 'website',
    'og:site_name': slot('name'),
    'og:locale': 'en_US',
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:image': picture.url,
    'og:image:type': 'image/png',
    'og:image:width': String(shareCardSize.width),
    'og:image:height': String(shareCardSize.height),
    'og:image:alt': picture.alt,
  }
  const twitter = {
    'twitter:card': 'summary_large_image',
    'twitter:title': title,
    'twitter:description': description,
    'twitter:image': picture.url,
    'twitter:image:alt': picture.alt,
  }
  return [
    `<link rel="canonical" href="${escapeAttribute(url)}"/>`,
    ...Object.entries(openGraph).map(
      ([name, content]) => `<meta property="${name}" content="${escapeAttribute(content)}"/>`,
    ),
    ...Object.entries(twitter).map(([name, content]) => `<meta name="${name}" content="${escapeAttribute(content)}"/>`),
    `<script type="application/ld+json">${graphWithAgency(graph)}</script>`,
  ].join('')
}

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

const graphWithAgency = (graph: PageGraph) =>
  `{"@context":"https://schema.org","@graph":[{{ js .organization }},${graph.map(scriptData).join()}]}`

/** JSON escaped for use in a script element. */
const scriptData = (data: object | string) => slotsInJson(JSON.stringify(data).replaceAll('<', '\\u003c'))
