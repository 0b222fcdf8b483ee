import { z } from 'zod'
import { storageFeature } from '../feature.ts'
import { vectorSection } from './section.ts'

/** Vector buckets, the client's `storage.vectors`. */
export const vectorBuckets = storageFeature({
  section: z.looseObject({ vector: vectorSection.prefault({}) }),
  isOn: ({ vector }) => vector.enabled,
  load: async () => (await import('./vectors.ts')).vectors,
  tables: { name: 'vector-buckets', folder: import.meta.dirname },
})
