import type { Attachment } from './row-types.ts'

export type FileType = Attachment['file_type']

/** The largest file that can be attached, 10 MB. */
export const MAX_FILE_BYTES = 10_485_760

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/**
 * The accepted file types: their official name, other names that systems and programs use for them, and their extensions.
 */
const acceptedTypes: readonly { type: FileType; alsoCalled?: readonly string[]; endings: readonly string[] }[] = [
  {
    type: 'image/jpeg',
    alsoCalled: ['image/jpg', 'image/pjpeg', 'image/x-jpeg'],
    endings: ['jpg', 'jpeg', 'jpe', 'jfif', 'pjpeg', 'pjp'],
  },
  { type: 'image/png', alsoCalled: ['image/x-png', 'image/apng'], endings: ['png'] },
  { type: 'image/webp', endings: ['webp'] },
  {
    type: 'application/pdf',
    alsoCalled: ['application/x-pdf', 'application/acrobat', 'application/vnd.pdf', 'text/pdf', 'text/x-pdf'],
    endings: ['pdf'],
  },
  { type: DOCX, endings: ['docx'] },
  {
    type: 'text/csv',
    alsoCalled: [
      ...['text/comma-separated-values', 'text/x-comma-separated-values', 'text/x-csv'],
      ...['application/csv', 'application/x-csv'],
    ],
    endings: ['csv'],
  },
]

const namesOf = ({ type, alsoCalled = [] }: (typeof acceptedTypes)[number]): readonly string[] => [type, ...alsoCalled]

/** The value of the `accept` attribute of the file input. */
export const acceptAttribute = acceptedTypes
  .flatMap((accepted) => [...namesOf(accepted), ...accepted.endings.map((ending) => `.${ending}`)])
  .join(',')

/**
 * MIME types that say too little about a file: one without a program, anything that Excel or Word opens, any archive.
 */
const vagueTypes = [
  ...['', 'application/octet-stream', 'binary/octet-stream', 'application/unknown', 'application/x-unknown'],
  ...['application/force-download', 'application/download', 'application/x-download', 'text/plain'],
  ...['application/vnd.ms-excel', 'application/excel', 'application/x-excel', 'application/msexcel'],
  ...['application/x-msexcel', 'application/msword', 'application/zip', 'application/x-zip'],
  'application/x-zip-compressed',
]

/** Returns the accepted type of a file, or undefined. Where the system does not know the type, the extension decides. */
export function attachmentType(file: { name: string; type: string }): FileType | undefined {
  const type = file.type.replace(/;.*/s, '').trim().toLowerCase()
  const ending = endingOf(file.name.trim()).toLowerCase()
  return acceptedTypes.find((accepted) =>
    vagueTypes.includes(type) ? accepted.endings.includes(ending) : namesOf(accepted).includes(type),
  )?.type
}

/** Returns the extension of a name, without its dot. */
const endingOf = (name: string) => (name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : '')

/** Formats the size of a file: '0.25 MB'. */
export const formatSize = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(2)} MB`

const MAX_NAME_LENGTH = 255

/** The name under which a file is shown and downloaded, shortened before the extension if it is very long. */
export function attachmentName(name: string): string {
  // The name is cut between code points, since PostgreSQL accepts no half of a surrogate pair.
  const letters = [...name.toWellFormed()]
  if (letters.length <= MAX_NAME_LENGTH) return letters.join('')
  const ending = letters.slice(Math.max(letters.lastIndexOf('.'), letters.length - 20))
  return [...letters.slice(0, MAX_NAME_LENGTH - ending.length), ...ending].join('')
}

/** Builds the storage path `{folder}/{timestamp}_{filename}`. */
export const attachmentPath = (folder: string, timestamp: number, name: string) =>
  `${folder}/${timestamp}_${storageName(name)}`

/** Returns a file's name in characters that every storage accepts. */
function storageName(name: string): string {
  const ending = endingOf(name)
  const stem = name.slice(0, name.length - ending.length)
  return [plainLetters(stem).slice(0, 80) || 'file', plainLetters(ending).slice(0, 20)].filter(Boolean).join('.')
}

/** Removes accents and replaces every other unusual character by a dash. */
const plainLetters = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^A-Za-z0-9_]+/g, '-')
    .replace(/^-|-$/g, '')
