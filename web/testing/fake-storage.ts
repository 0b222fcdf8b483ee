import { vi } from 'vitest'
import type { FakeBackend } from './fake-backend.ts'
import { isRow } from './fake-table.ts'
import { UploadByFetch } from './upload-by-fetch.ts'

export const BUCKET = '/storage/v1/object/client-update-files'

/** Gives the backend a bucket that stores what is uploaded, serves it and deletes it again. Returns its files by path. */
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
  const info = bucket.replace('/object/', '/object/info/')
  backend.answer('GET', `${info}/`, ({ path }) => {
    const file = files.get(decodeURIComponent(path.slice(info.length + 1)))
    return file ? Response.json({ content_type: file.type, size: file.size }) : notThere()
  })
  backend.answer('DELETE', bucket, ({ body }) => {
    const removed = isRow(body) && Array.isArray(body.prefixes) ? body.prefixes.map(String) : []
    for (const path of removed) files.delete(path)
    return Response.json(removed.map((name) => ({ name })))
  })
  return files
}

/** The error of Storage for a missing file: the HTTP status is 400, and the body has its own. */
const notThere = () =>
  Response.json({ statusCode: '404', error: 'not_found', message: 'Object not found' }, { status: 400 })
