import { useEffect, useRef } from 'react'
import { atMost } from '../../lib/form-rules.ts'
import { webLink } from '../../lib/web-link.ts'
import { z } from '../../lib/zod.ts'
import { typedFormFields } from '../../ui/typed-form-fields.ts'
import { useMe } from '../me/me.ts'
import { EntityForm } from '../writes/entity-form.tsx'
import { useEntityForm } from '../writes/use-entity-form.ts'
import { type ProfileChanges, updateProfile } from './profile-mutations.ts'

const personalForm = z.object({
  display_name: z
    .string()
    .trim()
    .check(atMost(200))
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

const { TextField } = typedFormFields<Typed>()

export function PersonalForm({ profile }: { profile: ProfileChanges }) {
  const entity = useEntityForm({
    values: typedOf(profile),
    schema: personalForm,
    draft: 'my-profile',
    write: updateProfile(useMe().id),
    onSaved: (_data, changes) => reset(typedOf(changes)),
  })
  const { reset, formState } = entity.form
  const { isDirty } = formState
  const shown = useRef(profile)

  // Changes of the profile from elsewhere become the form's starting values; input that the person is typing stays.
  useEffect(() => {
    if (shown.current === profile) return
    shown.current = profile
    if (!isDirty) reset(typedOf(profile))
  }, [profile, isDirty, reset])

  return (
    <EntityForm entity={entity} onSubmit={entity.save} action="Save Changes" busyAction="Saving..." footer="start">
      <TextField name="display_name" label="Display Name" autoComplete="name" />
      <TextField name="avatar_url" label="Avatar URL" type="url" placeholder="https://" autoComplete="photo" />
    </EntityForm>
  )
}

const typedOf = ({ display_name, avatar_url }: ProfileChanges): Typed => ({
  display_name: display_name ?? '',
  avatar_url: avatar_url ?? '',
})
