import { NO_ANSWER, plainFailureNotice, type ToastTexts } from '../../ui/toast-texts.ts'

export const exportToasts = {
  exported: { title: 'Exported', description: 'The table is in your downloads.' },
  stopped: { title: 'Export stopped', description: 'Nothing was saved.' },
  failed: plainFailureNotice('Not exported', NO_ANSWER),
} satisfies ToastTexts
