import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Input } from '../ui/input.tsx'

type AuthField = {
  name: string
  label: string
  type: 'text' | 'email' | 'password'
  autoComplete: string
  hint?: string
  /** A phone shows its digits alone. */
  inputMode?: 'numeric'
}

type AuthFormProps = {
  /** Unique on the page. */
  id: string
  fields: readonly AuthField[]
  action: string
  /** A server answers it as well. */
  worksWithoutScript?: boolean
  children?: ReactNode
}

/** A form of /auth: all its fields are required. The element around it says what is missing, and sends it. */
export function AuthForm({ id, fields, action, worksWithoutScript = false, children }: AuthFormProps) {
  return (
    // POST, so that a form sent by a browser without JavaScript never writes a password into the address.
    <form id={id} method="post" noValidate className="grid gap-5">
      {fields.map((field) => (
        <RequiredField key={field.name} id={`${id}-${field.name}`} {...field} />
      ))}
      {children}
      <Button
        type="submit"
        variant="signal"
        size="large"
        // Until the script is here nothing would happen on a click, so that nothing can be clicked.
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
        // Digits that are copied from one screen to another, far enough apart to be compared.
        className={inputMode === 'numeric' ? 'peer h-12 text-center text-xl tabular-nums tracking-[0.3em]' : 'peer'}
      />
      <p id={messageId} className="text-ink-soft text-sm empty:hidden peer-aria-invalid:text-danger">
        {hint}
      </p>
    </div>
  )
}
