import { Link2, Pencil, Trash2 } from 'lucide-react'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.ts'
import type { ChatMessage } from './chat-protocol.ts'
import { messageUrl } from './message.ts'
import { messageToasts } from './message-toasts.ts'

/** The message whose menu is open, and the button that opened it. */
export type OpenMenu = { message: ChatMessage; button: HTMLElement }

type MessageMenuProps = {
  open: OpenMenu | undefined
  /** Whether the message may be edited and deleted. */
  mayChange: boolean
  onEdit: (message: ChatMessage) => void
  onDelete: (message: ChatMessage) => void
  onClose: () => void
}

/** The actions on a message: one menu for all messages, which opens at the pressed button. */
export function MessageMenu({ open, mayChange, onEdit, onDelete, onClose }: MessageMenuProps) {
  if (!open) return null
  const { message, button } = open
  const { left, top, width, height } = button.getBoundingClientRect()
  return (
    <Menu open modal={false} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <MenuTrigger asChild>
        <span aria-hidden className="pointer-events-none fixed" style={{ left, top, width, height }} />
      </MenuTrigger>
      <MenuContent
        aria-label="Message"
        // The focus returns to the menu button unless another element has it, like the field of an edit.
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          if (document.activeElement === document.body) button.focus({ preventScroll: true })
        }}
      >
        <MenuItem onSelect={() => void copyLink(message.id)}>
          <Link2 aria-hidden />
          Copy Link
        </MenuItem>
        {mayChange && (
          <>
            <MenuItem onSelect={() => onEdit(message)}>
              <Pencil aria-hidden />
              Edit
            </MenuItem>
            <MenuItem className="text-danger" onSelect={() => onDelete(message)}>
              <Trash2 aria-hidden />
              Delete
            </MenuItem>
          </>
        )}
      </MenuContent>
    </Menu>
  )
}

async function copyLink(id: string) {
  try {
    await navigator.clipboard.writeText(messageUrl(id))
    toast.success(messageToasts.copied)
  } catch {
    toast.error(messageToasts.notCopied)
  }
}
