/** Of PBKDF2 with SHA-256; a fifth of a second on purpose, for whoever tries many passphrases. */
export const ITERATIONS = 250_000
export const SALT_BYTES = 16
