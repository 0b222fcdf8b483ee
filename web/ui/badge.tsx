import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'

const tones = {
  grey: 'bg-slate-100 text-slate-700 ring-slate-300',
  blue: 'bg-info-wash text-info ring-info/30',
  purple: 'bg-purple-100 text-purple-800 ring-purple-300',
  orange: 'bg-orange-100 text-orange-800 ring-orange-300',
  red: 'bg-danger-wash text-danger ring-danger/30',
  yellow: 'bg-yellow-100 text-yellow-800 ring-yellow-400',
  green: 'bg-success-wash text-success ring-success/30',
}

export type Tone = keyof typeof tones

export function Badge({ tone = 'grey', className, ...props }: ComponentProps<'span'> & { tone?: Tone }) {
  return (
    <span
      className={cn(
        'inline-flex items-center rounded-full px-2.5 py-0.5 font-medium text-xs ring-1 ring-inset',
        tones[tone],
        className,
      )}
      {...props}
    />
  )
}
