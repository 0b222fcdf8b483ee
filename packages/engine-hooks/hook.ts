/** A project's code that is called with a payload and returns its answer. Throws where it did not answer. */
export type Hook = (payload: Record<string, unknown>) => Promise<unknown>
