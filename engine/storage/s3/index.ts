import { z } from 'zod'
import { loadPackage, type OptionalPackage } from '../../kernel/optional-package.ts'
import { type StartStorageFeature, storageFeature } from '../feature.ts'

const section = z.looseObject({
  s3_protocol: z.looseObject({ enabled: z.boolean().default(false) }).prefault({}),
})

/** The `feature` that the package exports. */
export type S3Feature = { s3Protocol: StartStorageFeature<z.output<typeof section>> }

const from: OptionalPackage = {
  name: 'engine-s3',
  provides: 'the S3 protocol',
  requiredBy: 'config.toml ([storage.s3_protocol])',
}

/** The section `[storage.s3_protocol]`: access to files by the S3 protocol. */
export const s3Protocol = storageFeature({
  section,
  isOn: ({ s3_protocol }) => s3_protocol.enabled,
  variables: ['S3_PROTOCOL_ACCESS_KEY_ID', 'S3_PROTOCOL_ACCESS_KEY_SECRET'],
  from,
  load: async () => (await loadPackage<S3Feature>(from)).s3Protocol,
})
