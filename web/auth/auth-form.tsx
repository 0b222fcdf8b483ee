import { type FormEvent, type ReactNode, useState } from 'react'
import { useHydrated } from '../lib/use-hydrated.ts'
import { useSingleFlight } from '../lib/use-single-flight.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { type Problems, problemsOf } from './form-problems.ts'

export type AuthField = {
  name: string
  label: string
  type: 'text' | 'email' | 'password'
  autoComplete: string
  hint?: string
}

type AuthFormProps = {
  fields: readonly AuthField[]
  action: string
  busyAction: string
  /** Gets what stood in the form when it was sent: passwords as typed, everything else trimmed. */
  onSubmit: (values: (name: string) => string, form: HTMLFormElement) => Promise<void>
  children?: ReactNode
}

/** A form of /auth: all its fields are required, and what is missing is said beside the field. */
export function AuthForm({ fields, action, busyAction, onSubmit, children }: AuthFormProps) {
  const isHydrated = useHydrated()
  const [problems, setProblems] = useState<Problems>({})
  const [send, isBusy] = useSingleFlight(onSubmit)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const inputs = [...form.elements].filter((element) => element instanceof HTMLInputElement)
    const found = problemsOf(inputs, (name) => fields.find((field) => field.name === name)?.label ?? name)
    setProblems(found)
    const firstWrong = inputs.find((input) => input.name in found)
    if (firstWrong) firstWrong.focus()
    else void send(valuesOf(form, fields), form)
  }

  return (
    // POST, so that a form sent by a browser without JavaScript never writes a password into the address.
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      {fields.map(({ name, label, hint, ...input }) => (
        <Field key={name} label={label} error={problems[name]} {...(hint === undefined ? {} : { hint })}>
          {(control) => (
            <Input
              {...control}
              {...input}
              name={name}
              required
              onInput={() => setProblems(({ [name]: _mended, ...others }) => others)}
            />
          )}
        </Field>
      ))}
      {children}
      <Button
        type="submit"
        variant="signal"
        size="large"
        disabled={isBusy || !isHydrated}
        className={isBusy ? undefined : 'disabled:opacity-100'}
      >
        {isBusy ? busyAction : action}
      </Button>
    </form>
  )
}

function valuesOf(form: HTMLFormElement, fields: readonly AuthField[]) {
  const sent = new FormData(form)
  return (name: string) => {
    const value = String(sent.get(name) ?? '')
    return fields.find((field) => field.name === name)?.type === 'password' ? value : value.trim()
  }
}
