import { essenceOf } from '../content/media-type.ts'

/**
 * Response headers that make an uploaded file harmless: files share an origin with the API and often with the site,
 * where an HTML page could act as the user who opens it (docs/wire/storage.md#harmless-files). A script that the project
 * itself brought stays one.
 */
export function contentHeaders(
  mimetype: string,
  download: string | undefined,
  isOfProject = false,
): Record<string, string> {
  const known = essenceOf(mimetype)
  const essence = known ?? 'application/octet-stream'
  const isHarmless = !runsInBrowsers(essence) || (isOfProject && /script$/.test(essence))
  const isSaved = !isHarmless || savedTypes.has(essence)
  const disposition = download !== undefined ? attachment(download) : isSaved ? 'attachment' : undefined
  return {
    'content-type': !isHarmless ? 'text/plain; charset=utf-8' : known ? mimetype : essence,
    'x-content-type-options': 'nosniff',
    // Chrome's PDF viewer does not work in a sandbox.
    'content-security-policy': essence === 'application/pdf' ? CLOSED : `${CLOSED}; sandbox`,
    'cross-origin-resource-policy': 'cross-origin',
    ...(disposition !== undefined && { 'content-disposition': disposition }),
  }
}

const CLOSED = "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'"

/** Whether browsers run this type or render it as a page. SVG is still served as such, so that pages can show it. */
const runsInBrowsers = (essence: string): boolean =>
  essence !== 'image/svg+xml' &&
  /^(text\/(html|xml|xsl|x-component|.*script)|application\/(xml|xhtml\+xml|.*script)|.+\+xml|multipart\/.+)$/.test(
    essence,
  )

/** Types that are saved when they are opened alone; `<img>` shows an SVG regardless. */
const savedTypes: ReadonlySet<string> = new Set(['image/svg+xml', 'application/x-msdownload'])

function attachment(name: string): string {
  if (name === '') return 'attachment;'
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)
  return `attachment; filename=${encoded}; filename*=UTF-8''${encoded}`
}
