import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { isComposing } from '../../lib/is-composing.ts'
import { lengthProblem } from '../../lib/length-problem.ts'
import { Button } from '../../ui/button.tsx'
import { MentionField } from '../people/mention-field.tsx'
import { useWrite } from '../writes/use-write.ts'
import type { Chat } from './chat.ts'
import { changeMessage } from './chat-mutations.ts'
import type { ChatMessage } from './chat-protocol.ts'
import { Excess, LONGEST_MESSAGE } from './composer.tsx'
import { fileNamesText, filesOf, wordsBesideFiles } from './message-file.ts'

type EditMessageProps = { message: ChatMessage; chat: Chat; onDone: () => void }

/** The field that replaces a message's text while it is edited. Enter saves, Escape cancels. */
export function EditMessage({ message, chat, onDone }: EditMessageProps) {
  const files = filesOf(message.metadata)
  const [text, setText] = useState(wordsBesideFiles(message.content, files))
  const [save, isBusy] = useWrite(changeMessage(chat, 'edit'), { onSuccess: onDone })
  const field = useRef<HTMLTextAreaElement>(null)
  const content = text.trim() || fileNamesText(files)
  const excess = lengthProblem(content, LONGEST_MESSAGE)
  const excessId = useId()

  useFocusAtEnd(field)

  function submit() {
    if (content === '' || excess !== undefined) return
    if (content === message.content) onDone()
    else void save({ type: 'edit', messageId: message.id, content })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Escape') onDone()
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    submit()
  }

  return (
    <form
      className="grid w-[min(28rem,60vw)] grid-cols-1 gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <MentionField
        side="above"
        ref={field}
        aria-label="Edit message"
        rows={3}
        aria-invalid={excess === undefined ? undefined : true}
        aria-describedby={excessId}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
        className="max-h-60 resize-none"
      />
      <Excess id={excessId}>{excess}</Excess>
      <div className="flex justify-end gap-2">
        <Button variant="outline" onClick={onDone} disabled={isBusy}>
          Cancel
        </Button>
        <Button type="submit" disabled={isBusy || content === '' || excess !== undefined}>
          {isBusy ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </form>
  )
}

/** Puts the caret at the end of the text. */
function useFocusAtEnd(field: RefObject<HTMLTextAreaElement | null>) {
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(-1, -1)
  }, [field])
}
