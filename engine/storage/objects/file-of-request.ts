import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { storageErrors } from '../errors.ts'
import { requireWithinSizeLimit } from '../files/upload-size-limit.ts'
import { bytesOf, IDLE_MS, untilBrokenOff } from '../incoming/read-request-bytes.ts'
import { checkedHeader, checkedType, jsonObject, type UploadMetadata } from '../incoming/upload-metadata.ts'

const MAX_FIELD_BYTES = 1024 * 1024

/**
 * An incoming file. The bytes must be read before the final metadata is requested, because a form may contain fields
 * behind the file.
 */
export type IncomingFile = {
  bytes: AsyncIterable<Uint8Array>
  /** The metadata that is known so far. */
  uploadMetadata: UploadMetadata
  /** Reads the request to its end and returns the complete metadata. */
  rest(): Promise<UploadMetadata>
}

/** Opens the request's body: a form that contains one file, or the file itself (docs/wire/storage.md#uploading). */
export async function openIncomingFile(
  request: FastifyRequest,
  limit: number,
  idleMs = IDLE_MS,
): Promise<IncomingFile> {
  return request.isMultipart() ? formFile(request, limit, idleMs) : rawFile(request, limit, idleMs)
}

function rawFile(request: FastifyRequest, limit: number, idleMs: number): IncomingFile {
  const { headers, raw } = request
  requireWithinSizeLimit(Number(headers['content-length'] ?? 0), limit)
  const uploadMetadata = {
    mimetype: checkedType(headers['content-type'] ?? 'application/octet-stream'),
    cacheControl: checkedHeader(headers['cache-control'] ?? 'no-cache'),
    userMetadata: metadataHeader(request),
    robotsTag: robotsTagOf(request),
  }
  const rest = async () => {
    raw.setTimeout(0)
    return uploadMetadata
  }
  return { bytes: bytesOf(request, idleMs), uploadMetadata, rest }
}

async function formFile(request: FastifyRequest, limit: number, idleMs: number): Promise<IncomingFile> {
  request.raw.setTimeout(idleMs, () => request.raw.destroy())
  const robotsTag = robotsTagOf(request)
  // One byte more than the limit, so that the reader detects an excess.
  const limits = { files: 1, fields: 10, fieldSize: MAX_FIELD_BYTES, fileSize: limit + 1 }
  const parts = request.parts({ limits })
  const fields = new Map<string, string>()

  const nextFile = async () => {
    for (;;) {
      const { value: part, done } = await parts.next().catch(malformed)
      if (done) return undefined
      if (part.type === 'file') return part
      readField(part, fields)
    }
  }

  const file = await nextFile()
  if (!file) throw storageErrors.noContent()
  const known = (): UploadMetadata => ({
    mimetype: checkedType(fields.get('contentType') ?? file.mimetype),
    cacheControl: checkedHeader(fields.has('cacheControl') ? `max-age=${fields.get('cacheControl')}` : 'no-cache'),
    userMetadata: jsonObject(fields.get('metadata') ?? fields.get('userMetadata') ?? ''),
    robotsTag,
  })
  return {
    bytes: untilBrokenOff(file.file),
    uploadMetadata: known(),
    async rest() {
      await nextFile()
      request.raw.setTimeout(0)
      return known()
    },
  }
}

function readField(field: Extract<Multipart, { type: 'field' }>, fields: Map<string, string>) {
  if (field.valueTruncated) throw storageErrors.tooLarge()
  // A field of type application/json is already parsed.
  fields.set(field.fieldname, typeof field.value === 'string' ? field.value : JSON.stringify(field.value))
}

/** Errors of the form parser are the caller's mistake, though not all of them say so. */
function malformed(cause: unknown): never {
  if (cause instanceof Error && 'statusCode' in cause) throw cause
  throw storageErrors.uploadBrokenOff(cause)
}

function robotsTagOf({ headers }: FastifyRequest): string | undefined {
  const tag = headers['x-robots-tag']
  if (typeof tag !== 'string') return undefined
  if (!/^[a-z\d_:,\- ]{1,200}$/i.test(tag)) throw storageErrors.invalidRobotsTag(tag)
  return tag
}

export const metadataHeader = ({ headers }: FastifyRequest): object =>
  jsonObject(Buffer.from(String(headers['x-metadata'] ?? ''), 'base64').toString())
