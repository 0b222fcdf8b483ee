import { useEffect, useState } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'

type Versions<Fields extends FieldValues> = {
  /** The version that is being edited; that of a draft may be older than the screen's. */
  seen: string | null
  /** The newest known version of the row, and its values in the form. */
  current: string | null
  theirs: DefaultValues<Fields>
  isBusy: boolean
}

/**
 * Notices when another person has saved a newer version than the one that the form started from. Switches to the newer
 * version where nothing was typed or the person wants it.
 */
export function useVersionConflict<Fields extends FieldValues, Parsed>(
  { formState, reset }: Pick<UseFormReturn<Fields, unknown, Parsed>, 'formState' | 'reset'>,
  { seen, current, theirs, isBusy }: Versions<Fields>,
) {
  const [isRefused, setRefused] = useState(false)
  const isUntouched = !formState.isDirty

  useEffect(() => {
    // A newer version replaces an untouched form, since there is no conflict.
    if (isUntouched && seen !== current) reset(theirs)
  }, [isUntouched, seen, current, theirs, reset])

  return {
    isOutdated: !isBusy && (isRefused || (!isUntouched && seen !== current)),
    /** Called when saving has found a newer version. */
    refuse: () => setRefused(true),
    takeTheirs() {
      reset(theirs)
      setRefused(false)
    },
  }
}
