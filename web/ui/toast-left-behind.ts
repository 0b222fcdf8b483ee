import { leaveWord, takeWord } from '../lib/tab-message.ts'
import { prepareToasts, toast } from './toast.ts'

const TITLE = 'toast-title'
const DESCRIPTION = 'toast-description'

/** Has the next page of this tab say that something went well: this one is about to give way to it. */
export function leaveToast({ title, description }: { title: string; description: string }) {
  leaveWord(TITLE, title)
  leaveWord(DESCRIPTION, description)
}

export function showToastLeftBehind() {
  prepareToasts()
  const [title, description] = [takeWord(TITLE), takeWord(DESCRIPTION)]
  if (title !== undefined && description !== undefined) toast.success({ title, description })
}
