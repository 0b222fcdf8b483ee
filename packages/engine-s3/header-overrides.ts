import { contentHeaders, privateCacheControl } from 'engine/feature'

const HEADER = /^[\t\x20-\x7e\xa0-\xff]+$/

/**
 * The value of a response header that a URL overrides, by S3's parameter name. Values that no header can hold are
 * ignored, as on the hosted service.
 */
function overrideOf(query: URLSearchParams, name: string): string | undefined {
  const value = query.get(`response-${name}`)
  return value !== null && HEADER.test(value) ? value : undefined
}

/**
 * The headers of a file with the overrides of its address (`response-content-disposition` and others). Overrides never
 * make a file run as a page: types that are only downloaded, or sandboxed, stay so, since files share an origin with
 * the API and often with the site.
 */
export function overriddenHeaders(query: URLSearchParams, mimetype: string): Record<string, string> {
  const harmless = contentHeaders(overrideOf(query, 'content-type') ?? mimetype, undefined)
  const disposition = overrideOf(query, 'content-disposition')
  const mayBe = harmless['content-disposition'] === undefined || /^attachment\b/i.test(disposition ?? '')
  const caching = overrideOf(query, 'cache-control')
  const expires = new Date(overrideOf(query, 'expires') ?? Number.NaN)
  const others = ['content-encoding', 'content-language'].flatMap((name) => {
    const value = overrideOf(query, name)
    return value === undefined ? [] : [[name, value]]
  })
  return {
    ...harmless,
    ...(disposition !== undefined && mayBe && { 'content-disposition': disposition }),
    ...(caching !== undefined && { 'cache-control': privateCacheControl(caching) }),
    ...(!Number.isNaN(expires.getTime()) && { expires: expires.toUTCString() }),
    ...Object.fromEntries(others),
  }
}
