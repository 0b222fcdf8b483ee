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
import { NewerChange } from './newer-change.ts'
import { refusingUnreadable } from './unreadable.ts'
import { type DraftOptions, useDraft, useUnsaved } from './use-draft.ts'
import { useNewerChange } from './use-newer-change.ts'
import { useWrite, type Write } from './use-write.ts'

/** What is typed of something that others may change meanwhile has the version that is being edited, `seen`. */
type Versioned = FieldValues & { seen?: string | null }

type EntityFormOptions<Typed extends Versioned, Parsed, Sent, Data> = DraftOptions<Typed> & {
  /** What the form starts from: what is stored, or what is usual of something new. */
  values: DefaultValues<NoInfer<Typed>>
  schema: z.ZodType<Parsed, Typed>
  /** What the draft is kept under; without it nothing is kept. */
  draft?: string
  /** Puts aside what is typed in fields that are not asked for now, so that it holds up nobody. */
  asked?: (typed: Typed) => Typed
  write: Write<Sent, Data>
  /** The newest version that is stored. Something new has none, and its form is empty again once it was written. */
  version?: string | null
  /** The field that has the focus at first, where the form is not in a dialog. */
  focus?: FieldPath<Typed>
  onSaved?: (data: Data, sent: Sent) => void
  onFailed?: (error: Error) => void
  /** It was written, or failed. */
  onSettled?: () => void
  /** Saving found a newer version: brings it here. */
  onNewerChange?: (() => Promise<void>) | undefined
  /** It was saved, or given up where `onCancel` does not say what happens then. */
  onDone?: () => void
  onCancel?: () => void
}

/** A form of something that is stored, with what happens around it: see `useEntityForm`. */
export type EntityForm<Typed extends FieldValues, Parsed, Sent> = {
  form: UseFormReturn<Typed, unknown, Parsed>
  save: (sent: Sent) => Promise<unknown>
  isBusy: boolean
  /** What was typed before the screen was opened stands here again, and was never saved. */
  isUnsaved: boolean
  /** Somebody else has saved another version: this person decides which one stays. */
  newer: { isThere: boolean; version: string | null; take: () => void }
  giveUp: () => void
}

/**
 * Writes something that is stored, or something new: keeps what is typed until it is saved or given up, and tells
 * when somebody else saved a newer version meanwhile. `EntityForm` shows it.
 */
export function useEntityForm<Typed extends Versioned, Parsed, Sent, Data>(
  options: EntityFormOptions<Typed, Parsed, Sent, Data>,
): EntityForm<Typed, Parsed, Sent> {
  const { values, schema, asked = (typed) => typed, write, version, focus, onSaved, onFailed, onDone } = options
  const { onCancel = onDone } = options
  const judge = zodResolver(schema)
  const form = useForm<Typed, unknown, Parsed>({
    defaultValues: values,
    resolver: refusingUnreadable((typed, ...rest) => judge(asked(typed), ...rest)),
  })
  const [isUnsaved] = useUnsaved(options.draft)
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
      if (!(error instanceof NewerChange)) return
      await options.onNewerChange?.()
      refuse()
    },
    onSettled: () => options.onSettled?.(),
  })

  const seen = useWatch({ control: form.control, compute: ({ seen }: Typed) => seen ?? null })
  const current = version === undefined ? seen : version
  const { isOutdated, refuse, takeTheirs } = useNewerChange(form, { seen, current, theirs: values, isBusy })

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
