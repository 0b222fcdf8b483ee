import { NO_ANSWER, plainFailureNotice, type ToastTexts } from '../../ui/toast-texts.ts'

export const auditToasts = {
  exported: { title: 'Audit trail exported' },
  exportFailed: plainFailureNotice('Audit trail not exported', NO_ANSWER),
} satisfies ToastTexts
