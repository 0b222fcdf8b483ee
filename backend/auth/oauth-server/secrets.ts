import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A secret of an application, or a code: 256 random bits. */
export const newSecret = () => randomBytes(32).toString('base64url')

/** As it is kept: nobody who reads the database can use it. Fast, since nobody guesses 256 bits. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('base64url')

export function isSecretOf(hash: string, secret: string): boolean {
  const [given, kept] = [Buffer.from(hashSecret(secret)), Buffer.from(hash)]
  return given.length === kept.length && timingSafeEqual(given, kept)
}
