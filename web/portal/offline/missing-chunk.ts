/** Error messages of Chromium, Firefox and Safari for a script that failed to load; none of them sets a code. */
const WORDS = /dynamically imported module|Importing a module script failed/

/** The error message of Vite for the styles of such a script. */
const STYLES = /^Unable to preload CSS for /

/**
 * Whether an error means that a code file failed to load: there is no network, or the server has a newer version without this
 * file.
 */
export const isMissingChunk = (error: unknown) =>
  (error instanceof TypeError && WORDS.test(error.message)) || (error instanceof Error && STYLES.test(error.message))

const RELOADED = 'reloaded-for-missing-part'
/** The time within which a second failure shows that reloading does not help. */
const AGAIN_MS = 60_000

/** Whether to reload the page, which is tried once a minute. Typed text survives in drafts. */
export function mayReload(now = Date.now()): boolean {
  const last = Number(sessionStorage.getItem(RELOADED) ?? Number.NEGATIVE_INFINITY)
  if (now - last < AGAIN_MS) return false
  sessionStorage.setItem(RELOADED, String(now))
  return true
}
