const format = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Tells whether a text is a UUID in the form in which PostgreSQL writes them. */
export const isUuid = (text: string): boolean => format.test(text)
