import { useEffect } from 'react'
import type { EntryForm } from './entry-form.ts'
import { useVault } from './vault-context.tsx'

/**
 * Keeps what is typed about an entry in the memory of the page until it is saved or given up, or until the vault is
 * locked: a dialog closed by accident loses nothing, and no password lies in the browser's storage.
 */
export function useMemoryDraft(form: EntryForm, name: string) {
  const { subscribe, reset, getValues } = form
  const vault = useVault()

  useEffect(() => {
    const draft = vault.draft(name)
    // The defaults stay, so that the form knows itself to be changed.
    if (draft) reset({ ...getValues(), ...draft }, { keepDefaultValues: true })
    return subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => (isDirty ? vault.keepDraft(name, values) : vault.dropDraft(name)),
    })
  }, [vault, name, subscribe, reset, getValues])

  return () => vault.dropDraft(name)
}
