import { Trash2 } from 'lucide-react'
import { cn } from '../lib/cn.ts'
import { Button } from './button.tsx'

type DeleteButtonProps = {
  /** The accessible name with the item to delete, since a screen has many such buttons. */
  label: string
  onClick: () => void
  className?: string
}

/** A delete button beside an item of a list. */
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
