import { SendHorizontal } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { dropDraft, keepDraft, readDraft } from '../../lib/drafts.ts'
import { isComposing } from '../../lib/is-composing.ts'
import { lengthProblem } from '../../lib/length-problem.ts'
import { Button } from '../../ui/button.tsx'
import { useIgnoreStrayDrops } from '../../ui/file-drop.tsx'
import { ChosenFiles } from '../files/chosen-files.tsx'
import { SkippedFiles } from '../files/skipped-files.tsx'
import { useMe } from '../me/me.ts'
import { MentionField } from '../people/mention-field.tsx'
import { AttachButton } from './attach-button.tsx'
import { fileNamesText, type MessageFile } from './message-file.ts'
import { useFilesToSend } from './use-files-to-send.ts'
import { useTyping } from './use-typing.ts'

/** The most characters of a message, as in the table. */
export const LONGEST_MESSAGE = 4000

type ComposerProps = {
  isConnected: boolean
  onSend: (content: string, files: readonly MessageFile[]) => void
  onTyping: (isTyping: boolean) => void
}

/**
 * The field for a new message. Enter sends, Shift+Enter starts a new line. Without a connection a message waits for the next
 * one, and files cannot be attached. Files may also be pasted or dropped (docs/specification/messages.md#writing).
 */
export function Composer({ isConnected, onSend, onTyping }: ComposerProps) {
  const [text, setText] = useDraftedText()
  const field = useRef<HTMLTextAreaElement>(null)
  const [hintId, excessId] = [useId(), useId()]
  const typing = useTyping(onTyping)
  const toSend = useFilesToSend()
  useIgnoreStrayDrops()

  const content = text.trim()
  const excess = lengthProblem(content, LONGEST_MESSAGE)
  const canSend = excess === undefined && toSend.isReady && (content !== '' || toSend.files.length > 0)

  function send() {
    if (!canSend) return
    const files = toSend.handOver()
    onSend(content || fileNamesText(files), files)
    typing.stop()
    setText('')
    field.current?.focus()
  }

  const attach = (files: File[]) => isConnected && void toSend.add(files)
  return (
    <form
      aria-label="New message"
      className="grid grid-cols-1 gap-2 px-4 pb-4 sm:px-5"
      onPaste={(event) => attach(pastedFiles(event))}
      onDrop={(event) => attach(droppedFiles(event))}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <FilesToSend {...toSend} />
      <Excess id={excessId}>{excess}</Excess>
      <div className="flex items-end gap-2">
        <AttachButton isConnected={isConnected} onChoose={attach} />
        <MentionField
          side="above"
          ref={field}
          aria-label="Message"
          aria-describedby={`${hintId} ${excessId}`}
          placeholder="Type a message..."
          rows={1}
          enterKeyHint="send"
          aria-invalid={excess === undefined ? undefined : true}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            typing.touch()
          }}
          onKeyDown={onEnter(send)}
          className="max-h-40 min-h-10 resize-none"
        />
        <EnterHint id={hintId} />
        <SendButton disabled={!canSend} />
      </div>
    </form>
  )
}

/** Calls `send` on Enter alone; with Shift, Enter starts a new line. */
const onEnter = (send: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return
  event.preventDefault()
  send()
}

const FilesToSend = ({ files, progress, remove, leftOut }: ReturnType<typeof useFilesToSend>) => (
  <>
    <div className="max-h-44 overflow-y-auto empty:hidden">
      <ChosenFiles files={files} progress={progress} isBusy={false} onRemove={remove} />
    </div>
    <SkippedFiles leftOut={leftOut} />
  </>
)

/** Says by how much a message is too long. */
export const Excess = ({ id, children }: { id: string; children: string | undefined }) => (
  <p id={id} role="status" className="text-danger text-sm empty:hidden">
    {children}
  </p>
)

const EnterHint = ({ id }: { id: string }) => (
  <span id={id} className="sr-only">
    Enter sends, Shift and Enter starts a new line.
  </span>
)

const SendButton = ({ disabled }: { disabled: boolean }) => (
  <Button
    type="submit"
    size="icon"
    aria-label="Send"
    disabled={disabled}
    // The Send button does not take the focus, so that the keyboard of a phone stays open.
    onMouseDown={(event) => event.preventDefault()}
  >
    <SendHorizontal aria-hidden />
  </Button>
)

/** The text of the unsent message, kept in a draft so that it survives a reload. */
function useDraftedText() {
  const draftKey = `${useMe().id}/chat-text`
  const [text, setText] = useState(() => savedText(readDraft(draftKey)))
  useEffect(() => {
    if (text === '') dropDraft(draftKey)
    else keepDraft(draftKey, { text })
  }, [draftKey, text])
  return [text, setText] as const
}

const savedText = (draft: Record<string, unknown> | undefined) => (typeof draft?.text === 'string' ? draft.text : '')

/** The files of a paste. If the paste has text of its own too, like that of a table, only the text is meant. */
function pastedFiles(event: ClipboardEvent): File[] {
  const { files, types } = event.clipboardData
  const isFormatted = types.includes('text/html') || types.includes('text/rtf')
  const isText = types.includes('text/plain') && (isFormatted || !namesFiles(event.clipboardData))
  return isText ? [] : takeFrom(event, files)
}

/** Whether the text of a paste only names its files, one a line: the Finder of macOS adds their names, others their paths. */
function namesFiles(clipboard: DataTransfer): boolean {
  const names = new Set([...clipboard.files].map(({ name }) => name.normalize()))
  const lines = clipboard
    .getData('text/plain')
    .split(/[\r\n]+/)
    .filter(Boolean)
  return lines.every((line) => names.has(line.slice(line.lastIndexOf('/') + 1).normalize()))
}

const droppedFiles = (event: DragEvent): File[] => takeFrom(event, event.dataTransfer.files)

function takeFrom(event: ClipboardEvent | DragEvent, files: FileList): File[] {
  if (files.length > 0) event.preventDefault()
  return [...files]
}
