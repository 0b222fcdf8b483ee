import { type PublicPath, publicPages } from './public-pages.ts'

/**
 * The meta tags of a public page. The build adds canonical address, link previews and structured data, see
 * `head-tags.ts`.
 */
export function pageMeta(path: PublicPath) {
  const { title, description, hidden } = publicPages[path]
  const meta = [{ title }, { name: 'description', content: description }]
  return hidden ? [...meta, { name: 'robots', content: 'noindex' }] : meta
}
