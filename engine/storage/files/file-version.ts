const VERSION = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * Whether a text is a version, a random UUID. This is checked before any version from a caller or row becomes part of a
 * path.
 */
export const isVersion = (text: string) => VERSION.test(text)
