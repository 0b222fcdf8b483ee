import { becausePlainly, NO_ANSWER, type ToastTexts } from '../../ui/toast-texts.ts'

export const auditToasts = {
  exported: { title: 'Audit trail exported' },
  exportFailed: becausePlainly('Audit trail not exported', NO_ANSWER),
} satisfies ToastTexts
