/** The encodings that `fetch` decodes. It passes on a body in any other as it came. */
const decodedEncodings = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'zstd'])

/** Makes `fetch` behave as on the hosted runtime, where Node's differs. */
export function installHostedFetch() {
  const { fetch } = globalThis
  globalThis.fetch = async (input, init) => describedAsDecoded(await fetch(input, init))
}

/**
 * The response without the headers of the encoding that its body had on the way: a function that passes them on with
 * the decoded body would announce another body than it sends.
 */
function describedAsDecoded(response: Response): Response {
  const encodings = response.headers.get('content-encoding')?.toLowerCase().split(',')
  if (!encodings?.every((encoding) => decodedEncodings.has(encoding.trim()))) return response
  const headers = new Headers(response.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  const clone = response.clone.bind(response)
  return Object.defineProperties(response, {
    headers: { value: headers },
    clone: { value: () => describedAsDecoded(clone()) },
  })
}
