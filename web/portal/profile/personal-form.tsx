import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { webLink } from '../../lib/web-link.ts'
import { z } from '../../lib/zod.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { useMe } from '../me/me.ts'
import { useDraft } from '../writes/use-draft.ts'
import { useWrite } from '../writes/use-write.ts'
import { type ProfileChanges, updateProfile } from './profile-mutations.ts'

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
  const form = useForm<Typed, unknown, ProfileChanges>({
    defaultValues: typedOf(profile),
    resolver: zodResolver(personalForm),
  })
  const { register, handleSubmit, reset, formState } = form
  const { errors, isDirty } = formState
  const forgetDraft = useDraft(form, 'my-profile')
  const shown = useRef(profile)

  // What was changed elsewhere becomes what the form starts from; what is being written is left alone.
  useEffect(() => {
    if (shown.current === profile) return
    shown.current = profile
    if (!isDirty) reset(typedOf(profile))
  }, [profile, isDirty, reset])

  const [save, isBusy] = useWrite(updateProfile(useMe().id), {
    onSuccess(_data, changes) {
      forgetDraft()
      reset(typedOf(changes))
    },
  })

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

const typedOf = ({ display_name, avatar_url }: ProfileChanges): Typed => ({
  display_name: display_name ?? '',
  avatar_url: avatar_url ?? '',
})
