import { Dices, SlidersHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { typedFormFields } from '../../ui/typed-form-fields.ts'
import type { Entry } from './entry.ts'
import type { EntryTyped } from './entry-form.ts'
import { makeUp, type Recipe, standard } from './generator.ts'
import { GeneratorOptions } from './generator-options.tsx'
import { PasswordFacts } from './password-facts.tsx'
import { SecretInput } from './secret-input.tsx'
import { useShown } from './use-shown.ts'

const { FormField } = typedFormFields<EntryTyped>()

type PasswordFieldProps = {
  others: readonly Entry[]
  /** Called when the person shows the password. */
  onShown: (password: string) => void
}

/** The password of an entry, typed or generated, with its strength and other uses. */
export function PasswordField({ others, onShown }: PasswordFieldProps) {
  const { formState, setValue, getValues } = useFormContext<EntryTyped>()
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

  /** A generated password is generated again by the new rules; a typed one stays. */
  function choose(another: Recipe) {
    setRecipe(another)
    if (madeUp !== undefined && getValues('password') === madeUp) generate(another)
  }

  const watched = {
    ...shown,
    setShown(isShown: boolean) {
      shown.setShown(isShown)
      if (isShown) onShown(getValues('password'))
    },
  }
  return (
    <FormField name="password" label="Password">
      {(field) => (
        <>
          <div className="flex gap-2">
            <SecretInput what="password" {...field} shown={watched} required className="flex-1" />
            <Button variant="outline" className="px-3" onClick={() => generate(recipe)}>
              <Dices aria-hidden />
              Generate
            </Button>
            <OptionsButton isOpen={hasOptions} of={optionsId} onClick={() => showOptions(!hasOptions)} />
          </div>
          {hasOptions && <GeneratorOptions id={optionsId} recipe={recipe} onChange={choose} />}
          <PasswordFacts others={others} isShown={shown.isShown} />
        </>
      )}
    </FormField>
  )
}

const OptionsButton = ({ isOpen, of, onClick }: { isOpen: boolean; of: string; onClick: () => void }) => (
  <Button
    variant="outline"
    size="icon"
    aria-label="Length and kinds"
    aria-expanded={isOpen}
    aria-controls={of}
    onClick={onClick}
  >
    <SlidersHorizontal aria-hidden />
  </Button>
)
