import type { ToastTexts } from '../../ui/toast-texts.ts'

export const fileToasts = {
  filesTooLarge: (names: readonly string[]) => ({
    title: names.length === 1 ? 'File too large' : 'Files too large',
    description: `At most 10 MB each: ${names.join(', ')}`,
  }),
  downloadFailed: { title: 'Error', description: 'Failed to download file' },
} satisfies ToastTexts
