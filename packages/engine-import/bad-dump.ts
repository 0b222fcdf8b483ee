/** The dump cannot be imported. Nothing of it is kept. */
export class BadDump extends Error {}
