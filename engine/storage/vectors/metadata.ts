import { z } from 'zod'

const MOST_KEYS = 50
const MOST_BYTES = 40 * 1024
const MOST_FILTERABLE_BYTES = 2048

export const metadataValue = z.union([z.string(), z.number(), z.boolean()])
export const metadata = z.record(z.string(), z.union([metadataValue, z.array(metadataValue)]))
export type Metadata = z.infer<typeof metadata>

/** What is wrong with the metadata of a vector, if anything; the limits are S3 Vectors'. */
export function metadataFault(metadata: Metadata, unfilterable: ReadonlySet<string>): string | undefined {
  const entries = Object.entries(metadata)
  if (entries.length > MOST_KEYS) return `Metadata must have at most ${MOST_KEYS} keys`
  if (bytesOf(metadata) > MOST_BYTES) return `Total metadata must have at most ${MOST_BYTES} bytes`
  const filterable = Object.fromEntries(entries.filter(([key]) => !unfilterable.has(key)))
  if (bytesOf(filterable) > MOST_FILTERABLE_BYTES)
    return `Filterable metadata must have at most ${MOST_FILTERABLE_BYTES} bytes`
  return undefined
}

const bytesOf = (metadata: Metadata) => Buffer.byteLength(JSON.stringify(metadata))
