/** A hook of the project: called with a payload, it returns an answer. Throws if it did not answer. */
export type Hook = (payload: Record<string, unknown>) => Promise<unknown>
