import { contentHeaders, privately } from 'engine/feature'

const HEADER = /^[\t\x20-\x7e\xa0-\xff]+$/

/** What an address asks the headers of the answer to be, by S3's name for each. What none can hold is passed over, as hosted. */
function asked(query: URLSearchParams, name: string): string | undefined {
  const value = query.get(`response-${name}`)
  return value !== null && HEADER.test(value) ? value : undefined
}

/**
 * The headers of a file as its address asks for them (`response-content-disposition` and its like). They make no page of it all the
 * same: what is only ever saved, or never run, stays so, since files share an origin with the API and often with the site.
 */
export function askedHeaders(query: URLSearchParams, mimetype: string): Record<string, string> {
  const harmless = contentHeaders(asked(query, 'content-type') ?? mimetype, undefined)
  const disposition = asked(query, 'content-disposition')
  const mayBe = harmless['content-disposition'] === undefined || /^attachment\b/i.test(disposition ?? '')
  const caching = asked(query, 'cache-control')
  const expires = new Date(asked(query, 'expires') ?? Number.NaN)
  const others = ['content-encoding', 'content-language'].flatMap((name) => {
    const value = asked(query, name)
    return value === undefined ? [] : [[name, value]]
  })
  return {
    ...harmless,
    ...(disposition !== undefined && mayBe && { 'content-disposition': disposition }),
    ...(caching !== undefined && { 'cache-control': privately(caching) }),
    ...(!Number.isNaN(expires.getTime()) && { expires: expires.toUTCString() }),
    ...Object.fromEntries(others),
  }
}
