import { createHash, randomBytes } from 'node:crypto'
import { isSameSecret } from '../../same-secret.ts'

/** A secret of an application, or a code: 256 random bits. */
export const newSecret = () => randomBytes(32).toString('base64url')

/** As it is kept: nobody who reads the database can use it. Fast, since nobody guesses 256 bits. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('base64url')

export const isSecretOf = (hash: string, secret: string) => isSameSecret(hashSecret(secret), hash)
