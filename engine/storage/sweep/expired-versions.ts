import type { Database } from '../../database/database.ts'
import { asEngine } from '../http/statements.ts'

/**
 * Removes the rows of earlier versions that a rule of their bucket's lifecycle has expired: it has been an earlier version
 * for so many days, and so many newer ones are kept. Their files then have no row.
 */
export async function removeExpiredVersions(database: Database): Promise<void> {
  await database.run(asEngine, {
    text: `
      with rules as (
        select id as bucket_id, rule -> 'noncurrentVersionExpiration' as expiration
        from storage.buckets, jsonb_array_elements(lifecycle_configuration -> 'rules') as rule
        where rule ->> 'status' = 'Enabled'
      ), ranked as (
        select id, bucket_id, archived_at,
          row_number() over (partition by bucket_id, name order by archived_at desc) as newest
        from storage.objects
        where archived_at is not null and bucket_id in (select bucket_id from rules)
      )
      -- Asked again of the row: while this statement waited for it, it may have become the current one.
      delete from storage.objects where archived_at is not null and id in (
        select ranked.id from ranked join rules using (bucket_id)
        where now() - archived_at >= make_interval(days => (expiration ->> 'noncurrentDays')::int)
          and newest > coalesce((expiration ->> 'newerNoncurrentVersions')::int, 0)
      )`,
  })
}
