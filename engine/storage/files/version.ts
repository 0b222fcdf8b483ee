const VERSION = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Versions are ours, random UUIDs: nothing that a caller or a row says becomes a path without this question. */
export const isVersion = (text: string) => VERSION.test(text)
