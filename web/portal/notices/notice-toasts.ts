import type { ToastTexts } from '../../ui/toast-texts.ts'

export const noticeToasts = {
  readFailed: { title: 'It could not be marked as read', description: 'Please try again.' },
} satisfies ToastTexts
