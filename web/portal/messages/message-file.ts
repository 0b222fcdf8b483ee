import { z } from '../../lib/zod.ts'

/** The bucket in which they lie. */
export const CHAT_BUCKET = 'chat-files'

/** That of the chat. */
export const MOST_FILES = 5

/** A file that a message carries. */
export const messageFile = z.object({ path: z.string(), name: z.string(), type: z.string(), size: z.number() })
export type MessageFile = z.output<typeof messageFile>

const carrying = z.object({ files: z.array(messageFile) })

/** What a message carries; nothing, where what it says of that makes no sense to this version of the screen. */
export const filesOf = (metadata: unknown): MessageFile[] => carrying.safeParse(metadata).data?.files ?? []

const LONGEST_NAMES = 1000

/** What a message says that nobody wrote a word to: the names of its files, for whoever cannot show them. */
export const wordsFor = (files: readonly MessageFile[]) =>
  [...files.map(({ name }) => name).join(', ')].slice(0, LONGEST_NAMES).join('').trim()

/** What somebody wrote beside the files; nothing, where it is only their names. */
export const ownWords = (content: string, files: readonly MessageFile[]) =>
  files.length > 0 && content === wordsFor(files) ? '' : content
