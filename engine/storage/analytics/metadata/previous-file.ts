import type { TableMetadata } from './table-metadata.ts'

const DEFAULT_MOST = 100

/**
 * Enters the file of the table as it was into the log of its files, which remembers so many as the table's own properties
 * say. `forgotten` are those that the properties want removed then.
 */
export function withPreviousFile(
  changed: TableMetadata,
  before: { metadataLocation: string; metadata: TableMetadata },
): { metadata: TableMetadata; forgotten: string[] } {
  const asked = Number(changed.properties['write.metadata.previous-versions-max'] ?? DEFAULT_MOST)
  const most = Number.isInteger(asked) ? Math.max(1, asked) : DEFAULT_MOST
  const log = [
    ...changed['metadata-log'],
    { 'timestamp-ms': before.metadata['last-updated-ms'], 'metadata-file': before.metadataLocation },
  ]
  const isTidy = changed.properties['write.metadata.delete-after-commit.enabled'] === 'true'
  return {
    metadata: { ...changed, 'metadata-log': log.slice(-most) },
    forgotten: isTidy ? log.slice(0, -most).map((entry) => entry['metadata-file']) : [],
  }
}
