import type { ToastTexts } from '../../ui/toast-texts.ts'

export const offlineToasts = {
  leadsOut: { title: 'You are offline', description: 'That page opens once you are back online.' },
} satisfies ToastTexts
