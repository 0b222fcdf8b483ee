import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Input } from '../ui/input.tsx'

type AuthField = {
  name: string
  label: string
  type: 'text' | 'email' | 'password'
  autoComplete: string
  hint?: string
  /** Shows a numeric keyboard on phones, for fields that take a code. */
  inputMode?: 'numeric'
}

type AuthFormProps = {
  /** The id of the form, unique on the page. */
  id: string
  fields: readonly AuthField[]
  action: string
  /**
   * True if the server can handle the form without JavaScript, so that its button is enabled before the script loads.
   */
  worksWithoutScript?: boolean
  children?: ReactNode
}

/** A form of /auth with required fields. The element around it validates and submits it. */
export function AuthForm({ id, fields, action, worksWithoutScript = false, children }: AuthFormProps) {
  return (
    // The method is POST, so that a browser without JavaScript never puts a password into the address.
    <form id={id} method="post" noValidate className="grid gap-5">
      {fields.map((field) => (
        <RequiredField key={field.name} id={`${id}-${field.name}`} {...field} />
      ))}
      {children}
      <Button
        type="submit"
        variant="signal"
        size="large"
        // The button is disabled until the script has loaded, since a click would do nothing.
        disabled={!worksWithoutScript}
        className="[:not(:defined)_&:disabled]:opacity-100"
      >
        {action}
      </Button>
    </form>
  )
}

function RequiredField({ id, name, label, hint, type, autoComplete, inputMode }: AuthField & { id: string }) {
  const messageId = `${id}-message`
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      <Input
        id={id}
        name={name}
        type={type}
        autoComplete={autoComplete}
        inputMode={inputMode}
        required
        aria-describedby={messageId}
        // Digits copied from another screen are spaced, so that they are easy to compare.
        className={inputMode === 'numeric' ? 'peer h-12 text-center text-xl tabular-nums tracking-[0.3em]' : 'peer'}
      />
      <p id={messageId} className="text-ink-soft text-sm empty:hidden peer-aria-invalid:text-danger">
        {hint}
      </p>
    </div>
  )
}
