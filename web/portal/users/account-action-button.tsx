import type { LucideIcon } from 'lucide-react'
import { Button } from '../../ui/button.tsx'

type AccountActionButtonProps = { text: string; Icon: LucideIcon; label: string; onClick: () => void }

/** A button at the end of a user's row. A narrow table shows only its icon. */
export const AccountActionButton = ({ text, Icon, label, onClick }: AccountActionButtonProps) => (
  <Button
    variant="outline"
    className="px-2.5 text-sm folded:grow unfolded:min-h-9"
    title={text}
    aria-label={label}
    onClick={onClick}
  >
    <Icon aria-hidden className="hidden tight:block" />
    <span className="tight:hidden">{text}</span>
  </Button>
)
