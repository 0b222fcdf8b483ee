import { vi } from 'vitest'
import type { FakeBackend } from './fake-backend.ts'
import { isRow } from './fake-table.ts'
import { UploadByFetch } from './upload-by-fetch.ts'

export const BUCKET = '/storage/v1/object/client-update-files'

/**
 * The files of a bucket, of updates for instance, by their path: this backend keeps what is uploaded, answers with it, and removes it
 * again.
 */
export function withStorage(backend: FakeBackend, bucket = BUCKET): Map<string, File> {
  vi.stubGlobal('XMLHttpRequest', UploadByFetch)
  const files = new Map<string, File>()
  const pathOf = (path: string) => decodeURIComponent(path.slice(bucket.length + 1))
  backend.answer('POST', `${bucket}/`, ({ path, body }) => {
    const file = body instanceof FormData ? body.get('') : undefined
    if (file instanceof File) files.set(pathOf(path), file)
    return Response.json({ Id: crypto.randomUUID(), Key: path })
  })
  backend.answer('GET', `${bucket}/`, ({ path }) => {
    const file = files.get(pathOf(path))
    return file ? new Response(file) : notThere()
  })
  backend.answer('DELETE', bucket, ({ body }) => {
    const removed = isRow(body) && Array.isArray(body.prefixes) ? body.prefixes.map(String) : []
    for (const path of removed) files.delete(path)
    return Response.json(removed.map((name) => ({ name })))
  })
  return files
}

/** How storage says no: in the status of the answer, and by its own in the body. */
const notThere = () =>
  Response.json({ statusCode: '404', error: 'not_found', message: 'Object not found' }, { status: 400 })
