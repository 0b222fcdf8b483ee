import { Link2, Pencil, Trash2 } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { toast } from '../../ui/toast.ts'
import type { ChatMessage } from './chat-protocol.ts'
import { mayStillChange, messageUrl } from './message.ts'
import { messageToasts } from './message-toasts.ts'

/** The message whose menu is open, and the button that opened it. */
export type OpenMenu = { message: ChatMessage; button: HTMLElement }

type MessageMenuProps = {
  open: OpenMenu | undefined
  myId: string
  onEdit: (message: ChatMessage) => void
  onDelete: (message: ChatMessage) => void
  onClose: () => void
}

/** The actions on a message: one menu for all messages, which opens at the pressed button. */
export function MessageMenu({ open, myId, onEdit, onDelete, onClose }: MessageMenuProps) {
  if (!open) return null
  const { message, button } = open
  const { left, top, width, height } = button.getBoundingClientRect()
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span aria-hidden className="pointer-events-none fixed" style={{ left, top, width, height }} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        sideOffset={4}
        collisionPadding={12}
        aria-label="Message"
        // The focus returns to the menu button unless another element has it, like the field of an edit.
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          if (document.activeElement === document.body) button.focus({ preventScroll: true })
        }}
        className="z-40 min-w-40 rounded-control border border-line-strong bg-card py-1 shadow-raised"
      >
        <DropdownMenu.Item className={item} onSelect={() => void copyLink(message.id)}>
          <Link2 aria-hidden />
          Copy Link
        </DropdownMenu.Item>
        {mayStillChange(message, myId) && (
          <>
            <DropdownMenu.Item className={item} onSelect={() => onEdit(message)}>
              <Pencil aria-hidden />
              Edit
            </DropdownMenu.Item>
            <DropdownMenu.Item className={`${item} text-danger`} onSelect={() => onDelete(message)}>
              <Trash2 aria-hidden />
              Delete
            </DropdownMenu.Item>
          </>
        )}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

const item =
  'flex min-h-10 cursor-pointer items-center gap-2.5 px-3 text-[0.9375rem] outline-none data-highlighted:bg-paper-deep [&_svg]:size-4'

async function copyLink(id: string) {
  try {
    await navigator.clipboard.writeText(messageUrl(id))
    toast.success(messageToasts.copied)
  } catch {
    toast.error(messageToasts.notCopied)
  }
}
