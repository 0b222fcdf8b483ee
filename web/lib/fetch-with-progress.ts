/** Called with the share of the body that was sent, from 0 to 1. */
export type OnProgress = (sent: number) => void

/** `fetch` for uploads, implemented with XMLHttpRequest: nothing else in a browser reports upload progress. */
export function fetchWithProgress(onProgress: OnProgress): typeof fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(init.method ?? 'GET', input instanceof Request ? input.url : input)
      request.responseType = 'blob'
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total)
      request.onload = () => resolve(responseOf(request))
      // XMLHttpRequest fails with the same error as fetch, so that callers need not distinguish the two.
      request.onerror = () => reject(new TypeError('Failed to fetch'))
      request.send(init.body instanceof ReadableStream ? null : init.body)
    })
}

function responseOf({ status, statusText, response }: XMLHttpRequest) {
  const body: unknown = response
  return new Response(body instanceof Blob ? body : null, { status, statusText })
}
