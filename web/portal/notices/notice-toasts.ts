import type { ToastTexts } from '../../ui/toast-texts.ts'

export const noticeToasts = {
  readFailed: { title: 'Not marked as read', description: 'Please try again.' },
} satisfies ToastTexts
