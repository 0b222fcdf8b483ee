import { leaveTabMessage, takeTabMessage } from '../lib/tab-message.ts'
import { prepareToasts, toast } from './toast.ts'

const TITLE = 'toast-title'
const DESCRIPTION = 'toast-description'

/** Leaves a success toast for the next page of this tab, since the current page is about to be left. */
export function showToastOnNextPage({ title, description }: { title: string; description: string }) {
  leaveTabMessage(TITLE, title)
  leaveTabMessage(DESCRIPTION, description)
}

export function showToastOfPreviousPage() {
  prepareToasts()
  const [title, description] = [takeTabMessage(TITLE), takeTabMessage(DESCRIPTION)]
  if (title !== undefined && description !== undefined) toast.success({ title, description })
}
