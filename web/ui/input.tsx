import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'

/** How everything looks that is typed or chosen into. */
const control =
  'block w-full min-w-0 rounded-control border border-line-strong bg-card px-3 text-base text-ink placeholder:text-ink-soft ' +
  'aria-invalid:border-danger disabled:bg-paper-deep md:text-[0.9375rem]'

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input className={cn(control, 'h-10', className)} {...props} />
}

/**
 * For an email address. Not of the type `email`: Chrome gives the script another text than the one that was typed, with the
 * domain in the letters of the DNS, and Firefox and Safari do not.
 */
export function EmailInput(props: ComponentProps<'input'>) {
  return <Input type="text" inputMode="email" autoCapitalize="none" spellCheck={false} autoComplete="off" {...props} />
}

/** The browser's own list: it is the best there is on a phone, and known to every screen reader. */
export function Select({ className, ...props }: ComponentProps<'select'>) {
  return <select className={cn(control, 'chevron h-10 appearance-none truncate pr-9', className)} {...props} />
}

/** For more than a line. It grows with what is written, as far as the window leaves room. */
export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea className={cn(control, 'field-sizing-content min-h-24 max-h-[40dvh] py-2', className)} {...props} />
}
