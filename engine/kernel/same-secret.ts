import { timingSafeEqual } from 'node:crypto'

/** Compares in constant time, so that the duration does not reveal how much of the secret was right. */
export function isSameSecret(given: string, kept: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(kept)]
  return one.length === other.length && timingSafeEqual(one, other)
}
