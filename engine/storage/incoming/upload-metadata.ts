import { isTooDeep } from '../../gateway/json-depth.ts'
import { essenceOf } from '../content/media-type.ts'
import { storageErrors } from '../errors.ts'

/** The metadata that a caller sends with a file; `isOfProject` is the engine's own. */
export type UploadMetadata = {
  mimetype: string
  cacheControl: string
  userMetadata: object
  robotsTag?: string | undefined
  isOfProject?: true
}

export function checkedType(mimetype: string): string {
  if (essenceOf(mimetype) === undefined || mimetype.length > 255) throw storageErrors.unparsableType()
  return checkedHeader(mimetype)
}

/** Checks that a value is a valid header, because a download returns it as one. */
export function checkedHeader(value: string): string {
  if (/^[\x20-\x7e]{0,1000}$/.test(value)) return value
  throw storageErrors.unreadableBody('headers must hold printable characters only')
}

/** A JSON object; anything else counts as empty, and so does JSON that Postgres cannot store. */
export function jsonObject(text: string): object {
  if (text === '' || text.includes('\\u0000') || isTooDeep(text)) return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  } catch {
    return {}
  }
}
