import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'

/** The shared classes of inputs. */
const control =
  'block w-full min-w-0 rounded-control border border-line-strong bg-card px-3 text-base text-ink placeholder:text-ink-soft ' +
  'aria-invalid:border-danger disabled:bg-paper-deep md:text-[0.9375rem]'

/** Removes NUL characters, which copied texts may have and no table stores, before a form reads the field. */
function dropNul({ currentTarget: field }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) {
  if (field.value.includes('\0')) field.value = field.value.replaceAll('\0', '')
}

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input className={cn(control, 'h-10', className)} onInput={dropNul} {...props} />
}

/**
 * An input for an email address. It is not of type `email`: Chrome would give the script the domain in Punycode instead
 * of the typed text, unlike Firefox and Safari.
 */
export function EmailInput(props: ComponentProps<'input'>) {
  return <Input type="text" inputMode="email" autoCapitalize="none" spellCheck={false} autoComplete="off" {...props} />
}

/** A native select: the best on phones, and known to every screen reader. */
export function Select({ className, ...props }: ComponentProps<'select'>) {
  return <select className={cn(control, 'chevron h-10 appearance-none truncate pr-9', className)} {...props} />
}

/** A multi-line input that grows with its text, within the window. */
export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      className={cn(control, 'field-sizing-content min-h-24 max-h-[40dvh] py-2', className)}
      onInput={dropNul}
      {...props}
    />
  )
}
