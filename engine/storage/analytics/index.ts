import { z } from 'zod'
import { storageErrors } from '../errors.ts'
import { storageFeature } from '../feature.ts'
import { analyticsSection } from './section.ts'

/** Analytics buckets, each a catalog of Apache Iceberg tables: the client's `storage.analytics`. */
export const analytics = storageFeature({
  section: z.looseObject({ analytics: analyticsSection.prefault({}) }),
  isOn: ({ analytics }) => analytics.enabled,
  load: async () => (await import('./analytics.ts')).catalogs,
  tables: { name: 'analytics-buckets', folder: import.meta.dirname },
  off: {
    bucketTypes: {
      async ANALYTICS() {
        throw storageErrors.notEnabled('iceberg catalog')
      },
    },
  },
})
