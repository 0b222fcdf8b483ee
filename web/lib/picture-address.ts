import { webLink } from './web-link.ts'

const UPLOADED_HERE = /\/storage\/v1\/object\/public\/website-pictures\/[0-9a-f-]{36}\.(?:jpg|webp)$/

/**
 * The address of a picture that was entered or uploaded. An uploaded picture is below `storage` now, whatever the site's
 * address was at the time. Undefined if the address is not valid.
 */
export function pictureAddress(address: string, storage: string): string | undefined {
  const [path] = UPLOADED_HERE.exec(address) ?? []
  return path === undefined ? webLink(address) : storage + path
}
