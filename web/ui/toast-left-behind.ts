import { leaveWord, takeWord } from '../lib/tab-message.ts'
import { prepareToasts, toast } from './toast.ts'

const TITLE = 'toast-title'
const DESCRIPTION = 'toast-description'

/** Shows a success toast on the next page of this tab, since the current page is about to be left. */
export function leaveToast({ title, description }: { title: string; description: string }) {
  leaveWord(TITLE, title)
  leaveWord(DESCRIPTION, description)
}

export function showToastLeftBehind() {
  prepareToasts()
  const [title, description] = [takeWord(TITLE), takeWord(DESCRIPTION)]
  if (title !== undefined && description !== undefined) toast.success({ title, description })
}
