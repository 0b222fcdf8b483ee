import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { storageErrors } from '../errors.ts'
import type { SignedView } from '../feature.ts'
import { asCaller } from '../http/caller-settings.ts'
import { type ObjectPath, pathOf, type WithPath } from '../http/object-path.ts'
import { readBody } from '../http/read-body.ts'
import { findObject } from '../rows/object-rows.ts'
import { noVersion } from './refuse-versions.ts'
import { type Signer, signerOf } from './url-signer.ts'

const expiresIn = z.coerce.number().int().positive()
const signOneBody = z.object({ expiresIn, versionId: noVersion })
const signManyBody = z.object({ expiresIn, paths: z.array(z.string()).min(1).max(1000) })

/**
 * POST /object/sign/…: signed addresses of files that the caller may read. Others can open them until they expire or
 * the caller loses access.
 */
export async function signObjects(app: FastifyInstance) {
  app.post<WithPath>('/object/sign/:bucket/*', async (request) => {
    const asked = readBody(request, signOneBody)
    const path = pathOf(request)
    const options = asCaller(request, 'storage.object.sign', request.caller)
    if (!(await findObject(app.database, options, path))) throw storageErrors.noObject()
    const [view] = app.storageFeatures.parts('signedView').flatMap((viewOf) => viewOf(request) ?? [])
    return { signedURL: await signedUrl(path, asked.expiresIn, signerOf(request.caller), view) }
  })

  app.post<{ Params: { bucket: string } }>('/object/sign/:bucket', async (request) => {
    const asked = readBody(request, signManyBody)
    const { bucket } = request.params
    const visible = await app.database.run<{ name: string }>(
      { ...asCaller(request, 'storage.object.sign_many', request.caller), readOnly: true },
      {
        text: `select name from storage.objects where bucket_id = $1 and name = any($2)`,
        values: [bucket, asked.paths],
      },
    )
    const by = signerOf(request.caller)
    const names = new Set(visible.map(({ name }) => name))
    return Promise.all(
      asked.paths.map(async (path) =>
        names.has(path)
          ? { error: null, path, signedURL: await signedUrl({ bucketId: bucket, key: path }, asked.expiresIn, by) }
          : { error: 'Either the object does not exist or you do not have access to it', path, signedURL: null },
      ),
    )
  })

  /** The address is not percent-encoded, because the client encodes it itself. */
  async function signedUrl({ bucketId, key }: ObjectPath, expiresIn: number, by: Signer, view?: SignedView) {
    const url = `${bucketId}/${key}`
    const token = await app.urlTokens.signDownload(url, expiresIn, by, view?.transformations)
    return `${view?.route ?? '/object/sign'}/${url}?token=${token}`
  }
}
