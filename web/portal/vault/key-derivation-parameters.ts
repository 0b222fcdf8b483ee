/**
 * The iterations of PBKDF2 with SHA-256. Deriving a key takes a fifth of a second, which slows down an attacker who
 * guesses passphrases.
 */
export const ITERATIONS = 250_000
export const SALT_BYTES = 16
