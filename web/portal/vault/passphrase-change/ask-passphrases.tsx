import { zodResolver } from '@hookform/resolvers/zod'
import { FormProvider, useForm } from 'react-hook-form'
import { z } from '../../../lib/zod.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { DialogFooter } from '../../../ui/dialog.tsx'
import { typedFormFields } from '../../../ui/typed-form-fields.ts'
import { SecretInput } from '../secret-input.tsx'
import { useShown } from '../use-shown.ts'

/** A passphrase is taken as it was typed, spaces included, but spaces alone count as missing. */
const passphrase = (missing: string) => z.string().refine((typed) => typed.trim() !== '', missing)

export const passphrasesForm = z
  .object({
    current: passphrase('Enter the passphrase your entries open with now.'),
    fresh: passphrase('Enter a new passphrase.'),
    again: z.string(),
  })
  .refine(({ fresh, again }) => fresh === again, { path: ['again'], message: 'This is not the same.' })
  .refine(({ current, fresh }) => current !== fresh, { path: ['fresh'], message: 'This is the current passphrase.' })

export type Passphrases = z.infer<typeof passphrasesForm>

const { FormField } = typedFormFields<Passphrases>()

type AskPassphrasesProps = {
  /** The former input, if it led to a problem. */
  typed: Passphrases | undefined
  problem: string | undefined
  onCancel: () => void
  onSubmit: (passphrases: Passphrases) => void
}

export function AskPassphrases({ typed, problem, onCancel, onSubmit }: AskPassphrasesProps) {
  const form = useForm<Passphrases>({
    defaultValues: typed ?? { current: '', fresh: '', again: '' },
    resolver: zodResolver(passphrasesForm),
  })
  const shown = { current: useShown(), fresh: useShown(), again: useShown() }
  return (
    <FormProvider {...form}>
      <form noValidate autoComplete="off" onSubmit={form.handleSubmit(onSubmit)} className="grid gap-4">
        {problem !== undefined && <Alert tone="danger">{problem}</Alert>}
        <FormField name="current" label="Current passphrase">
          {(control) => <SecretInput what="current passphrase" shown={shown.current} {...control} required />}
        </FormField>
        <FormField
          name="fresh"
          label="New passphrase"
          hint="Four or more random words are easy to remember and hard to guess."
        >
          {(control) => <SecretInput what="new passphrase" shown={shown.fresh} {...control} required />}
        </FormField>
        <FormField name="again" label="New passphrase again">
          {(control) => <SecretInput what="repeated passphrase" shown={shown.again} {...control} required />}
        </FormField>
        <p className="text-ink-soft text-sm">
          Nobody can recover a lost passphrase. An older backup or export still opens with the current one.
        </p>
        <DialogFooter>
          <Button variant="outline" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit">Continue</Button>
        </DialogFooter>
      </form>
    </FormProvider>
  )
}
