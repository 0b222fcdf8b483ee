import { atMost } from '../../lib/form-rules.ts'
import type { Note } from '../../lib/row-types.ts'
import { z } from '../../lib/zod.ts'
import type { Tone } from '../../ui/badge.tsx'

/** A note with the name of its author, if the reader may see that colleague. */
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

/** The badge of a note's category; an unknown category is shown as stored. */
export const categoryBadge = (stored: string): { label: string; tone: Tone } =>
  isKnown(stored) ? categories[stored] : { label: stored, tone: 'grey' }

const isKnown = (category: string): category is NoteCategory => Object.hasOwn(categories, category)

/**
 * The rules of a note; the limit is that of the table. The category is optional. A note without a text is not saved, and no
 * error message is shown.
 */
export const noteForm = z.object({
  note_text: z.string().trim().min(1, '').check(atMost(10_000)),
  note_category: z.string().transform((category) => category || null),
})

export type NewNote = z.output<typeof noteForm>

/** The rules of an edited note, with the time of its last edit as the version. */
export const noteChangesForm = noteForm.extend({ seen: z.string().nullable() })

export type NoteChanges = z.output<typeof noteChangesForm>
export type TypedNote = z.input<typeof noteChangesForm>
