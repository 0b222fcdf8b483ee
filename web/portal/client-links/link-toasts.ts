import { NO_ANSWER, plainFailureNotice, type ToastTexts } from '../../ui/toast-texts.ts'

export const linkToasts = {
  missingName: { title: 'Error', description: 'Please give the link a name.' },
  makingFailed: plainFailureNotice('Link not made', NO_ANSWER),
  renewed: { title: 'Link renewed', description: 'It works for another 30 days.' },
  revoked: { title: 'Link revoked' },
  changed: { title: 'Link changed' },
  changeFailed: plainFailureNotice('Link not changed', NO_ANSWER),
  digestChanged: { title: 'Weekly mail changed' },
  digestFailed: plainFailureNotice('Weekly mail not changed', NO_ANSWER),
  copied: { title: 'Copied', description: 'Link copied to clipboard.' },
  notCopied: { title: 'Error', description: 'The link could not be copied. Please copy it manually.' },
} satisfies ToastTexts
