import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import {
  beginAnswer,
  contentHeaders,
  downloadName,
  metadataOf,
  type Reading,
  type StoredObject,
  serveFile,
  storageErrors,
} from 'engine/feature'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { formatOf, MAX_BYTES, type PictureFormat } from './picture-renderer.ts'
import { DRAWING, pictureType } from './picture-type.ts'
import { type Transformation, transformationText } from './transformation.ts'

type ImageRequest = { object: StoredObject; asked: Transformation; reading: Reading }

/**
 * Responds with a transformed image. The type is detected by content, not by the claimed type. Vector graphics are
 * returned unchanged, since browsers scale them; and so is every image where the library does not run, so that pages
 * still show it.
 */
export async function serveImage(
  { files: { store }, pictures }: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  { object, asked, reading }: ImageRequest,
) {
  const { size, eTag } = metadataOf(object)
  const mimetype = await pictureType(store, object)
  if (mimetype === undefined) throw storageErrors.notAPicture()
  if (mimetype === DRAWING || !(await pictures.isAble()))
    return serveFile(request, reply, store, named(object, mimetype), reading)
  const origin = formatOf[mimetype]
  if (!origin) throw storageErrors.notAPicture()
  if (size > MAX_BYTES) throw storageErrors.tooLarge()

  const format = chosenFormat(request, asked, origin)
  const description = transformationText({ ...asked })
  const unlike = createHash('md5').update(`${eTag} ${description} ${format}`).digest('hex')
  const isUnchanged = beginAnswer(request, reply, object, { ...reading, eTag: `"${unlike}"` })
  if (asked.format === undefined) reply.header('vary', [reply.getHeader('vary'), 'Accept'].filter(Boolean).join(', '))
  if (isUnchanged) return reply.code(304).send()

  const picture = await pictures.render(async () => buffer(await store.read(object.version ?? '')), asked, format)
  return reply
    .headers(contentHeaders(`image/${picture.format}`, downloadName(request, reading.expires !== undefined)))
    .header('x-transformations', description)
    .send(picture.bytes)
}

/** The row with its detected type, by which a browser shows the file. */
const named = (object: StoredObject, mimetype: string): StoredObject => ({
  ...object,
  metadata: { ...metadataOf(object), mimetype },
})

/** The most compact format that the browser accepts, unless the request names a format or asks for the original one. */
function chosenFormat({ headers }: FastifyRequest, { format }: Transformation, origin: PictureFormat): PictureFormat {
  if (format === 'origin') return origin
  if (format !== undefined) return format
  return headers.accept?.includes('image/webp') ? 'webp' : origin
}
