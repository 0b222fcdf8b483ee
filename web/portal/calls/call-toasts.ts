import { NO_ANSWER, plainFailureNotice, type ToastTexts } from '../../ui/toast-texts.ts'

export const callToasts = {
  planned: { title: 'Call planned' },
  notPlanned: plainFailureNotice('Call not planned', NO_ANSWER),
  moved: { title: 'Call changed' },
  cancelled: { title: 'Call cancelled' },
  noted: { title: 'Call noted' },
  notChanged: plainFailureNotice('Nothing changed', NO_ANSWER),
} satisfies ToastTexts
