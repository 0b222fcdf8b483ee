import { StorageApiError, type StorageError } from '@supabase/storage-js'
import { attachmentType, MAX_FILE_BYTES } from '../../web/lib/attachment.ts'
import type { DataClient } from '../service-client.ts'
import type { MailFile } from './placing/incoming-mail.ts'

const BUCKET = 'client-update-files'
const MAX_FILES = 5
/** Who knows the id of one of our mails could send any number of files. */
const MAX_FILES_OF_UPDATE = 50

type MailedFiles = {
  updateId: string
  /** The hash of the mail's Message-ID, which tells its files from those of other mails. */
  message: string
  files: readonly MailFile[]
}

/**
 * Keeps the files of an answer in the folder of the update that it answers, without a row in client_update_attachments,
 * which would show them to the client as the agency's. They obey the rules of the update's own files: types, size, and
 * that the content is of its type, which Storage checks. A file that breaks a rule stays in the mailbox. Returns the paths of the
 * files that are new, and throws if Storage does not answer, so that the mail is read again.
 */
export async function keepFiles(db: DataClient, { updateId, message, files }: MailedFiles): Promise<string[]> {
  if (files.length === 0) return []
  const bucket = db.storage.from(BUCKET)
  const known = await bucket.list(updateId, { search: 'mail-', limit: MAX_FILES_OF_UPDATE })
  if (known.error) throw known.error
  if (known.data.length >= MAX_FILES_OF_UPDATE) return []
  const kept: string[] = []
  for (const [index, { name, type, content }] of files.slice(0, MAX_FILES).entries()) {
    const contentType = attachmentType({ name, type })
    if (contentType === undefined || content.length > MAX_FILE_BYTES) continue
    const path = `${updateId}/mail-${message.slice(0, 16)}-${index}_${storableName(name)}`
    const { error } = await bucket.upload(path, content, { contentType })
    if (!error) kept.push(path)
    else if (!isRefusal(error)) throw error
  }
  return kept
}

/** Whether Storage refuses the file itself, or has stored it already, as it would say again. */
const isRefusal = (error: StorageError) =>
  error instanceof StorageApiError &&
  [error.status, Number(error.statusCode)].every((status) => !(status === 429 || status >= 500))

/** Removes the files of a mail that became no note. */
export async function dropFiles(db: DataClient, paths: readonly string[]): Promise<void> {
  if (paths.length > 0) await db.storage.from(BUCKET).remove([...paths])
}

/** Storage takes names in ASCII. */
const storableName = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w.-]+/g, '_')
    .slice(-100)
