/** Drafts lie in the tab's own storage: two tabs do not write into each other's, and closing the tab ends them. */
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
    // Without room or permission there is no draft; what is on the screen is not touched by that.
  }
}

export const dropDraft = (key: string) => sessionStorage.removeItem(PREFIX + key)

/** For signing out: the next person in this tab finds nothing. */
export function dropAllDrafts() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
}
