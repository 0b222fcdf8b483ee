/** As Chromium, Firefox and Safari say it; none has a code for it. */
const WORDS = /dynamically imported module|Importing a module script failed/

/** A part of the portal did not come: there is no network, or the server has another version, without this file. */
export const isMissingPart = (error: unknown) => error instanceof TypeError && WORDS.test(error.message)

const RELOADED = 'reloaded-for-missing-part'
/** Who comes back here sooner was not helped by it. */
const AGAIN_MS = 60_000

/** Whether loading the page anew is worth a try, which it is once a minute: what is typed lies in drafts, and stays. */
export function mayReload(now = Date.now()): boolean {
  const last = Number(sessionStorage.getItem(RELOADED) ?? Number.NEGATIVE_INFINITY)
  if (now - last < AGAIN_MS) return false
  sessionStorage.setItem(RELOADED, String(now))
  return true
}
