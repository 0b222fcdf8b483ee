import { useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { dropDraft, keepDraft, readDraft } from '../../lib/drafts.ts'
import { useMe } from '../me/me.ts'

/** A storage of drafts by key, such as sessionStorage. */
export type DraftStore<Fields> = {
  read: (name: string) => Record<string, unknown> | undefined
  keep: (name: string, values: Fields) => void
  drop: (name: string) => void
}

export type DraftOptions<Fields> = {
  /** The form field that is never kept in a draft: a password. */
  secret?: keyof Fields
  /** The storage of the draft; by default that of this tab. */
  drafts?: DraftStore<Fields>
}

const inThisTab = { read: readDraft, keep: keepDraft, drop: dropDraft }

/**
 * Keeps a form's input as a draft until it is saved: a reload, the back button or an ended session loses nothing.
 * `name` identifies the draft, with the id of an edited row; without it nothing is kept. Returns a function that drops
 * the draft after saving or giving up.
 */
export function useDraft<Fields extends FieldValues, Parsed>(
  form: Pick<UseFormReturn<Fields, unknown, Parsed>, 'subscribe' | 'reset' | 'getValues'>,
  name: string | undefined,
  { secret, drafts = inThisTab }: DraftOptions<Fields> = {},
): () => void {
  const { subscribe, reset, getValues } = form
  const key = useKeyOf(name)

  useEffect(() => {
    if (key === undefined) return
    const draft = drafts.read(key)
    // A restored draft keeps the form's default values, so that the form counts as changed.
    if (draft) reset({ ...getValues(), ...draft }, { keepDefaultValues: true })
    return subscribe({
      formState: { values: true, isDirty: true },
      callback({ values, isDirty }) {
        if (isDirty) drafts.keep(key, secret === undefined ? values : { ...values, [secret]: undefined })
        else drafts.drop(key)
      },
    })
  }, [key, secret, drafts, subscribe, reset, getValues])

  return () => key !== undefined && drafts.drop(key)
}

/**
 * The storage key of a draft. It holds the person's id, so that the next person in the same tab finds no draft of
 * another.
 */
function useKeyOf(name: string | undefined): string | undefined {
  const me = useMe().id
  return name === undefined ? undefined : `${me}/${name}`
}

/**
 * Whether a draft existed under a name when the screen was opened, with a function that drops the draft: for a screen
 * that shows its form only on request.
 */
export function useUnsavedDraft(name: string | undefined): [isUnsaved: boolean, forget: () => void] {
  const key = useKeyOf(name)
  const [isUnsaved] = useState(() => key !== undefined && readDraft(key) !== undefined)
  return [isUnsaved, () => key !== undefined && dropDraft(key)]
}
