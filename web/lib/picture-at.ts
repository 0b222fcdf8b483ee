import { webLink } from './web-link.ts'

const UPLOADED_HERE = /\/storage\/v1\/object\/public\/website-pictures\/[0-9a-f-]{36}\.(?:jpg|webp)$/

/**
 * Where a picture is, whose address was entered or kept by an upload: one that was uploaded here is at `storage` now,
 * whatever this site was called then. Undefined where the address is none.
 */
export function pictureAt(address: string, storage: string): string | undefined {
  const [path] = UPLOADED_HERE.exec(address) ?? []
  return path === undefined ? webLink(address) : storage + path
}
