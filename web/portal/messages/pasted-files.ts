import type { ClipboardEvent, DragEvent } from 'react'

/** The pasted files. A paste that has text too, like that of a table, means the text. */
export function pastedFiles(event: ClipboardEvent): File[] {
  const { files, types } = event.clipboardData
  return types.includes('text/plain') ? [] : takeFrom(event, files)
}

export const droppedFiles = (event: DragEvent): File[] => takeFrom(event, event.dataTransfer.files)

function takeFrom(event: ClipboardEvent | DragEvent, files: FileList): File[] {
  if (files.length > 0) event.preventDefault()
  return [...files]
}
