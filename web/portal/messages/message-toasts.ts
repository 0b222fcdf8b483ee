import { failureNotice, type ToastTexts } from '../../ui/toast-texts.ts'

export const messageToasts = {
  editFailed: failureNotice('Not changed', 'Failed to edit the message. Please try again.'),
  deletionFailed: failureNotice('Not deleted', 'Failed to delete the message. Please try again.'),
  copied: { title: 'Copied', description: 'Link copied to clipboard.' },
  notCopied: { title: 'Error', description: 'The link could not be copied. Please copy it manually.' },
  tooManyFiles: (most: number) => ({ title: 'Too many files', description: `A message can have up to ${most}.` }),
} satisfies ToastTexts
