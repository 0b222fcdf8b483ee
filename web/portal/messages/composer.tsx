import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { dropDraft, keepDraft, readDraft } from '../../lib/drafts.ts'
import { Button } from '../../ui/button.tsx'
import { useMe } from '../me/me.ts'
import { MentionField } from '../people/mention-field.tsx'
import { useTyping } from './use-typing.ts'

/** That of the table. */
export const LONGEST_MESSAGE = 4000

type ComposerProps = {
  isConnected: boolean
  onSend: (content: string) => void
  onTyping: (isTyping: boolean) => void
}

/**
 * Enter sends, Shift+Enter starts a new line. Without a connection one can write, but not send
 * (docs/specification/messages.md#writing).
 */
export function Composer({ isConnected, onSend, onTyping }: ComposerProps) {
  const draftKey = `${useMe().id}/chat-text`
  const [text, setText] = useState(() => savedText(readDraft(draftKey)))
  const field = useRef<HTMLTextAreaElement>(null)
  const hintId = useId()
  const typing = useTyping(onTyping)

  useEffect(() => {
    if (text === '') dropDraft(draftKey)
    else keepDraft(draftKey, { text })
  }, [draftKey, text])

  const content = text.trim()
  const canSend = isConnected && content !== ''

  function send() {
    if (!canSend) return
    onSend(content)
    typing.stop()
    setText('')
    field.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    // While a word is being composed, as in Japanese, Enter belongs to that.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <form
      className="flex items-end gap-2 px-4 pb-4 sm:px-5"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <MentionField
        side="above"
        ref={field}
        aria-label="Message"
        aria-describedby={hintId}
        placeholder="Type a message..."
        rows={1}
        enterKeyHint="send"
        maxLength={LONGEST_MESSAGE}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          typing.touch()
        }}
        onKeyDown={onKeyDown}
        className="max-h-40 min-h-10 resize-none"
      />
      <span id={hintId} className="sr-only">
        Enter sends, Shift and Enter starts a new line.
      </span>
      <Button
        type="submit"
        size="icon"
        aria-label="Send"
        disabled={!canSend}
        // The keyboard of a phone stays open.
        onMouseDown={(event) => event.preventDefault()}
      >
        <SendHorizontal aria-hidden />
      </Button>
    </form>
  )
}

const savedText = (draft: Record<string, unknown> | undefined) => (typeof draft?.text === 'string' ? draft.text : '')
