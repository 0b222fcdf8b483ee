import { z } from 'zod'
import { loadPackage, type OptionalPackage } from '../../kernel/optional-package.ts'
import { type StartStorageFeature, storageFeature } from '../feature.ts'
import { downloadObject } from '../objects/download-object.ts'
import { downloadPublicObject } from '../objects/download-public-object.ts'

const section = z.looseObject({
  image_transformation: z.looseObject({ enabled: z.boolean().default(false) }).prefault({}),
})

/** The `feature` that the package exports. */
export type ImagesFeature = { images: StartStorageFeature<z.output<typeof section>> }

const from: OptionalPackage = {
  name: 'engine-images',
  provides: 'image transformations',
  requiredBy: 'config.toml ([storage.image_transformation])',
}

/** Image transformations. While they are off, their addresses return the original image, so that pages still show it. */
export const images = storageFeature({
  section,
  isOn: ({ image_transformation }) => image_transformation.enabled,
  from,
  load: async () => (await loadPackage<ImagesFeature>(from)).images,
  off: {
    async everybody(app) {
      app.register(downloadPublicObject, { url: '/render/image/public/:bucket/*' })
      app.register(downloadObject, { urls: ['/render/image/authenticated/:bucket/*'] })
    },
  },
})
