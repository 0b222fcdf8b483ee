import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { storageErrors } from '../errors.ts'
import { readQuery } from '../http/body.ts'
import { pathOf, type WithPath } from '../http/path.ts'
import { asEngine } from '../http/statements.ts'
import { findObject } from './object.ts'
import { serveFile } from './serve-file.ts'

export const urlToken = z.looseObject({ token: z.string() })

/** GET and HEAD /object/sign/:bucket/*?token=…: a file for whoever has the address, until it expires. */
export async function downloadSignedObject(app: FastifyInstance) {
  app.route<WithPath>({
    method: ['GET', 'HEAD'],
    url: '/object/sign/:bucket/*',
    exposeHeadRoute: false,
    async handler(request, reply) {
      const path = pathOf(request)
      const { token } = readQuery(request, urlToken)
      const { exp, transformations, versionId } = await app.urlTokens.checkDownload(
        token,
        `${path.bucketId}/${path.key}`,
      )
      // Who was given a small picture was not given the large one.
      if (transformations !== undefined) throw storageErrors.invalidSignature()
      const object = await findObject(app.database, asEngine, { ...path, versionId })
      if (!object) throw storageErrors.noObject()
      return serveFile(request, reply, app.files.store, object, { isPublic: false, expires: new Date(exp * 1000) })
    },
  })
}
