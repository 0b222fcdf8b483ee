import type { ObjectPath } from '../http/path.ts'

/** The last part of an upload's address, as on the hosted service: where the file goes, and which upload it is. */
export const addressOf = ({ bucketId, key, id }: ObjectPath & { id: string }) =>
  Buffer.from(`${bucketId}/${key}/${id}`).toString('base64url')

/** The upload that an address names; undefined where it is none of ours. */
export function readAddress(address: string): (ObjectPath & { id: string }) | undefined {
  const text = Buffer.from(address, 'base64url').toString()
  const [, bucketId, key, id] = /^([^/]+)\/(.+)\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(text) ?? []
  return bucketId && key && id ? { bucketId, key, id } : undefined
}
