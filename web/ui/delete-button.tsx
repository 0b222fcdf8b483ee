import { Trash2 } from 'lucide-react'
import { cn } from '../lib/cn.ts'
import { Button } from './button.tsx'

type DeleteButtonProps = {
  /** What would be deleted: there are many of these buttons on a screen. */
  label: string
  onClick: () => void
  className?: string
}

/** Beside each thing of a list that can be deleted. */
export function DeleteButton({ label, onClick, className }: DeleteButtonProps) {
  return (
    <Button
      variant="ghost"
      size="icon"
      className={cn('text-ink-soft hover:bg-danger-wash hover:text-danger', className)}
      aria-label={label}
      onClick={onClick}
    >
      <Trash2 aria-hidden />
    </Button>
  )
}
