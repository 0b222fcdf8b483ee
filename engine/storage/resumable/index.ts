import { z } from 'zod'
import { loadPackage, type OptionalPackage, packageFolder } from '../../kernel/optional-package.ts'
import { type StartStorageFeature, storageFeature } from '../feature.ts'

const from: OptionalPackage = {
  name: 'engine-resumable',
  provides: 'resumable uploads',
  requiredBy: 'engine.toml ([storage.resumable])',
}

/** A setting of the engine's own: the hosted service always has them, and so has this one where the package is installed. */
const section = z.looseObject({
  resumable: z.looseObject({ enabled: z.boolean().default(() => packageFolder(from) !== undefined) }).prefault({}),
})

/** The `feature` that the package exports. */
export type ResumableFeature = { resumable: StartStorageFeature<z.output<typeof section>> }

/** Resumable uploads by TUS 1.0.0. */
export const resumableUploads = storageFeature({
  section,
  isOn: ({ resumable }) => resumable.enabled,
  from,
  load: async () => (await loadPackage<ResumableFeature>(from)).resumable,
})
