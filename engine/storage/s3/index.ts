import { z } from 'zod'
import { storageFeature } from '../feature.ts'
import { s3Variables } from './variables.ts'

/** `[storage.s3_protocol]`: files by the S3 protocol. */
export const s3Protocol = storageFeature({
  section: z.looseObject({ s3_protocol: z.looseObject({ enabled: z.boolean().default(false) }).prefault({}) }),
  isOn: ({ s3_protocol }) => s3_protocol.enabled,
  variables: Object.keys(s3Variables.shape),
  load: async () => (await import('./s3.ts')).s3,
})
