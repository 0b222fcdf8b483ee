import { Dices, SlidersHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import type { Entry } from './entry.ts'
import type { EntryForm } from './entry-form.ts'
import { makeUp, type Recipe, standard } from './generator.ts'
import { GeneratorOptions } from './generator-options.tsx'
import { PasswordFacts } from './password-facts.tsx'
import { SecretInput } from './secret-input.tsx'
import { SpelledPassword } from './spelled-password.tsx'
import { useShown } from './use-shown.ts'

type PasswordFieldProps = {
  form: EntryForm
  others: readonly Entry[]
  /** Somebody looks at what stands there. */
  onShown: (password: string) => void
}

/** The password of an entry, typed or made up, with what can be said about it. */
export function PasswordField({ form, others, onShown }: PasswordFieldProps) {
  const { register, formState, setValue, getValues, control } = form
  const password = useWatch({ control, name: 'password' })
  const shown = useShown()
  const optionsId = useId()
  const [recipe, setRecipe] = useState<Recipe>(standard)
  const [hasOptions, showOptions] = useState(false)
  const [madeUp, setMadeUp] = useState<string>()

  function generate(by: Recipe) {
    const made = makeUp(by)
    setMadeUp(made)
    setValue('password', made, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  }

  /** What was made up by the recipe before is made up anew; what somebody typed stays. */
  function choose(another: Recipe) {
    setRecipe(another)
    if (madeUp !== undefined && getValues('password') === madeUp) generate(another)
  }

  const watched = {
    ...shown,
    show(isShown: boolean) {
      shown.show(isShown)
      if (isShown) onShown(getValues('password'))
    },
  }
  return (
    <Field label="Password" error={formState.errors.password?.message}>
      {(field) => (
        <>
          <div className="flex gap-2">
            <SecretInput
              what="password"
              {...field}
              {...register('password')}
              shown={watched}
              required
              className="flex-1"
            />
            <Button variant="outline" className="px-3" onClick={() => generate(recipe)}>
              <Dices aria-hidden />
              Generate
            </Button>
            <Button
              variant="outline"
              size="icon"
              aria-label="Length and kinds"
              aria-expanded={hasOptions}
              aria-controls={optionsId}
              onClick={() => showOptions(!hasOptions)}
            >
              <SlidersHorizontal aria-hidden />
            </Button>
          </div>
          {hasOptions && <GeneratorOptions id={optionsId} recipe={recipe} onChange={choose} />}
          {shown.isShown && password !== '' && (
            <div className="py-1">
              <SpelledPassword password={password} />
            </div>
          )}
          <PasswordFacts form={form} others={others} />
        </>
      )}
    </Field>
  )
}
