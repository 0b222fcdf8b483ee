import type { Note } from '../../lib/rows.ts'
import { z } from '../../lib/zod.ts'
import type { Tone } from '../../ui/badge.tsx'

/** A note with the name of who wrote it, as far as the reader may see that colleague. */
export type SignedNote = Note & { author: { display_name: string | null } | null }

export const clientNoteCategories = ['general', 'meeting', 'follow-up', 'issue', 'payment'] as const
export const projectNoteCategories = ['general', 'progress', 'issue', 'meeting', 'milestone', 'scope'] as const
export type NoteCategory = (typeof clientNoteCategories | typeof projectNoteCategories)[number]

const categories = {
  general: { label: 'General', tone: 'grey' },
  meeting: { label: 'Meeting', tone: 'blue' },
  'follow-up': { label: 'Follow-up', tone: 'yellow' },
  issue: { label: 'Issue', tone: 'red' },
  payment: { label: 'Payment', tone: 'green' },
  progress: { label: 'Progress', tone: 'purple' },
  milestone: { label: 'Milestone', tone: 'green' },
  scope: { label: 'Scope', tone: 'orange' },
} satisfies Record<NoteCategory, { label: string; tone: Tone }>

/** A category nobody knows shows as it is stored. */
export const categoryBadge = (stored: string): { label: string; tone: Tone } =>
  isKnown(stored) ? categories[stored] : { label: stored, tone: 'grey' }

const isKnown = (category: string): category is NoteCategory => Object.hasOwn(categories, category)

/** What a person writes; the limit is the table's. A note without a category is one all the same, and one without a text is kept from being one without a word. */
export const noteForm = z.object({
  note_text: z.string().trim().min(1, '').max(10_000, 'At most 10,000 characters.'),
  note_category: z.string().transform((category) => category || null),
})

export type NewNote = z.output<typeof noteForm>

/** The same of a note that is edited, with when it was last: its version. */
export const noteChangesForm = noteForm.extend({ seen: z.string().nullable() })

export type NoteChanges = z.output<typeof noteChangesForm>
export type TypedNote = z.input<typeof noteChangesForm>
