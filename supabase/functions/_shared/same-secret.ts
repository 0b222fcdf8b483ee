import { hashOf } from './hash.ts'

/** Compares two secrets in constant time. */
export async function sameSecret(a: string, b: string): Promise<boolean> {
  const [one, other] = await Promise.all([hashOf(a), hashOf(b)])
  let difference = 0
  for (let i = 0; i < one.length; i++) difference |= one.charCodeAt(i) ^ other.charCodeAt(i)
  return difference === 0
}
