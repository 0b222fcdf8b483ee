import { Slot } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'

/** Classes for forced colors, where backgrounds disappear and a border marks the button. */
const edge = 'forced-colors:border-2'

const variants = {
  /** The main action of a portal screen. */
  primary: `bg-ink text-on-ink hover:bg-ink/85 ${edge}`,
  /** The main action on the public site. */
  signal: `bg-signal text-on-signal hover:bg-signal-deep ${edge}`,
  outline: 'border border-line bg-card text-ink hover:border-line-strong hover:bg-paper',
  ghost: 'text-ink hover:bg-paper-deep',
  danger: `bg-danger text-on-danger hover:brightness-90 ${edge}`,
  link: 'text-ink underline underline-offset-4 hover:decoration-2',
}

const sizes = {
  md: 'min-h-10 px-4 py-2 text-[0.9375rem]',
  large: 'min-h-12 px-6 py-3 text-base',
  icon: 'size-10',
  inline: 'min-h-6',
}

type ButtonProps = ComponentProps<'button'> & {
  variant?: keyof typeof variants
  size?: keyof typeof sizes
  /** Renders the only child, such as a link, as a button. */
  asChild?: boolean
}

export function Button({ variant = 'primary', size = 'md', asChild = false, className, ...props }: ButtonProps) {
  const Element = asChild ? Slot.Root : 'button'
  return (
    <Element
      {...(asChild ? {} : { type: 'button' as const })}
      className={cn(
        'inline-flex shrink-0 cursor-pointer items-center justify-center gap-2 rounded-control font-medium transition-colors',
        'disabled:cursor-default disabled:opacity-60 [&_svg]:size-4 [&_svg]:shrink-0',
        variants[variant],
        sizes[size],
        className,
      )}
      {...props}
    />
  )
}
