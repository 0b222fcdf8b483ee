import { expect, it } from 'vitest'
import { openForm, picture } from '../../testing/update-scene.ts'
import { uploadResumably } from './resumable-upload.ts'

const UPLOADS = '/storage/v1/upload/resumable'
const UPLOAD = `${UPLOADS}/one`

it('[client-updates.md#files] an upload goes on when the server has time again, and not before', async () => {
  const { backend } = await openForm()
  const url = new URL(UPLOAD, 'http://backend.test').href
  backend.answer('POST', UPLOADS, () => new Response('', { status: 201, headers: { location: url } }))
  backend.answer('HEAD', UPLOAD, () => new Response('', { headers: { 'upload-offset': '0', 'upload-length': '3' } }))
  const cameAt: number[] = []
  backend.answer('PATCH', UPLOAD, () => {
    cameAt.push(Date.now())
    if (cameAt.length === 1) return new Response('Too many requests', { status: 429, headers: { 'retry-after': '1' } })
    return new Response(null, { status: 204, headers: { 'upload-offset': '3' } })
  })
  const file = { bucket: 'client-update-files', path: 'one/photo.png', file: picture(), type: 'image/png' } as const
  expect(await uploadResumably(file, () => undefined)).toEqual({ data: { path: 'one/photo.png' }, error: null })
  const [first = 0, second = 0] = cameAt
  expect(second - first).toBeGreaterThanOrEqual(1000)
})
