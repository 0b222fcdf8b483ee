/**
 * The key prefix of drafts in sessionStorage, where tabs do not overwrite each other's and closing the tab deletes them.
 */
const PREFIX = 'draft/'

export function readDraft(key: string): Record<string, unknown> | undefined {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null')
    return isFields(draft) ? draft : undefined
  } catch {
    return undefined
  }
}

const isFields = (draft: unknown): draft is Record<string, unknown> => typeof draft === 'object' && draft !== null

export function keepDraft(key: string, values: Record<string, unknown>) {
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(values))
  } catch {
    // If storage is full or disabled there is no draft; the form itself still works.
  }
}

export const dropDraft = (key: string) => sessionStorage.removeItem(PREFIX + key)

/** Deletes all drafts at sign-out, so that the next person in this tab does not see them. */
export function dropAllDrafts() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
}
