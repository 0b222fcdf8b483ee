import { isTooDeep } from '../../gateway/json-depth.ts'
import { essenceOf } from '../content/media-type.ts'
import { storageErrors } from '../errors.ts'

/** What comes with a file, as the caller says it. */
export type Particulars = {
  mimetype: string
  cacheControl: string
  userMetadata: object
  robotsTag?: string | undefined
}

export function checkedType(mimetype: string): string {
  if (essenceOf(mimetype) === undefined || mimetype.length > 255) throw storageErrors.unparsableType()
  return checkedHeader(mimetype)
}

/** What is sent back as a header one day must be fit for one. */
export function checkedHeader(value: string): string {
  if (/^[\x20-\x7e]{0,1000}$/.test(value)) return value
  throw storageErrors.unreadableBody('headers must hold printable characters only')
}

/** A JSON object; anything else counts as none, as does what no database keeps. */
export function jsonObject(text: string): object {
  if (text === '' || text.includes('\\u0000') || isTooDeep(text)) return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  } catch {
    return {}
  }
}
