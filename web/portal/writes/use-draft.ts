import { useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { dropDraft, keepDraft, readDraft } from '../../lib/drafts.ts'
import { useMe } from '../me/me.ts'

/** Where drafts are kept, by what they are drafts of. */
export type DraftStore<Fields> = {
  read: (name: string) => Record<string, unknown> | undefined
  keep: (name: string, values: Fields) => void
  drop: (name: string) => void
}

export type DraftOptions<Fields> = {
  /** A field that is kept nowhere, a password. */
  secret?: keyof Fields
  /** Kept in this tab, unless it is said where. */
  drafts?: DraftStore<Fields>
}

const inThisTab = { read: readDraft, keep: keepDraft, drop: dropDraft }

/**
 * Keeps what somebody types until it is saved: a reload, the back button or an ended session loses nothing.
 * `name` says what is written, with the id of what is edited; without it nothing is kept. Returns how to forget it, for when it was saved or given up.
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
    // The defaults stay, so that the form knows itself to be changed.
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

/** Whoever signs in next in the same tab finds no draft of another person. */
function useKeyOf(name: string | undefined): string | undefined {
  const me = useMe().id
  return name === undefined ? undefined : `${me}/${name}`
}

/**
 * Whether something was being written under this name when the screen was opened, and how to forget it: for a screen
 * that shows its form only when asked to.
 */
export function useUnsaved(name: string | undefined): [isUnsaved: boolean, forget: () => void] {
  const key = useKeyOf(name)
  const [isUnsaved] = useState(() => key !== undefined && readDraft(key) !== undefined)
  return [isUnsaved, () => key !== undefined && dropDraft(key)]
}
