import { type PublicPath, publicPages } from './public-pages.ts'

/**
 * The meta of a public route. What only readers of the HTML need (canonical address, previews, structured data) is
 * added by the build, see `head-tags.ts`.
 */
export function pageMeta(path: PublicPath) {
  const { title, description, hidden } = publicPages[path]
  const meta = [{ title }, { name: 'description', content: description }]
  return hidden ? [...meta, { name: 'robots', content: 'noindex' }] : meta
}
