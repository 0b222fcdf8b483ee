import { useCallback, useState } from 'react'
import { DeleteDialog } from '../dialogs/delete-dialog.tsx'
import { useMe } from '../me/me.ts'
import { useWrite } from '../writes/use-write.ts'
import type { Chat } from './chat.ts'
import { changeMessage } from './chat-mutations.ts'
import type { ChatMessage } from './chat-protocol.ts'
import { EditMessage } from './edit-message.tsx'
import { mayStillChange } from './message.ts'
import { MessageMenu, type OpenMenu } from './message-menu.tsx'

/** The state of the actions on messages: the open menu, the message being edited, and the confirmation of a deletion. */
export function useMessageMenu(chat: Chat) {
  const { id: myId } = useMe()
  const [openMenu, setOpenMenu] = useState<OpenMenu>()
  const [edited, setEdited] = useState<string>()
  const [leaving, setLeaving] = useState<ChatMessage>()
  const [remove, isRemoving] = useWrite(changeMessage(chat, 'delete'), { onSettled: () => setLeaving(undefined) })
  const open = useCallback((message: ChatMessage, button: HTMLElement) => setOpenMenu({ message, button }), [])

  const editorOf = useCallback(
    (message: ChatMessage) =>
      message.id === edited ? (
        <EditMessage message={message} chat={chat} onDone={() => setEdited(undefined)} />
      ) : undefined,
    [edited, chat],
  )

  const menu = (
    <>
      <MessageMenu
        open={openMenu}
        mayChange={openMenu !== undefined && mayStillChange(openMenu.message, myId, chat.clock.now())}
        onEdit={({ id }) => setEdited(id)}
        onDelete={setLeaving}
        onClose={() => setOpenMenu(undefined)}
      />
      <DeleteDialog
        item={leaving}
        title="Delete Message"
        describe={() => 'It is deleted for everyone and can’t be restored.'}
        isBusy={isRemoving}
        onDelete={({ id }) => void remove({ type: 'delete', messageId: id })}
        onClose={() => setLeaving(undefined)}
      />
    </>
  )
  return { open, editorOf, menu }
}
