import { isUtf8 } from 'node:buffer'
import { checkedType, jsonObject, type ObjectPath, type UploadMetadata } from 'engine/feature'
import { uploadErrors } from './errors.ts'

const MAX_BYTES = 64 * 1024

/** The `Upload-Metadata` header: names, each followed by its base64 value (engine/docs/wire/storage.md#resumable-uploads). */
export type TusMetadata = ObjectPath & { uploadMetadata: UploadMetadata }

export function parseUploadMetadata(header: string): TusMetadata {
  const { bucketName, objectName, contentType, cacheControl = '', metadata = '' } = pairsOf(header)
  if (!bucketName) throw uploadErrors.invalidMetadata('bucketName is missing')
  if (!objectName) throw uploadErrors.invalidMetadata('objectName is missing')
  return {
    bucketId: bucketName,
    key: objectName,
    uploadMetadata: {
      mimetype: checkedType(contentType || 'application/octet-stream'),
      cacheControl: /^\d{1,12}$/.test(cacheControl) ? `max-age=${cacheControl}` : 'no-cache',
      userMetadata: jsonObject(metadata),
    },
  }
}

function pairsOf(header: string): Record<string, string> {
  if (header.length > MAX_BYTES) throw uploadErrors.invalidMetadata('it is too long')
  const pairs = new Map<string, string>()
  for (const pair of header.split(',')) {
    const [name = '', value = '', ...more] = pair.trim().split(' ')
    if (!/^[\x21-\x7e]+$/.test(name) || more.length > 0)
      throw uploadErrors.invalidMetadata('it is made of names, each with one value')
    if (!/^[A-Za-z\d+/]*={0,2}$/.test(value)) throw uploadErrors.invalidMetadata(`${name} is not base64`)
    if (pairs.has(name)) throw uploadErrors.invalidMetadata(`${name} is there twice`)
    const bytes = Buffer.from(value, 'base64')
    if (!isUtf8(bytes)) throw uploadErrors.invalidMetadata(`${name} is not UTF-8`)
    const text = bytes.toString()
    // Text in Postgres cannot contain this character.
    if (text.includes('\0')) throw uploadErrors.invalidMetadata(`${name} holds the character U+0000`)
    pairs.set(name, text)
  }
  return Object.fromEntries(pairs)
}
