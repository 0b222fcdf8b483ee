import { type ContactMessage, contactFields } from './contact-message.ts'

/** What was typed and not yet sent, kept in this tab so that a reload loses nothing. */
const KEY = 'contact-draft'

export function keepDraft(message: ContactMessage) {
  attempt(() => sessionStorage.setItem(KEY, JSON.stringify(message)))
}

export function dropDraft() {
  attempt(() => sessionStorage.removeItem(KEY))
}

export function readDraft(): Partial<ContactMessage> {
  return parseDraft(attempt(() => sessionStorage.getItem(KEY)) ?? '{}')
}

/** Only texts under known names: what lies in the storage is outside input. */
export function parseDraft(stored: string): Partial<ContactMessage> {
  const draft: unknown = attempt(() => JSON.parse(stored))
  if (!draft || typeof draft !== 'object') return {}
  const entries = new Map<string, unknown>(Object.entries(draft))
  return Object.fromEntries(
    contactFields.flatMap((field) => {
      const text = entries.get(field)
      return typeof text === 'string' ? [[field, text]] : []
    }),
  )
}

/** Storage may be switched off or full; then there is no draft, and nobody needs to hear of it. */
function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
