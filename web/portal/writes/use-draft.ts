import { useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { dropDraft, keepDraft, readDraft } from '../../lib/drafts.ts'
import { useMe } from '../me/me.ts'

/**
 * Keeps what somebody types in this tab until it is saved: a reload, the back button or an ended session loses nothing.
 * `name` says what is written, with the id of what is edited; `secret` is a field that is kept nowhere, a password.
 * Returns how to forget it, for when it was saved or given up.
 */
export function useDraft<Fields extends FieldValues, Parsed>(
  form: Pick<UseFormReturn<Fields, unknown, Parsed>, 'subscribe' | 'reset' | 'getValues'>,
  name: string,
  secret?: keyof Fields,
): () => void {
  const { subscribe, reset, getValues } = form
  const key = `${useMe().id}/${name}`

  useEffect(() => {
    const draft = readDraft(key)
    // The defaults stay, so that the form knows itself to be changed.
    if (draft) reset({ ...getValues(), ...draft }, { keepDefaultValues: true })
    return subscribe({
      formState: { values: true, isDirty: true },
      callback({ values, isDirty }) {
        if (isDirty) keepDraft(key, secret === undefined ? values : { ...values, [secret]: undefined })
        else dropDraft(key)
      },
    })
  }, [key, secret, subscribe, reset, getValues])

  return () => dropDraft(key)
}

/**
 * Whether something was being written under this name when the screen was opened, and how to forget it: for a screen
 * that shows its form only when asked to.
 */
export function useUnsaved(name: string): [isUnsaved: boolean, forget: () => void] {
  const key = `${useMe().id}/${name}`
  const [isUnsaved] = useState(() => readDraft(key) !== undefined)
  return [isUnsaved, () => dropDraft(key)]
}
