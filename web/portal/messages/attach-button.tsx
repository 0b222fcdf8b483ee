import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { acceptAttribute } from '../../lib/attachment.ts'
import { Button } from '../../ui/button.tsx'

type AttachButtonProps = { isConnected: boolean; onChoose: (files: File[]) => void }

/** The button that attaches files to a chat message. */
export function AttachButton({ isConnected, onChoose }: AttachButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        className="text-ink-soft"
        aria-label={isConnected ? 'Attach files' : 'Attach files (needs a connection)'}
        title={
          isConnected
            ? 'JPEG, PNG, WebP, PDF, DOCX or CSV, at most 10 MB each'
            : 'You can attach files once you’re connected.'
        }
        disabled={!isConnected}
        onClick={() => input.current?.click()}
      >
        <Paperclip aria-hidden />
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={acceptAttribute}
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </>
  )
}
