/** A row of storage.buckets_analytics. */
export type AnalyticsBucket = { name: string; type: string; format: string; created_at: Date; updated_at: Date }

export const bucketColumns = 'name, type::text, format, created_at, updated_at'

/** As the API shows it; the name is the id as well. */
export const bucketJson = ({ format, ...bucket }: AnalyticsBucket) => ({
  id: bucket.name,
  ...bucket,
  format: format.toLowerCase(),
})
