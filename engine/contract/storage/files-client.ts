import { request as httpRequest } from 'node:http'
import { engine } from '../engine.ts'

export const bytesOf = async (blob: Blob) => Buffer.from(await blob.arrayBuffer())

/** Sends a request with the path unchanged, whereas `fetch` would normalize `..`. */
export function raw(method: string, path: string): Promise<{ status: number | undefined; body: unknown }> {
  const { hostname, port } = new URL(engine.url)
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${engine.serviceRoleKey}`, 'content-length': method === 'GET' ? 0 : 1 }
    const request = httpRequest({ hostname, port, method, path: `/storage/v1${path}`, headers }, async (response) => {
      const { statusCode } = response
      resolve({ status: statusCode, body: JSON.parse((await response.toArray()).join('')) })
    })
    request.once('error', reject)
    request.end(method === 'GET' ? undefined : 'x')
  })
}

export function form(file: Blob): FormData {
  const body = new FormData()
  body.append('file', file, 'dot.png')
  return body
}
