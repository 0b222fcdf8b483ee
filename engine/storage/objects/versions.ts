import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readQuery } from '../http/body.ts'

const query = z.looseObject({ versionId: z.string().optional() })

/** Which version of a file the address asks for; undefined for the current one. */
export const versionOf = (request: FastifyRequest): string | undefined => readQuery(request, query).versionId

/** Whether a list shows earlier versions, or delete markers: not, beside the others, or alone. */
export const shown = z.enum(['exclude', 'include', 'only']).default('exclude')

type Shown = z.infer<typeof shown>

type Asked = { noncurrentVersions: Shown; deleteMarkers: Shown }

/** Whether a list shows more than the files that are there. */
export const hasVersions = ({ noncurrentVersions, deleteMarkers }: Asked) =>
  noncurrentVersions !== 'exclude' || deleteMarkers !== 'exclude'

/** What a list takes of the rows. The words are from the list above, never the caller's. */
export function versionsCondition({ noncurrentVersions, deleteMarkers }: Asked) {
  const versions = { exclude: 'archived_at is null', include: 'true', only: 'archived_at is not null' }
  const markers = { exclude: 'not is_delete_marker', include: 'true', only: 'is_delete_marker' }
  return `${versions[noncurrentVersions]} and ${markers[deleteMarkers]}`
}

/** Columns that tell versions of a file apart. */
export const versionColumns = 'version, archived_at, is_delete_marker, is_versioned'
