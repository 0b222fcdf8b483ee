import { plainFailureNotice, type ToastTexts } from '../../ui/toast-texts.ts'

export const roleToasts = {
  agencyChanged: { title: 'Agency changed' },
  agencyChangeFailed: plainFailureNotice('Error', 'Failed to change the agency. Please try again.'),
} satisfies ToastTexts
