import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useSingleFlight } from '../../lib/use-single-flight.ts'
import { webLink } from '../../lib/web-link.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.ts'
import { catalogue } from '../catalogue.ts'
import { type ProfileChanges, useUpdateProfile } from './profile-mutations.ts'

const personalForm = z.object({
  display_name: z
    .string()
    .trim()
    .max(200, 'At most 200 characters.')
    .transform((name) => name || null),
  avatar_url: z
    .string()
    .trim()
    .max(2048, 'At most 2048 characters.')
    .transform((url) => url || null)
    .refine(
      (url) => url === null || webLink(url) !== undefined,
      'Enter a web address, like https://example.com/me.jpg.',
    ),
})

type Typed = z.input<typeof personalForm>

export function PersonalForm({ profile }: { profile: ProfileChanges }) {
  const { register, handleSubmit, formState } = useForm<Typed, unknown, ProfileChanges>({
    // `values` and not `defaultValues`: what was saved, here or elsewhere, becomes what the form starts from.
    values: { display_name: profile.display_name ?? '', avatar_url: profile.avatar_url ?? '' },
    resetOptions: { keepDirtyValues: true },
    resolver: zodResolver(personalForm),
  })
  const { mutateAsync: updateProfile } = useUpdateProfile()

  const [save, isBusy] = useSingleFlight(async (changes: ProfileChanges) => {
    try {
      await updateProfile(changes)
      toast.success(catalogue.profile.updated)
    } catch {
      toast.error(catalogue.profile.updateFailed)
    }
  })

  const { errors } = formState
  return (
    <form noValidate onSubmit={handleSubmit(save)} className="grid gap-4">
      <Field label="Display Name" error={errors.display_name?.message}>
        {(control) => <Input {...control} {...register('display_name')} autoComplete="name" />}
      </Field>
      <Field label="Avatar URL" error={errors.avatar_url?.message}>
        {(control) => (
          <Input {...control} {...register('avatar_url')} type="url" placeholder="https://" autoComplete="photo" />
        )}
      </Field>
      <Button type="submit" disabled={isBusy} className="justify-self-start">
        {isBusy ? 'Saving...' : 'Save Changes'}
      </Button>
    </form>
  )
}
