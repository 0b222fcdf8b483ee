import { hashOf } from './hash.ts'

/** Compares two secrets in a time that does not depend on what they have in common. */
export async function sameSecret(a: string, b: string): Promise<boolean> {
  const [one, other] = await Promise.all([hashOf(a), hashOf(b)])
  let difference = 0
  for (let i = 0; i < one.length; i++) difference |= one.charCodeAt(i) ^ other.charCodeAt(i)
  return difference === 0
}
