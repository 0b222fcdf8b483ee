import { type ReactNode, useId } from 'react'
import { cn } from '../lib/cn.ts'

export type FieldControl = { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string }

type FieldProps = {
  label: string
  /** The error of the field's value, shown below the control and announced with it. */
  error?: string | undefined
  hint?: string | undefined
  className?: string | undefined
  children: (control: FieldControl) => ReactNode
}

/** A form field: label, control, hint and error, connected for screen readers. */
export function Field({ label, error, hint, className, children }: FieldProps) {
  const id = useId()
  const messageId = `${id}-message`
  const message = error ?? hint
  return (
    <div className={cn('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      {children({
        id,
        ...(error === undefined ? {} : { 'aria-invalid': true }),
        ...(message === undefined ? {} : { 'aria-describedby': messageId }),
      })}
      {message !== undefined && (
        <p
          id={messageId}
          className={cn('wrap-anywhere text-sm', error === undefined ? 'text-ink-soft' : 'text-danger')}
        >
          {message}
        </p>
      )}
    </div>
  )
}
