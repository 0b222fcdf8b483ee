import { essenceOf } from '../content/media-type.ts'

/**
 * Response headers that make an uploaded file harmless: files share an origin with the API and often with the site,
 * where an HTML page could act as the user who opens it (docs/wire/storage.md#harmless-files).
 */
export function contentHeaders(mimetype: string, download: string | undefined): Record<string, string> {
  const known = essenceOf(mimetype)
  const essence = known ?? 'application/octet-stream'
  const disposition = download === undefined ? unaskedDisposition(essence) : attachment(download)
  return {
    'content-type': runsInBrowsers(essence) ? 'text/plain; charset=utf-8' : known ? mimetype : essence,
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

/** The default disposition: types that could run when opened are downloaded; `<img>` shows an SVG regardless. */
const unaskedDisposition = (essence: string): string | undefined =>
  runsInBrowsers(essence) || essence === 'image/svg+xml' || essence === 'application/x-msdownload'
    ? 'attachment'
    : undefined

function attachment(name: string): string {
  if (name === '') return 'attachment;'
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)
  return `attachment; filename=${encoded}; filename*=UTF-8''${encoded}`
}
