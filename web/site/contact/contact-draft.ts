import { type ContactMessage, contactFields } from './contact-message.ts'

/** The sessionStorage key of an unsent contact message, so that a reload loses nothing. */
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

/** Reads a stored contact draft. Accepts only texts under known names, since stored data is untrusted. */
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

/** Runs a storage action. Storage may be disabled or full; then there is no draft and no error. */
function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
