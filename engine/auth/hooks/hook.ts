/** Somebody else's code that is asked something; answers with what it said. Throws where it did not answer. */
export type Hook = (payload: Record<string, unknown>) => Promise<unknown>
