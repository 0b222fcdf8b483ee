import { firstCharacters } from '../../lib/first-characters.ts'
import { z } from '../../lib/zod.ts'

/** The Storage bucket of the chat's files. */
export const CHAT_BUCKET = 'chat-files'

/** The most files of one message, as in the database. */
export const MAX_FILES = 5

/** A file attached to a chat message. */
export const messageFile = z.object({ path: z.string(), name: z.string(), type: z.string(), size: z.number() })
export type MessageFile = z.output<typeof messageFile>

const carrying = z.object({ files: z.array(messageFile) })

/** The files of a message; empty if this version of the screen cannot read its metadata. */
export const filesOf = (metadata: unknown): MessageFile[] => carrying.safeParse(metadata).data?.files ?? []

const LONGEST_NAMES = 1000

/** The text that stands for a message without words: the names of its files, for clients that cannot show them. */
export const fileNamesText = (files: readonly MessageFile[]) =>
  firstCharacters(files.map(({ name }) => name).join(', '), LONGEST_NAMES).trim()

/** The words of a message with files; empty if its text is only the file names. */
export const wordsBesideFiles = (content: string, files: readonly MessageFile[]) =>
  files.length > 0 && content === fileNamesText(files) ? '' : content
