import type { FastifyRequest } from 'fastify'

/** A file of a submitted form. Its bytes are read before the next file is asked for; what is left of them is discarded. */
export type SubmittedFile = { name: string; type: string; bytes: AsyncIterable<Uint8Array> }

/** What a form may bring: further files, and the bytes of a file beyond the limit and one, are not received. */
export type FileLimits = { files: number; bytesEach: number }

const MAX_FIELDS = 20
/** The largest size of a form's text: whatever a person writes fits, even where each character is sent as nine. */
export const MAX_TEXT_BYTES = 1024 * 1024
/** The time after which a connection without incoming data is closed. */
const IDLE_MS = 60_000

/**
 * Reads a multipart form from its beginning to its end, with back pressure, and returns its files one by one. `fields` has the
 * fields before each file, and at the end all of them.
 */
export async function* readSubmittedForm(
  request: FastifyRequest,
  fields: URLSearchParams,
  { files, bytesEach }: FileLimits,
): AsyncGenerator<SubmittedFile> {
  request.raw.setTimeout(IDLE_MS, () => request.raw.destroy())
  const limits = { files, fields: MAX_FIELDS, fieldSize: MAX_TEXT_BYTES, fileSize: bytesEach + 1 }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') fields.append(part.fieldname, String(part.value))
    else {
      // A browser sends a file without a name for a file input in which nothing was chosen.
      if (part.filename) yield { name: part.filename, type: part.mimetype, bytes: part.file }
      part.file.resume()
    }
  }
  request.raw.setTimeout(0)
}

/** Discards the unread rest of a form, so that the connection can carry the answer. */
export function discardRest({ raw }: FastifyRequest) {
  raw.setTimeout(0)
  raw.unpipe()
  raw.resume()
}
