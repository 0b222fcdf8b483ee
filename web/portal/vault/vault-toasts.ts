import { failureNotice, type ToastTexts } from '../../ui/toast-texts.ts'
import type { CopiedSecret } from './clipboard.ts'
import { secondsInWords } from './two-step-key/seconds-in-words.ts'

/** Fewer seconds are hardly enough to paste a code and send it. */
const FEW_SECONDS = 5

/** Messages about writes to the vault. */
export const vaultToasts = {
  missingFields: { title: 'Error', description: 'Title and Password are required.' },
  created: { title: 'Saved' },
  updated: { title: 'Updated' },
  deleted: { title: 'Deleted' },
  copied: { title: 'Copied', description: 'Password copied to clipboard.' },
  codeCopied: (seconds: number) => ({
    title: 'Copied',
    description: `Code copied to clipboard. ${secondsInWords(seconds)}${
      seconds < FEW_SECONDS ? ': copy again for the next code.' : '.'
    }`,
  }),
  openingFailed: failureNotice('Error', 'Failed to open entry. Please try again.'),
  saveFailed: failureNotice('Error', 'Failed to save entry. Please try again.'),
  deletionFailed: failureNotice('Error', 'Failed to delete entry. Please try again.'),
  copyFailed: failureNotice('Error', 'Failed to copy password. Please try again.'),
  codeCopyFailed: failureNotice('Error', 'Failed to copy code. Please try again.'),
  passphraseChanged: { title: 'Passphrase changed', description: 'Your entries now open with the new one.' },
  passphraseChangeFailed: failureNotice('Error', 'Failed to change the passphrase. Nothing was changed.'),
  passphraseChangedElsewhere: {
    title: 'Vault locked',
    description: 'The passphrase was changed in another window. Unlock the vault with the new one.',
  },
  exported: { title: 'Export saved', description: 'It opens in the reader, with the passphrase of your entries.' },
  exportFailed: failureNotice('Error', 'Failed to export the entries. Please try again.'),
  imported: ({ length }: readonly unknown[]) => ({
    title: length === 1 ? '1 entry imported' : `${length} entries imported`,
  }),
  importFailed: failureNotice('Error', 'Failed to import the entries. Nothing was imported.'),
  readOnly: (owner: string) => ({
    title: 'Read only',
    description: `This entry was shared by ${owner}. Only its owner can edit it.`,
  }),
  asked: (client: string) => ({ title: 'Asked', description: `${client} can hand it over on their page.` }),
  askingFailed: failureNotice('Error', 'Failed to ask. Please try again.'),
  withdrawn: { title: 'Withdrawn' },
  withdrawingFailed: failureNotice('Error', 'Failed to withdraw it. Please try again.'),
  takenOver: { title: 'Taken over', description: 'The entry is yours now, and stays shared.' },
  takeOverFailed: failureNotice('Error', 'Failed to take over the entry. Please try again.'),
  clipboardCleared: (what: CopiedSecret) => ({
    title: 'Clipboard cleared',
    description: `The copied ${what} was removed.`,
  }),
  clipboardUnknown: (what: CopiedSecret) => ({
    title: 'Check your clipboard',
    description: `The browser doesn’t let us check it. The copied ${what} may still be there.`,
  }),
} satisfies ToastTexts
