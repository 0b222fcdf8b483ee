import type { FastifyInstance, FastifyRequest } from 'fastify'
import { acceptFile, requireWelcome, rulesOf, type Upload } from './accept-file.ts'
import { openIncomingFile, release } from './incoming-file.ts'

/**
 * Takes a file in: asks the row policies, receives the bytes, looks at what they are, stores them, writes the row. No
 * transaction is open while bytes are coming. Returns the answer.
 */
export async function uploadFile(app: FastifyInstance, request: FastifyRequest, upload: Upload) {
  try {
    const rules = await rulesOf(app, upload)
    const file = await openIncomingFile(request, rules.limit)
    const contentLength = Number(request.headers['content-length'] ?? 0)
    await requireWelcome(app, upload, file.particulars, { rules, contentLength })
    const draft = await app.files.drafts.receive(file.bytes, rules.limit)
    try {
      const id = await acceptFile(app, upload, await file.rest(), { draft, rules })
      return { Id: id, Key: `${upload.bucketId}/${upload.key}` }
    } finally {
      await draft.discard()
    }
  } finally {
    release(request)
  }
}
