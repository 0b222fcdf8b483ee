import type { ObjectPath } from 'engine/feature'

/** The last segment of an upload's address, as on the hosted service: the target of the file and the upload's id. */
export const addressOf = ({ bucketId, key, id }: ObjectPath & { id: string }) =>
  Buffer.from(`${bucketId}/${key}/${id}`).toString('base64url')

/** Parses an upload's address; undefined for an invalid one. */
export function readAddress(address: string): (ObjectPath & { id: string }) | undefined {
  const text = Buffer.from(address, 'base64url').toString()
  const [, bucketId, key, id] = /^([^/]+)\/(.+)\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(text) ?? []
  return bucketId && key && id ? { bucketId, key, id } : undefined
}
