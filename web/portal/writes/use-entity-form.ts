import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
  useForm,
  useWatch,
} from 'react-hook-form'
import type { z } from 'zod'
import { rejectUnparsable } from './unparsable-input.ts'
import { type DraftOptions, useDraft, useUnsavedDraft } from './use-draft.ts'
import { useVersionConflict } from './use-version-conflict.ts'
import { useWrite, type Write } from './use-write.ts'
import { VersionConflict } from './version-conflict.ts'

/** Form values with the version that is being edited, `seen`, for rows that others may change meanwhile. */
type Versioned = FieldValues & { seen?: string | null }

type EntityFormOptions<Typed extends Versioned, Parsed, Sent, Data> = DraftOptions<Typed> & {
  /** The initial values of the form: the stored ones, or the defaults of a new row. */
  values: DefaultValues<NoInfer<Typed>>
  schema: z.ZodType<Parsed, Typed>
  /** The name of the draft; without it nothing is kept. */
  draft?: string
  /** Empties fields that are not shown at the moment, so that their errors do not block saving. */
  clearHidden?: (typed: Typed) => Typed
  write: Write<Sent, Data>
  /** The newest stored version. A new row has none, and its form is emptied after saving. */
  version?: string | null
  /** The field that gets the focus first, outside of a dialog. */
  focus?: FieldPath<Typed>
  onSaved?: (data: Data, sent: Sent) => void
  onFailed?: (error: Error) => void
  /** Called after saving, whether it succeeded or failed. */
  onSettled?: () => void
  /** Loads the newer version that saving has found. */
  onNewerChange?: (() => Promise<void>) | undefined
  /** Called after saving, and also after Cancel unless there is an `onCancel`. */
  onDone?: () => void
  onCancel?: () => void
}

/** A form with its state, from `useEntityForm`. */
export type EntityForm<Typed extends FieldValues, Parsed, Sent> = {
  form: UseFormReturn<Typed, unknown, Parsed>
  save: (sent: Sent) => Promise<unknown>
  isBusy: boolean
  /** True while the form shows restored input that was never saved. */
  isUnsaved: boolean
  /** A newer version by another person: this person decides which one stays. */
  newer: { isThere: boolean; version: string | null; take: () => void }
  giveUp: () => void
}

/**
 * The state of a form for a stored or new row. It keeps a draft until the row is saved or the form given up, and tells
 * when another person has saved a newer version. `EntityForm` renders it.
 */
export function useEntityForm<Typed extends Versioned, Parsed, Sent, Data>(
  options: EntityFormOptions<Typed, Parsed, Sent, Data>,
): EntityForm<Typed, Parsed, Sent> {
  const { values, schema, clearHidden = (typed) => typed, write, version, focus, onSaved, onFailed, onDone } = options
  const { onCancel = onDone } = options
  const judge = zodResolver(schema)
  const form = useForm<Typed, unknown, Parsed>({
    defaultValues: values,
    resolver: rejectUnparsable((typed, ...rest) => judge(clearHidden(typed), ...rest)),
  })
  const [isUnsaved] = useUnsavedDraft(options.draft)
  const forgetDraft = useDraft(form, options.draft, options)
  const { setFocus, reset } = form
  useEffect(() => focus && setFocus(focus), [focus, setFocus])

  const [save, isBusy] = useWrite(write, {
    onSuccess(data, sent) {
      finish()
      onDone?.()
      onSaved?.(data, sent)
    },
    async onError(error) {
      onFailed?.(error)
      if (!(error instanceof VersionConflict)) return
      await options.onNewerChange?.()
      refuse()
    },
    onSettled: () => options.onSettled?.(),
  })

  const seen = useWatch({ control: form.control, compute: ({ seen }: Typed) => seen ?? null })
  const current = version === undefined ? seen : version
  const { isOutdated, refuse, takeTheirs } = useVersionConflict(form, { seen, current, theirs: values, isBusy })

  function finish() {
    if (version === undefined) reset(values)
    forgetDraft()
  }

  function giveUp() {
    finish()
    onCancel?.()
  }

  const newer = { isThere: isOutdated, version: version ?? null, take: takeTheirs }
  return { form, save, isBusy, isUnsaved, newer, giveUp }
}
