import { expiryOf, type UnfinishedUpload } from 'engine/feature'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { uploadErrors } from './errors.ts'

const VERSION = '1.0.0'

/** The headers of TUS 1.0.0 on every request and response, and the server's capabilities for OPTIONS. */
export const tusProtocol = fp(
  async function tusProtocol(app: FastifyInstance) {
    app.addHook('onRequest', async (request, reply) => {
      reply.headers({ 'tus-resumable': VERSION, 'cache-control': 'no-store' })
      if (request.method === 'OPTIONS') return
      if (request.headers['tus-resumable'] !== VERSION) throw uploadErrors.noVersion()
    })

    for (const url of ['/upload/resumable', '/upload/resumable/*']) {
      app.route({
        method: 'OPTIONS',
        url,
        config: { cors: { optionsSuccessStatus: 204 } },
        // Set before the answer to a preflight, which no handler runs for.
        onSend: async (_request, reply) => {
          reply.headers({
            'tus-resumable': VERSION,
            'tus-version': VERSION,
            'tus-extension': 'creation,creation-with-upload,creation-defer-length,termination,expiration',
            'tus-max-size': app.largestFile,
          })
        },
        handler: async (_request, reply) => reply.code(204).send(),
      })
    }
  },
  { name: 'tus-protocol', dependencies: ['storage-services'] },
)

/** A numeric header of the protocol; undefined where it is missing. */
export function countHeader({ headers }: FastifyRequest, name: string): number | undefined {
  const text = headers[name]
  if (text === undefined) return undefined
  if (typeof text === 'string' && /^\d{1,15}$/.test(text)) return Number(text)
  throw uploadErrors.invalidHeader(name)
}

export const hasBytes = ({ headers }: FastifyRequest) => headers['content-type'] === 'application/offset+octet-stream'

/** Sets the offset and expiry of an upload as headers. */
export function sendOffset(reply: FastifyReply, upload: UnfinishedUpload) {
  reply.header('upload-offset', upload.received)
  if (upload.received !== upload.size) reply.header('upload-expires', expiryOf(upload).toUTCString())
}
