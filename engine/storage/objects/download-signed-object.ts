import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { storageErrors } from '../errors.ts'
import { pathOf, type WithPath } from '../http/object-path.ts'
import { readQuery } from '../http/read-body.ts'
import { findObject, type StoredObject } from '../rows/object-rows.ts'
import { serveFile } from './serve-file.ts'
import { asSigner } from './url-signer.ts'

export const urlToken = z.looseObject({ token: z.string() })

type SignedFile = { object: StoredObject; transformations: string | undefined; expires: Date }

/** The file of a signed address, while its signer may read it. */
export async function findSignedObject(app: FastifyInstance, request: FastifyRequest<WithPath>): Promise<SignedFile> {
  const path = pathOf(request)
  const { token } = readQuery(request, urlToken)
  const claims = await app.urlTokens.checkDownload(token, `${path.bucketId}/${path.key}`)
  const options = await asSigner({ database: app.database, request }, claims.signer, 'storage.object.sign')
  const object = await findObject(app.database, options, path)
  if (!object) throw storageErrors.noObject()
  return { object, transformations: claims.transformations, expires: new Date(claims.exp * 1000) }
}

/** GET and HEAD /object/sign/:bucket/*?token=…: a file for anyone with the signed address, until it expires. */
export async function downloadSignedObject(app: FastifyInstance) {
  app.route<WithPath>({
    method: ['GET', 'HEAD'],
    url: '/object/sign/:bucket/*',
    exposeHeadRoute: false,
    async handler(request, reply) {
      const { object, transformations, expires } = await findSignedObject(app, request)
      // An address that was signed for a transformed image does not open the original.
      if (transformations !== undefined) throw storageErrors.invalidSignature()
      return serveFile(request, reply, app.files.store, object, { isPublic: false, expires })
    },
  })
}
