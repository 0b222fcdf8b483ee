import { CircleAlert, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../lib/cn.ts'

const tones = {
  danger: { role: 'alert', look: 'border-danger/40 bg-danger-wash text-danger', Icon: CircleAlert },
  info: { role: 'status', look: 'border-info/40 bg-info-wash text-info', Icon: Info },
}

/** An important note, announced when it appears. */
export function Alert({ tone, children }: { tone: keyof typeof tones; children: ReactNode }) {
  const { role, look, Icon } = tones[tone]
  return (
    <div role={role} className={cn('flex gap-3 rounded-control border px-4 py-3 text-sm', look)}>
      <Icon aria-hidden className="mt-px size-[1.125rem] shrink-0" />
      <div className="min-w-0 break-words">{children}</div>
    </div>
  )
}
