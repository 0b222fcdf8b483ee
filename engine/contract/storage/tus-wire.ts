import { once } from 'node:events'
import { type Agent, type ClientRequest, request } from 'node:http'
import { Upload, type UploadOptions } from 'tus-js-client'

type Begun = { left?: number; agent?: Agent }

/** Raw requests for resumable uploads; `base` is the address of the storage service. */
export function tusWire(base: string, headers: Record<string, string>) {
  const endpoint = `${base}/upload/resumable`
  const send = (url: string, init: RequestInit & { headers?: Record<string, string> }) =>
    fetch(url, { ...init, headers: { 'tus-resumable': '1.0.0', ...headers, ...init.headers } })

  return {
    endpoint,
    send,

    /** Creates an upload of this size; null defers the size. */
    create: (metadata: Record<string, string>, size: number | null, more: Record<string, string> = {}) =>
      send(endpoint, {
        method: 'POST',
        headers: {
          ...(size === null ? { 'upload-defer-length': '1' } : { 'upload-length': String(size) }),
          ...{ 'upload-metadata': written(metadata), ...more },
        },
      }),

    patch: (url: string, offset: number, body: Buffer<ArrayBuffer>, more: Record<string, string> = {}) =>
      send(url, {
        method: 'PATCH',
        headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset), ...more },
        body,
      }),

    async offsetOf(url: string) {
      const response = await send(url, { method: 'HEAD' })
      return response.ok ? Number(response.headers.get('upload-offset')) : response.status
    },

    /** Sends a body except for its last bytes, and then waits. */
    async begin(url: string, offset: number, bytes: Buffer, { left = 1, agent }: Begun = {}): Promise<ClientRequest> {
      const upload = request(url, {
        ...{ method: 'PATCH', agent },
        headers: {
          ...{ 'tus-resumable': '1.0.0', 'upload-offset': offset, 'content-type': 'application/offset+octet-stream' },
          ...{ 'content-length': bytes.length + left, ...headers },
        },
      })
      upload.on('error', () => undefined) // One of the two is about to go.
      if (!upload.write(bytes)) await once(upload, 'drain')
      return upload
    },

    /** A complete upload by the official client. Resolves to the address of the upload. */
    upload: (content: Buffer, metadata: Record<string, string>, options: UploadOptions = {}) =>
      new Promise<string>((resolve, reject) => {
        const upload: Upload = new Upload(content, {
          endpoint,
          headers,
          metadata,
          retryDelays: [10, 100],
          onSuccess: () => resolve(upload.url ?? ''),
          onError: reject,
          ...options,
        })
        upload.start()
      }),
  }
}

const written = (metadata: Record<string, string>) =>
  Object.entries(metadata)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')
