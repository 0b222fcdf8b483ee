import { formatCount } from '../../lib/formats.ts'
import type { Notice } from '../../ui/toast.ts'
import { NO_ANSWER, plainFailureNotice, type ToastTexts } from '../../ui/toast-texts.ts'

export type ImportOutcome = { kind: 'clients' | 'projects'; added: number; updated: number }

/** The outcome of an import in words: '39 added, 3 updated'. */
export const outcomeText = ({ added, updated }: Pick<ImportOutcome, 'added' | 'updated'>) =>
  [added > 0 && `${formatCount(added)} added`, updated > 0 && `${formatCount(updated)} updated`]
    .filter((part) => part !== false)
    .join(', ')

export const titles = { clients: 'Clients', projects: 'Projects' } as const

/** A count of imported rows in words: '1 client', '42 projects'. */
export const countText = (kind: ImportOutcome['kind'], count: number) =>
  `${formatCount(count)} ${count === 1 ? kind.slice(0, -1) : kind}`

export const importToasts = {
  imported: (outcome: ImportOutcome): Notice => ({
    title: `${countText(outcome.kind, outcome.added + outcome.updated)} imported`,
    description: `${outcomeText(outcome)}.`,
  }),
  failed: plainFailureNotice(
    'Not imported',
    'The server is not answering. Please try again. Nothing will be imported twice.',
  ),
  unreadable: (problem: string): Notice => ({ title: 'File not read', description: problem }),
  undone: ({ undone, remaining }: { undone: number; remaining: number }): Notice => {
    if (remaining === 0) return { title: 'Import undone' }
    const stays = `${formatCount(remaining)} ${remaining === 1 ? 'stays' : 'stay'}, because someone has worked on ${remaining === 1 ? 'it' : 'them'} since.`
    return undone === 0
      ? { title: 'Nothing undone', description: stays }
      : { title: 'Import partly undone', description: `${formatCount(undone)} undone. ${stays}` }
  },
  notUndone: plainFailureNotice('Import not undone', NO_ANSWER),
} satisfies ToastTexts
