import { Paperclip } from 'lucide-react'
import { type DragEvent, useEffect, useState } from 'react'
import { cn } from '../lib/cn.ts'

type FileDropProps = {
  id: string
  /** The label of the area, and the accepted file types. */
  label: string
  hint: string
  accept: string
  multiple?: boolean
  disabled?: boolean
  onChoose: (files: File[]) => void
}

/** An area for choosing or dropping files. It keeps no selection, so that the same file can be chosen again. */
export function FileDrop({ id, label, hint, accept, multiple = false, disabled = false, onChoose }: FileDropProps) {
  const [isOver, setOver] = useState(false)
  useIgnoreStrayDrops()

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    if (!disabled) onChoose([...event.dataTransfer.files])
  }

  return (
    <label
      htmlFor={id}
      onDragEnter={() => setOver(true)}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cn(
        'grid cursor-pointer grid-cols-1 justify-items-center gap-1 rounded-control border border-line-strong border-dashed px-4 py-5 text-center text-sm *:pointer-events-none',
        'hover:bg-paper has-focus-visible:outline-3 has-focus-visible:outline-ink has-focus-visible:outline-offset-3',
        isOver && !disabled && 'border-ink border-solid bg-paper',
        disabled && 'cursor-default opacity-60',
      )}
    >
      <input
        id={id}
        type="file"
        multiple={multiple}
        accept={accept}
        disabled={disabled}
        aria-describedby={`${id}-hint`}
        className="sr-only"
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <span className="flex items-center gap-2 font-medium">
        <Paperclip aria-hidden className="size-4" />
        {label}
      </span>
      <span id={`${id}-hint`} className="text-ink-soft">
        {hint}
      </span>
    </label>
  )
}

/** Ignores files that are dropped beside the area, which the browser would otherwise open instead of the page. */
export function useIgnoreStrayDrops() {
  useEffect(() => {
    const keepPage = (event: Event) => event.preventDefault()
    window.addEventListener('dragover', keepPage)
    window.addEventListener('drop', keepPage)
    return () => {
      window.removeEventListener('dragover', keepPage)
      window.removeEventListener('drop', keepPage)
    }
  }, [])
}
